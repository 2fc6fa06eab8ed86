#if DEBUG
  import Synchronization

  /// In a debug build: the `modify` whose closure runs under a lock. The program stops, and names the places, if that closure uses
  /// its own property, or if two threads use two properties, each inside the `modify` of the other.
  @usableFromInline final class LockHolder: Sendable {
    /// The uses of a property inside the closure of another one, of the closures that run now: only these can wait for each other.
    private static let uses = Protected<[(outer: LockHolder, inner: LockHolder)]>([])

    /// The thread that has taken the lock; 0 for none. A thread that reads its own number here has written it.
    private let owner = Atomic<UInt>(0)
    /// Whether the lock is that of a property.
    private let isOfProperty = Atomic(false)
    // Only the owner of the lock reads and writes them.
    @safe private nonisolated(unsafe) var isInClosure = false
    @safe private nonisolated(unsafe) var file: StaticString = ""
    @safe private nonisolated(unsafe) var line: UInt = 0
    /// The holder of the closure that this one runs inside.
    @safe private nonisolated(unsafe) var outer: BorrowedReference<LockHolder>?

    @usableFromInline init() {}

    // Under the lock: after it was taken, and before it is released.
    @usableFromInline func take() { owner.store(CurrentThread.number, ordering: .relaxed) }
    @usableFromInline func release() { owner.store(0, ordering: .relaxed) }

    func belongsToProperty() { isOfProperty.store(true, ordering: .relaxed) }

    /// Under the lock: runs the closure of the `modify` at that place.
    func run<R, Failure: Error>(
      _ file: StaticString, _ line: UInt, _ body: () throws(Failure) -> R
    ) throws(Failure) -> R {
      let current = CurrentThread.state
      (self.file, self.line, outer, isInClosure) = (file, line, current.holder, true)
      // The caller keeps the property, and with it this, alive.
      current.holder = unsafe BorrowedReference(self)
      defer {
        current.holder = outer
        isInClosure = false
        Self.uses.withLock { uses in uses.removeAll { $0.outer === self } }
      }
      return try body()
    }

    private var closure: String { "the closure of modify or withValue at \(file):\(line)" }

    /// Before the lock is taken: stops the program if the call comes from inside the closure. A `modify` names its own place, too.
    @usableFromInline func expectNone(at inner: (file: StaticString, line: UInt)? = nil) {
      if owner.load(ordering: .relaxed) != CurrentThread.number { return expectOneOrder() }
      precondition(isInClosure, "a lock was taken again on its own thread: a lens's get or set uses its own property")
      let mistake =
        if let (file, line) = inner {
          """
          modify or withValue at \(file):\(line) would wait forever: it comes from \(closure), which has locked the same property
          """
        } else {
          "\(closure) uses its own property, or one derived from it, and would wait forever"
        }
      preconditionFailure(
        "\(mistake); use the closure's argument", file: inner?.file ?? file, line: inner?.line ?? line)
    }

    /// Stops the program if a closure around this call uses this property while, on another thread, a closure of this property uses
    /// that closure's property.
    private func expectOneOrder() {
      if !isOfProperty.load(ordering: .relaxed) { return }
      var next = CurrentThread.state.holder
      while let holder = next?.object {
        let opposite: String? = Self.uses.withLock { uses in
          if !uses.contains(where: { $0.outer === holder && $0.inner === self }) { uses.append((holder, self)) }
          return uses.contains { $0.outer === self && $0.inner === holder } ? closure : nil
        }
        if let opposite {
          preconditionFailure(
            """
            \(holder.closure) uses a property, and \(opposite) uses the first one inside that one's: on two threads, each would \
            wait for the other forever. Write one after the other, or keep both values in one property, with a lens for each
            """, file: holder.file, line: holder.line)
        }
        next = holder.outer
      }
    }
  }
#endif
