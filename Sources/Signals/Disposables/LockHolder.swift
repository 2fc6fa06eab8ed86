#if DEBUG
  import Synchronization

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

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
      thread.store(Self.currentThread, ordering: .relaxed)
      defer { thread.store(0, ordering: .relaxed) }
      return try body()
    }

    /// Before a read or a set locks: stops the program if the call comes from inside the closure.
    @usableFromInline func expectNone() {
      if thread.load(ordering: .relaxed) != Self.currentThread { return }
      preconditionFailure(
        """
        the closure of modify at \(file):\(line) uses its own property, or one derived from it, and would wait forever: use the \
        closure's argument
        """, file: file, line: line)
    }

    /// Before a `modify` locks: stops the program if the call comes from inside the closure of another `modify`.
    func expectNone(at file: StaticString, _ line: UInt) {
      if thread.load(ordering: .relaxed) != Self.currentThread { return }
      preconditionFailure(
        """
        modify at \(file):\(line) would wait forever: it comes from the closure of modify at \(self.file):\(self.line), which has \
        locked the same property; use the closure's argument
        """, file: file, line: line)
    }

    private static var currentThread: UInt {
      #if canImport(Glibc)
        UInt(pthread_self())
      #else
        UInt(bitPattern: pthread_self())
      #endif
    }
  }
#endif
