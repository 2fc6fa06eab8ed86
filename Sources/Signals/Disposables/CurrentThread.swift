#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The state of one thread.
package final class CurrentThread {
  // For this thread only; no access lasts while calling out.
  /// The contents that the thread has yet to release.
  @safe @exclusivity(unchecked) var contents: [Any] = []
  @safe @exclusivity(unchecked) var isReleasing = false
  #if DEBUG
    /// The innermost closure of `modify` that the thread runs.
    @safe @exclusivity(unchecked) var holder: BorrowedReference<LockHolder>?
  #endif

  /// The current thread, as a number for comparison.
  package static var number: UInt {
    // The address of its state, which is not used here.
    if let known = unsafe pthread_getspecific(key) { return UInt(bitPattern: known) }
    return UInt(bitPattern: ObjectIdentifier(state))
  }

  static var state: CurrentThread {
    // Put there below, on this very thread, with a reference that is released at the end of the thread.
    if let known = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<CurrentThread>.fromOpaque(known).takeUnretainedValue()
    }
    let state = CurrentThread()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
    return state
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // Writes the key before it returns; the closure gets a pointer that was put in above.
    let code = unsafe pthread_key_create(&key) { pointer in
      // The reference that the thread held.
      if let known = unsafe pointer as UnsafeMutableRawPointer? {
        unsafe Unmanaged<CurrentThread>.fromOpaque(known).release()
      }
    }
    precondition(code == 0, "no thread-specific storage: code \(code)")
    return key
  }()
}
