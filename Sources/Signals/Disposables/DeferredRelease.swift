#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Releases long chains in a loop instead of by recursion. So dropping the last reference to a hundred thousand operators needs
/// no more stack than dropping one.
///
/// A deinit hands over the objects it holds. The first one on a thread starts the loop. Deinits that run inside it, one link
/// further down, only add to the list. So do all while the thread holds releases back, because nothing may call out meanwhile.
@usableFromInline enum DeferredRelease {
  /// Runs `body`, and holds the releases of this thread back meanwhile, if asked to.
  @inlinable static func hold<Result>(if isNeeded: Bool, _ body: () -> Result) -> Result {
    let isFirst = isNeeded && begin()
    defer { if isFirst { end() } }
    return body()
  }

  /// False if they are held back already.
  @usableFromInline static func begin() -> Bool {
    let pending = Pending.ofThisThread
    if pending.isReleasing { return false }
    pending.isReleasing = true
    return true
  }

  @usableFromInline static func end() {
    let pending = Pending.ofThisThread
    pending.isReleasing = false
    while pending.contents.popLast() != nil {}
  }

  /// Releases the content, and puts `empty` in its place: now, or after the releases under way on this thread.
  static func release<Content>(_ content: inout Content, leaving empty: Content) {
    let pending = Pending.ofThisThread
    pending.contents.append(content)
    content = empty
    release(pending)
  }

  private static func release(_ pending: Pending) {
    if pending.isReleasing { return }
    pending.isReleasing = true
    // Popping gives the only reference to the pattern, which releases it before the next round.
    while pending.contents.popLast() != nil {}
    pending.isReleasing = false
    if pending.contents.capacity > 1024 { pending.contents = [] }
  }

  /// The contents that a thread has yet to release. The list stays with the thread, so that a release need not allocate.
  private final class Pending {
    // For this thread only; no access lasts while calling out.
    @safe @exclusivity(unchecked) var contents: [Any] = []
    @safe @exclusivity(unchecked) var isReleasing = false

    static var ofThisThread: Pending {
      // Put there below, on this very thread, with a reference that is released at the end of the thread.
      if let known = unsafe pthread_getspecific(key) {
        return unsafe Unmanaged<Pending>.fromOpaque(known).takeUnretainedValue()
      }
      let pending = Pending()
      unsafe pthread_setspecific(key, Unmanaged.passRetained(pending).toOpaque())
      return pending
    }

    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      // Writes the key before it returns; the closure gets a pointer that was put in above.
      let code = unsafe pthread_key_create(&key) { pointer in
        // The reference that the thread held.
        if let known = unsafe pointer as UnsafeMutableRawPointer? {
          unsafe Unmanaged<Pending>.fromOpaque(known).release()
        }
      }
      precondition(code == 0, "no thread-specific storage: code \(code)")
      return key
    }()
  }
}

/// Holds a link of a chain and releases it through ``DeferredRelease``.
final class Link<Content> {
  // Not nil before `deinit`, which hands it over: no two accesses at a time.
  @safe @exclusivity(unchecked) private var held: Content?

  init(_ content: Content) { held = content }

  var content: Content { unsafe held.unsafelyUnwrapped }  // see above

  deinit { DeferredRelease.release(&held, leaving: nil) }
}

// Immutable until `deinit`, and as sendable as its content.
extension Link: @unchecked Sendable where Content: Sendable {}
