#if DEBUG
  import Synchronization
#endif

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
    unsafe Self.initialize(storage)
  }

  deinit {
    // No other thread has it any more.
    unsafe Self.destroy(storage)
    unsafe storage.deallocate()
  }

  // The storage stays initialised until `deinit`.
  @inlinable borrowing func lock() {
    #if DEBUG
      holder.expectNone()
    #endif
    unsafe Self.lock(storage)
  }
  @inlinable borrowing func unlock() { unsafe Self.unlock(storage) }

  // For `storage` and for the storage of `Protected`: initialised once before any other call, and never moved.
  #if canImport(Darwin)
    static func initialize(_ lock: UnsafeMutablePointer<Storage>) { unsafe lock.initialize(to: os_unfair_lock()) }
    @inlinable static func lock(_ lock: UnsafeMutablePointer<Storage>) { unsafe os_unfair_lock_lock(lock) }
    @inlinable static func unlock(_ lock: UnsafeMutablePointer<Storage>) { unsafe os_unfair_lock_unlock(lock) }
    static func destroy(_ lock: UnsafeMutablePointer<Storage>) { unsafe lock.deinitialize(count: 1) }
  #else
    static func initialize(_ lock: UnsafeMutablePointer<Storage>) {
      unsafe lock.initialize(to: pthread_mutex_t())
      #if DEBUG
        // Locking twice on one thread fails here instead of deadlocking.
        var attributes = pthread_mutexattr_t()
        unsafe check(pthread_mutexattr_init(&attributes))
        unsafe check(pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK)))
        unsafe check(pthread_mutex_init(lock, &attributes))
        unsafe check(pthread_mutexattr_destroy(&attributes))
      #else
        unsafe check(pthread_mutex_init(lock, nil))
      #endif
    }
    @inlinable static func lock(_ lock: UnsafeMutablePointer<Storage>) { unsafe check(pthread_mutex_lock(lock)) }
    @inlinable static func unlock(_ lock: UnsafeMutablePointer<Storage>) { unsafe check(pthread_mutex_unlock(lock)) }
    static func destroy(_ lock: UnsafeMutablePointer<Storage>) {
      unsafe check(pthread_mutex_destroy(lock))
      unsafe lock.deinitialize(count: 1)
    }
    @inlinable static func check(_ code: CInt) { if code != 0 { fail(code) } }
    @usableFromInline static func fail(_ code: CInt) -> Never {
      if code == EDEADLK {
        preconditionFailure(
          "a lock was taken again on its own thread: a lens's get or set uses its own property"
        )
      }
      preconditionFailure("a lock failed with code \(code)")
    }
  #endif
}

/// The current thread, as a number for comparison.
enum CurrentThread {
  static var number: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}

#if DEBUG
  /// In a debug build: the `modify` whose closure runs under a lock. If that closure uses its own property, the program stops
  /// and names the places.
  @usableFromInline final class LockHolder: Sendable {
    /// The thread that runs the closure; 0 for none. A thread that reads its own number here has written it.
    private let thread = Atomic<UInt>(0)
    // Only the thread of that number, which holds the lock, reads and writes them.
    @safe private nonisolated(unsafe) var file: StaticString = ""
    @safe private nonisolated(unsafe) var line: UInt = 0

    @usableFromInline init() {}

    /// Under the lock: runs the closure of the `modify` at that place.
    func run<R, Failure: Error>(
      _ file: StaticString, _ line: UInt, _ body: () throws(Failure) -> R
    ) throws(Failure) -> R {
      (self.file, self.line) = (file, line)
      thread.store(CurrentThread.number, ordering: .relaxed)
      defer { thread.store(0, ordering: .relaxed) }
      return try body()
    }

    /// Before a read or a set locks: stops the program if the call comes from inside the closure.
    @usableFromInline func expectNone() {
      if thread.load(ordering: .relaxed) != CurrentThread.number { return }
      preconditionFailure(
        """
        the closure of modify at \(file):\(line) uses its own property, or one derived from it, and would wait forever: use the \
        closure's argument
        """, file: file, line: line)
    }

    /// Before a `modify` locks: stops the program if the call comes from inside the closure of another `modify`.
    func expectNone(at file: StaticString, _ line: UInt) {
      if thread.load(ordering: .relaxed) != CurrentThread.number { return }
      preconditionFailure(
        """
        modify at \(file):\(line) would wait forever: it comes from the closure of modify at \(self.file):\(self.line), which has \
        locked the same property; use the closure's argument
        """, file: file, line: line)
    }
  }
#endif
