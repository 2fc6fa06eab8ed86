#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock with the state it protects, in one allocation, for every target of the package. For cold paths; the closure must not
/// call out: not to an observer, not to another closure.
///
/// A platform lock in a `ManagedBuffer`: its address is stable, as it has to be, and ThreadSanitizer understands it.
@usableFromInline package struct Protected<State>: Sendable {
  // Safe to send: the state is reached through `withLock` only, and the lock itself never moves.
  private nonisolated(unsafe) let buffer: Buffer

  @usableFromInline package init(_ state: State) {
    let buffer = Buffer.create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { PlatformLock.initialize($0) }
      return state
    }
    self.buffer = unsafeDowncast(buffer, to: Buffer.self)  // `create` makes an instance of the class it is called on
  }

  /// Runs `body` with the state, nobody else at the same time.
  @usableFromInline package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The buffer outlives the call, and the lock orders every access to the header.
    try buffer.withUnsafeMutablePointers { (state, lock) throws(Failure) in
      PlatformLock.lock(lock)
      defer { PlatformLock.unlock(lock) }
      return try body(&state.pointee)
    }
  }

  private final class Buffer: ManagedBuffer<State, PlatformLock.Storage> {
    deinit { withUnsafeMutablePointerToElements { PlatformLock.destroy($0) } }
  }
}

/// `os_unfair_lock` on Apple platforms, a pthread mutex elsewhere. A failing call would mean a broken lock, which
/// nothing above could repair, so each is a precondition.
private enum PlatformLock {
  #if canImport(Darwin)
    typealias Storage = os_unfair_lock
    static func initialize(_ lock: UnsafeMutablePointer<Storage>) { lock.initialize(to: os_unfair_lock()) }
    static func lock(_ lock: UnsafeMutablePointer<Storage>) { os_unfair_lock_lock(lock) }
    static func unlock(_ lock: UnsafeMutablePointer<Storage>) { os_unfair_lock_unlock(lock) }
    static func destroy(_ lock: UnsafeMutablePointer<Storage>) { lock.deinitialize(count: 1) }
  #else
    typealias Storage = pthread_mutex_t
    static func initialize(_ lock: UnsafeMutablePointer<Storage>) {
      lock.initialize(to: pthread_mutex_t())
      check(pthread_mutex_init(lock, nil))
    }
    static func lock(_ lock: UnsafeMutablePointer<Storage>) { check(pthread_mutex_lock(lock)) }
    static func unlock(_ lock: UnsafeMutablePointer<Storage>) { check(pthread_mutex_unlock(lock)) }
    static func destroy(_ lock: UnsafeMutablePointer<Storage>) {
      check(pthread_mutex_destroy(lock))
      lock.deinitialize(count: 1)
    }
    private static func check(_ code: Int32) { precondition(code == 0, "a lock failed with code \(code)") }
  #endif
}
