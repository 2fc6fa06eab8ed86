public import Synchronization

/// The gate of a head, shared by the nodes that derive from the head alone: all of them notify their observers in it.
@usableFromInline final class NodeGate: SerialGate, @unchecked Sendable {
  @usableFromInline typealias Nodes = [BorrowedReference<AnyPropertyNode>]

  /// Whether the head is a root, and whether that is never written.
  @usableFromInline let isRooted: Bool, isConstant: Bool
  /// Of a derived head: the nearest roots and `removeDuplicates` that it derives from, and all roots; nil if a `flatMap` may select
  /// others. The head keeps them alive.
  @usableFromInline let wakers: Nodes?, roots: Nodes?
  /// Under the lock, one access at a time: whether writes to the root are counted, because a node derives from it.
  @safe @exclusivity(unchecked) @usableFromInline var isTracked = false
  /// Of a root: the last write; written under the lock. `Int.max` is stored before a write gets its number, so a reader without the
  /// lock that knows this number sees that the root was written.
  @usableFromInline let version = Atomic(0)
  /// Whether no change will follow. Written in the gate.
  @usableFromInline let hasEnded: Atomic<Bool>
  /// Whether an update of the head waits in the queue.
  let isScheduled = Atomic(false)

  // For the owner of the gate, one access at a time.
  /// The head. Every node of the gate keeps it alive; only nodes use the gate.
  @safe @exclusivity(unchecked) @usableFromInline var borrowedHead: BorrowedReference<AnyPropertyNode>?
  /// In a delivery: what was read for a follower, when later memos were saved.
  @safe @exclusivity(unchecked) @usableFromInline var results: Snapshot?
  /// The links of the observed followers: the other observed nodes of this gate.
  @safe @exclusivity(unchecked) @usableFromInline var followers = ObserverList()
  /// Of a waker: the links of the observed heads that it wakes.
  @safe @exclusivity(unchecked) @usableFromInline var dependents = ObserverList()

  /// The gate of a root, or of a new head that derives from these sources; from a `flatMap` without them.
  @usableFromInline init(isRooted: Bool = false, isConstant: Bool = false, from sources: [AnyPropertyNode]? = nil) {
    (self.isRooted, self.isConstant) = (isRooted, isConstant)
    // The new head derives from them.
    wakers = Self.union(of: sources) { $0.isWaker ? [unsafe BorrowedReference($0)] : $0.gate.wakers }
    roots = Self.union(of: sources) { $0.isRoot ? [unsafe BorrowedReference($0)] : $0.gate.roots }
    hasEnded = Atomic(isConstant)
    super.init()
    #if DEBUG
      lock.holder.belongsToProperty()
    #endif
  }

  /// The common gate of all these sources, or a new one. Constants belong to any gate.
  @usableFromInline static func common(of sources: [AnyPropertyNode]) -> NodeGate {
    let first = sources.first { !$0.isConstant } ?? sources[0]
    return sources.allSatisfy { $0.isConstant || $0.gate === first.gate } ? first.gate : NodeGate(from: sources)
  }

  /// What these sources have, each once, without constants; nil if that is not known of one.
  private static func union(of sources: [AnyPropertyNode]?, _ known: (AnyPropertyNode) -> Nodes?) -> Nodes? {
    var all: Nodes = [], seen: Set<ObjectIdentifier> = []
    guard let sources else { return nil }
    for head in sources.map(\.head) where !head.isConstant {
      guard let own = known(head) else { return nil }
      all += own.filter { seen.insert(ObjectIdentifier($0.object)).inserted }
    }
    return all
  }

  @inlinable var isEnded: Bool { hasEnded.load(ordering: .relaxed) }

  // A rooted gate is entered only under its lock. So a write, which holds the lock, enters a free gate without another atomic step.

  @inlinable override func enter() -> Bool { isRooted ? lock.withLock { enterFree() } : super.enter() }

  @inlinable override func enterLocked() -> Bool { isRooted && enterFree() || super.enterLocked() }

  /// Under the lock of a rooted gate: enters if it is free.
  @inlinable func enterFree() -> Bool {
    if word.load(ordering: .acquiring) != Self.free { return false }
    word.store(Self.taken, ordering: .relaxed)
    return true
  }

  // MARK: In the gate

  /// Notifies the observers of the nodes that share the gate with the head.
  @inlinable func notifyFollowers(at moment: Moment?) {
    followers.forEach { observer in
      // Only links are appended.
      let node = unsafe unsafeDowncast(observer, to: NodeLink.self).node
      node.notify(node, moment)
    }
    withExtendedLifetime(results.take()) {}  // its release may call out
  }

  /// Wakes the other heads that derive from this one.
  // Only links are appended.
  @usableFromInline func wakeDependents() {
    dependents.forEach { if $0.isAttached { unsafe unsafeDowncast($0, to: NodeLink.self).wake() } }
  }
}
