#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// The lock of the platform: `os_unfair_lock` on Apple platforms, which donates priority, and a pthread mutex elsewhere.
///
/// Each call goes to the C library. The optimiser moves no load, retain or release past it, so inlined code between `lock` and
/// `unlock` stays there in a client. A failing call means a broken lock, which no caller could repair: a precondition.
@usableFromInline @safe struct PlatformLock: ~Copyable, @unchecked Sendable {
  #if canImport(Darwin)
    @usableFromInline typealias Storage = os_unfair_lock
  #else
    @usableFromInline typealias Storage = pthread_mutex_t
  #endif
  // Allocated, so that its address never changes. Safe to share, because sharing is the purpose of a lock.
  @usableFromInline let storage: UnsafeMutablePointer<Storage>
  #if DEBUG
    @usableFromInline let holder = LockHolder()
  #endif

  @usableFromInline init() {
    // Initialised once, here, before any other thread has it.
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: Storage())
    #if !canImport(Darwin)
      unsafe Self.check(pthread_mutex_init(storage, nil))
    #endif
  }

  deinit {
    // No other thread has it any more.
    #if !canImport(Darwin)
      unsafe Self.check(pthread_mutex_destroy(storage))
    #endif
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  // The storage stays initialised until `deinit`.
  @inlinable borrowing func lock() {
    #if DEBUG
      holder.expectNone()
    #endif
    #if canImport(Darwin)
      unsafe os_unfair_lock_lock(storage)
    #else
      unsafe Self.check(pthread_mutex_lock(storage))
    #endif
    #if DEBUG
      holder.take()
    #endif
  }

  // The storage stays initialised until `deinit`.
  @inlinable borrowing func unlock() {
    #if DEBUG
      holder.release()
    #endif
    #if canImport(Darwin)
      unsafe os_unfair_lock_unlock(storage)
    #else
      unsafe Self.check(pthread_mutex_unlock(storage))
    #endif
  }

  /// Runs `body` under the lock. Inlined, because otherwise the closure would retain what it uses.
  @inlinable @inline(__always) borrowing func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  #if !canImport(Darwin)
    @inlinable static func check(_ code: CInt) { if code != 0 { fail(code) } }
    @usableFromInline static func fail(_ code: CInt) -> Never { preconditionFailure("a lock failed with code \(code)") }
  #endif
}
