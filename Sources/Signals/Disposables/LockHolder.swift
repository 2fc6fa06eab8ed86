#if DEBUG
  import Synchronization

  /// In a debug build: the `modify` whose closure runs under a lock. The program stops, and names the places, if that closure uses
  /// its own property, or if two threads use two properties, each inside the `modify` of the other.
  @usableFromInline final class LockHolder: Sendable {
    /// A use of a property inside the closure of another one.
    private struct Use {
      weak var outer: LockHolder?
      weak var inner: LockHolder?
      let thread: UInt, closure: String
    }
    /// The uses inside the closures that run now: only these can wait for each other.
    private static let uses = Protected<[Use]>([])

    /// The thread that has taken the lock; 0 for none. A thread that reads its own number here has written it.
    private let owner = Atomic<UInt>(0)
    /// Whether the lock is that of a property.
    private let isOfProperty = Atomic(false)
    // Only the owner of the lock reads and writes them.
    @safe private nonisolated(unsafe) var isInClosure = false
    @safe private nonisolated(unsafe) var usesOthers = false
    @safe private nonisolated(unsafe) var file: StaticString = ""
    @safe private nonisolated(unsafe) var line: UInt = 0
    /// The holder of the closure that this one runs inside.
    @safe private nonisolated(unsafe) var outer: BorrowedReference<LockHolder>?

    @usableFromInline init() {}

    /// Under the lock, after it was taken.
    @usableFromInline func take() { owner.store(CurrentThread.number, ordering: .relaxed) }

    /// Under the lock, before it is released.
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
        if usesOthers { Self.uses.withLock { uses in uses.removeAll { $0.outer === self } } }
        (isInClosure, usesOthers) = (false, false)
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

    private func expectOneOrder() {
      if !isOfProperty.load(ordering: .relaxed) { return }
      var next = CurrentThread.state.holder
      while let holder = next?.object {
        if let other = holder.opposite(of: self) {
          preconditionFailure(
            """
            \(holder.closure) uses a property, and \(other) uses the first one inside that one's: on two threads, each would wait \
            for the other forever. Write one after the other, or keep both values in one property, with a lens for each
            """, file: holder.file, line: holder.line)
        }
        next = holder.outer
      }
    }

    /// Remembers that the closure uses the other property.
    ///
    /// - Returns: The closure of that property's `modify` that has used this one on another thread.
    private func opposite(of inner: LockHolder) -> String? {
      usesOthers = true
      let use = Use(outer: self, inner: inner, thread: CurrentThread.number, closure: closure)
      return Self.uses.withLock { uses in
        if !uses.contains(where: { $0.outer === self && $0.inner === inner && $0.thread == use.thread }) {
          uses.append(use)
        }
        return uses.first { $0.outer === inner && $0.inner === self && $0.thread != use.thread }?.closure
      }
    }
  }
#endif
