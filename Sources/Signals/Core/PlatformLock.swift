#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `os_unfair_lock` on Apple platforms, a pthread mutex elsewhere. A failing call would mean a broken lock, which
/// nothing above could repair, so each is a precondition.
enum PlatformLock {
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

/// A platform lock of its own, for a value that clients read and write.
///
/// Locking and unlocking are calls that the optimiser cannot look into: no load, retain or release of what is between them may be
/// moved out, not even where the code between them is inlined into a client.
@usableFromInline struct ValueLock: ~Copyable, Sendable {
  // Safe to share: it never changes until `deinit`, and what it points to is a lock.
  private nonisolated(unsafe) let lock: UnsafeMutablePointer<PlatformLock.Storage>

  @usableFromInline init() {
    lock = .allocate(capacity: 1)
    PlatformLock.initialize(lock)
  }

  deinit {
    PlatformLock.destroy(lock)
    lock.deallocate()
  }

  @usableFromInline @inline(never) func acquire() { PlatformLock.lock(lock) }
  @usableFromInline @inline(never) func release() { PlatformLock.unlock(lock) }

  /// Runs `body` with the lock held. It must not call out.
  @inlinable func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquire()
    defer { release() }
    return try body()
  }
}
