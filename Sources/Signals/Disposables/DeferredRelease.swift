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
/// further down, only add to the list.
@usableFromInline enum DeferredRelease {
  /// Releases `object`: now, or after the releases under way on this thread.
  @usableFromInline static func release(_ object: consuming AnyObject) {
    let pending = Pending.ofThisThread
    pending.objects.append(object)
    release(pending)
  }

  /// Releases all elements and empties the array.
  static func release<Object>(_ objects: inout [Object]) {
    let pending = Pending.ofThisThread
    for object in objects { pending.objects.append(object as AnyObject) }
    objects = []
    release(pending)
  }

  private static func release(_ pending: Pending) {
    if pending.isReleasing { return }
    pending.isReleasing = true
    // Popping gives the only reference to the pattern, which releases it before the next round.
    while pending.objects.popLast() != nil {}
    pending.isReleasing = false
    if pending.objects.capacity > 1024 { pending.objects = [] }
  }

  /// The objects that a thread has yet to release. The list stays with the thread, so that a release need not allocate.
  private final class Pending {
    var objects: [AnyObject] = []
    var isReleasing = false

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
@usableFromInline @safe final class Link<Content> {
  // Holds one reference, retained in `init` and released in `deinit`: unmanaged only so that `deinit` can hand it over.
  @usableFromInline let box: Unmanaged<Box>

  // Not inlined into clients; the box is not shared yet.
  @usableFromInline init(_ content: Content) { unsafe box = .passRetained(Box(content)) }

  // Fixed: inlined into a client, `self`, which keeps the box alive, could be released after it has been read.
  @inlinable var content: Content { withExtendedLifetime(self) { unsafe box._withUnsafeGuaranteedRef { $0.content } } }

  // The reference that `init` retained.
  deinit { unsafe DeferredRelease.release(box.takeRetainedValue()) }

  @usableFromInline final class Box {
    @usableFromInline let content: Content
    init(_ content: Content) { self.content = content }
  }
}

// Immutable, and as sendable as its content.
extension Link: @unchecked Sendable where Content: Sendable {}
