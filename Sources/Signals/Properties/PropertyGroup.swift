import Synchronization

/// Properties that change together, in one gate: a root, or a node whose sources are in several groups, and all nodes whose
/// sources are in this group. The first of these is the head of the group.
///
/// A change of the head is delivered in the gate:
///
/// 1. Nodes settle in the order of their heights. When a node settles, all that it is made of has settled, so it computes once and
///    never sees a mix of old and new.
/// 2. All their values are published at once.
/// 3. The observers are called.
/// 4. The heads of other groups that are made of changed nodes update, in the order of their heights, each in its own gate.
///
/// All four are loops, so the depth of a graph is not the depth of the stack.
///
/// | state | guarded by | changed by |
/// |---|---|---|
/// | `version` | the lock, to write | a write to the root; the update of a derived head |
/// | `published` | the lock, to read | the owner of the gate |
/// | `through` | the lock | the owner of the gate; a reader that has found the head unchanged |
/// | a node's delivered value | the lock while `published` is `version`, else the gate | the owner of the gate |
/// | a node's remembered value | the lock | readers |
/// | all else | the gate | its owner |
@usableFromInline final class PropertyGroup: SerialGate, @unchecked Sendable {
  /// Whether the head is a root.
  @usableFromInline let isRooted: Bool
  /// The last write to the root, and `Int.max` while that is counted. Of a derived head: its version when it was delivered.
  ///
  /// Read without the lock to ask whether a root was written: `Int.max` is stored before the write gets its number, so a reader
  /// that knows the number sees this.
  @usableFromInline let version = Atomic(0)

  /// The version of which all nodes have the delivered value. Under the lock, those belong to readers while it is `version`, for the
  /// owner of the gate changes `version` under the lock before it changes them.
  @usableFromInline let published = Atomic(0)

  // Under the lock, one access at a time.
  /// Until when a derived head is known to be of `version`.
  @exclusivity(unchecked) @usableFromInline var through = -1

  // For the owner of the gate, one access at a time.
  /// What is delivered, or was delivered last.
  @exclusivity(unchecked) @usableFromInline var delivered = Span(write: 0)
  /// Nodes that have begun to depend on a source that has ended.
  @exclusivity(unchecked) var unsettled: [AnyPropertyNode] = []
  /// Nodes whose observers have to be told of the end.
  @exclusivity(unchecked) @usableFromInline var ended: [AnyPropertyNode] = []

  /// The delivery by which the head will update. It recognises its own mark.
  let mark = Atomic<UInt>(0)

  @usableFromInline init(isRooted: Bool) {
    self.isRooted = isRooted
    super.init()
  }

  // A rooted group is entered under its lock only. So a write, which holds it, enters a free gate without an atomic step of its own.

  @inlinable override func enter() -> Bool {
    if !isRooted { return super.enter() }
    lock.lock()
    defer { lock.unlock() }
    return enterFree()
  }

  @inlinable override func enterLocked() -> Bool { isRooted && enterFree() || super.enterLocked() }

  /// Under the lock of a rooted group: enters if the gate is free.
  @inlinable func enterFree() -> Bool {
    if word.load(ordering: .acquiring) != Self.free { return false }
    word.store(Self.taken, ordering: .relaxed)
    return true
  }

  /// The group of all these sources; nil if they are in several. Constants belong to any group.
  @usableFromInline static func common(of sources: [AnyPropertyNode]) -> PropertyGroup? {
    var common: PropertyGroup?
    for source in sources where !source.isConstant {
      if let common, common !== source.group { return nil }
      common = source.group
    }
    return common ?? sources.first?.group
  }

  /// Under the lock: whether the delivered values of the nodes are what they are at that time.
  @inlinable func isReadable(at time: Int) -> Bool {
    published.load(ordering: .acquiring) == version.load(ordering: .relaxed) && (isRooted || through >= time)
  }

  /// Whether what was so at the time `through` is so at a later time, as far as can be told without the lock.
  @inlinable func isUnchanged(since through: Int, at time: Int) -> Bool {
    through >= time || isRooted && version.load(ordering: .acquiring) <= through
  }

  /// In the gate: delivers what `body` schedules.
  @usableFromInline func deliver(_ body: (inout Delivery) -> Void) {
    var delivery = Delivery(by: self)
    while let node = unsettled.popLast() { delivery.schedule(node) }
    body(&delivery)
    delivery.settle(self)
    delivery.notify(self)
    delivery.update()
  }
}

/// A delivery: what is left to do in a group, and then in others.
///
/// A node leaves the graph in work of its own, or when it ends; then `ended` of its group keeps it. So the queues keep no nodes but heads: once
/// the gate of a group is left, another thread may take the next head out of the graph.
@usableFromInline struct Delivery {
  /// Nodes that have to settle.
  private var scheduled = NodeQueue()
  /// Nodes that have settled and have observers.
  private var settled = NodeQueue()
  /// The heads of groups that are out of date. This is in the gate of each until it has updated.
  private var heads = NodeQueue()
  /// The group that began. Its owner ends this before it leaves, so no other delivery has this mark meanwhile.
  private let mark: UInt

  @usableFromInline init(by group: PropertyGroup) {
    // A number to compare with, never a reference.
    mark = UInt(bitPattern: Unmanaged.passUnretained(group).toOpaque())
  }

  @inline(__always) mutating func schedule(_ node: AnyPropertyNode) {
    if node.isScheduled { return }
    node.isScheduled = true
    scheduled.insert(node)
  }

  mutating func notifyLater(_ node: AnyPropertyNode) { settled.insert(node) }

  /// Settles what is scheduled, and publishes it.
  @usableFromInline mutating func settle(_ group: PropertyGroup) {
    if scheduled.isEmpty { return }
    // Kept, see above.
    while let node = scheduled.removeFirst() { node._withUnsafeGuaranteedRef { $0.settle(&self) } }
    group.published.store(group.delivered.version, ordering: .releasing)
  }

  /// Notifies the observers of what has settled, then of what has ended.
  @usableFromInline mutating func notify(_ group: PropertyGroup) {
    if settled.isEmpty, group.ended.isEmpty { return }
    // Kept, see above.
    while let node = settled.removeFirst() { _ = node._withUnsafeGuaranteedRef { $0.perform(.notify) } }
    if group.ended.isEmpty { return }
    let nodes = group.ended
    group.ended = []
    for node in nodes { node.finish() }
  }

  /// The head has to update: here, or by the owner of its gate. If it is here, this is in its gate from now on.
  @inline(never) mutating func insert(_ head: AnyPropertyNode, mayHaveEnded: Bool = false) -> Bool {
    if !head.group.enter() {
      let isHere = head.group.mark.load(ordering: .relaxed) == mark
      if isHere, mayHaveEnded { head.mayHaveEnded = true }
      if isHere || !Self.enterOrQueue(head) { return isHere }
    }
    head.group.mark.store(mark, ordering: .relaxed)
    head.hasChangedSource = true
    if mayHaveEnded { head.mayHaveEnded = true }
    // Given up in `update`.
    _ = Unmanaged.passRetained(head)
    heads.insert(head)
    return true
  }

  private static func enterOrQueue(_ head: AnyPropertyNode) -> Bool {
    head.group.enterOrQueue { head.group.deliver { head.update(&$0) } }
  }

  /// Updates the heads, and those that change with them.
  @usableFromInline mutating func update() {
    while let reference = heads.removeFirst() {
      // Retained in `insert`.
      reference._withUnsafeGuaranteedRef { head in
        head.group.mark.store(0, ordering: .relaxed)
        head.settle(&self)
        settle(head.group)
        notify(head.group)
        head.group.leave()
      }
      reference.release()
    }
  }
}

/// Nodes in the order of their heights.
///
/// The links are in the nodes, so a queue allocates nothing, and a node is in one queue at a time. Most nodes come in order: they
/// make a list. The others make a pairing heap. The queue holds no references.
@usableFromInline struct NodeQueue {
  typealias Reference = Unmanaged<AnyPropertyNode>

  // Safe: the owner of the queue keeps the nodes alive, see `Delivery`.
  private var first: Reference?
  private var last: Reference?
  private var heap: Reference?

  var isEmpty: Bool { first == nil && heap == nil }

  mutating func insert(_ node: AnyPropertyNode) {
    node.next = nil
    // Kept by the owner of the queue, see above.
    let reference = Reference.passUnretained(node)
    if let last, node.height < last.height {
      heap = heap.map { Self.merge($0, reference) } ?? reference
    } else {
      if let last { last.next = reference } else { first = reference }
      last = reference
    }
  }

  mutating func removeFirst() -> Reference? {
    guard let node = first, heap.map({ node.height <= $0.height }) ?? true else { return removeFirstOfHeap() }
    first = node.next
    if first == nil { last = nil }
    return node
  }

  private mutating func removeFirstOfHeap() -> Reference? {
    guard let top = heap else { return nil }
    // Neighbours are merged, then the pairs, from the last one on.
    var child = top.child, pairs: Reference?
    while let one = child {
      var pair = one
      child = one.next
      if let other = child {
        child = other.next
        pair = Self.merge(one, other)
      }
      pair.next = pairs
      pairs = pair
    }
    top.child = nil
    heap = nil
    while let pair = pairs {
      pairs = pair.next
      heap = heap.map { Self.merge($0, pair) } ?? pair
    }
    return top
  }

  private static func merge(_ a: Reference, _ b: Reference) -> Reference {
    if b.height < a.height { return merge(b, a) }
    b.next = a.child
    a.child = b
    return a
  }
}

extension NodeQueue.Reference {
  // A node is kept as long as it is in a queue, see above.
  fileprivate var height: Int { _withUnsafeGuaranteedRef { $0.height } }
  fileprivate var next: Self? {
    get { _withUnsafeGuaranteedRef { $0.next } }
    nonmutating set { _withUnsafeGuaranteedRef { $0.next = newValue } }
  }
  fileprivate var child: Self? {
    get { _withUnsafeGuaranteedRef { $0.child } }
    nonmutating set { _withUnsafeGuaranteedRef { $0.child = newValue } }
  }
}
