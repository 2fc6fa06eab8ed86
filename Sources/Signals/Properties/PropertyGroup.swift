public import Synchronization

/// Properties that change together, in one gate: a root, or a node whose sources are in several groups, and all nodes whose
/// sources are in this group. The first of these is the head of the group.
///
/// A change of the head is delivered in the gate:
///
/// 1. The other nodes settle, each after its sources: it computes once and never sees a mix of old and new. See `NodeTree`.
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
  /// Whether the root is never written.
  let isConstant: Bool
  /// Under the lock, one access at a time: whether writes to the root are counted, because a node derives from it.
  @exclusivity(unchecked) @usableFromInline var isTracked = false
  /// Whether nothing will change any more: then the head has ended, and all that is made of it. For the owner of the gate, one
  /// access at a time.
  @exclusivity(unchecked) @usableFromInline var isEnded: Bool
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
  /// The span of the delivery that is under way, or was last.
  @exclusivity(unchecked) @usableFromInline var delivered = Span(write: 0)
  /// The first node of the group. It is a source of every other, or of one of its sources, and so kept alive.
  @exclusivity(unchecked) @usableFromInline var head: Unmanaged<AnyPropertyNode>?

  /// The delivery by which the head will update. It recognises its own mark.
  let mark = Atomic<UInt>(0)

  @usableFromInline init(isRooted: Bool, isConstant: Bool = false) {
    self.isRooted = isRooted
    self.isConstant = isConstant
    isEnded = isConstant
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

  /// Whether values that are known up to `through` are known up to a later time, as far as no lock is needed to know it.
  @inlinable func isUnchanged(since through: Int, at time: Int) -> Bool {
    through >= time || isRooted && version.load(ordering: .acquiring) <= through
  }

  /// In the gate: delivers what `body` schedules.
  @usableFromInline func deliver(_ body: (inout Delivery) -> Void) {
    var delivery = Delivery(by: self)
    body(&delivery)
    delivery.notify(self)
    delivery.update()
  }
}

/// A delivery: the work left in a group, and then in others.
///
/// The queues keep no nodes alive. A node that is connected has observers or dependents, its own or those of a node that is made of
/// it, and they keep it alive: they leave it in the gate of its group, in work of their own, or when the group ends. This is in the
/// gate of each node that is queued.
@usableFromInline struct Delivery {
  /// Nodes that have settled and have observers.
  private var settled = NodeQueue()
  /// The heads of groups that are out of date. This is in the gate of each until it has updated.
  private var heads = NodeQueue()
  /// Whether the group ends.
  private var isEnding = false
  /// The group that began. Its owner ends this before it leaves, so no other delivery has this mark meanwhile.
  private let mark: UInt

  @usableFromInline init(by group: PropertyGroup) {
    // A number to compare with, never a reference.
    mark = UInt(bitPattern: Unmanaged.passUnretained(group).toOpaque())
  }

  /// The head of the group has changed: settles the nodes that change with it, and publishes all of them.
  @usableFromInline mutating func settle(_ head: AnyPropertyNode) {
    noteSettled(head)
    var next = head.firstChild
    while let reference = next {
      // Connected, see above.
      next = reference._withUnsafeGuaranteedRef { node in
        if !node.settle() { return node.successor }
        noteSettled(node)
        return node.firstChild ?? node.successor
      }
    }
    head.group.published.store(head.group.delivered.version, ordering: .releasing)
  }

  @inline(__always) private mutating func noteSettled(_ node: AnyPropertyNode) {
    if !node.observers.isEmpty { settled.append(node) }
    if !node.dependents.isEmpty { node.outdateDependents(&self) }
  }

  /// Nothing in the group will change any more.
  mutating func end(_ group: PropertyGroup) {
    if group.isEnded { return }
    group.isEnded = true
    isEnding = true
  }

  /// Notifies the observers of the settled nodes, then of the end.
  @usableFromInline mutating func notify(_ group: PropertyGroup) {
    // Connected, see above.
    while let node = settled.removeFirst() { _ = node._withUnsafeGuaranteedRef { $0.perform(.notify) } }
    if !isEnding { return }
    isEnding = false
    for node in group.head?.takeUnretainedValue().withAllBelow ?? [] {
      while let dependency = node.dependents.removeFirst() {
        // Only dependencies are in that list.
        if dependency.detach() != nil { _ = insert(unsafeDowncast(dependency, to: Dependency.self).node) }
      }
      node.finish()
    }
  }

  /// The head has to update: here, or by the owner of its gate. If it is here, this is in its gate from now on.
  @inline(never) mutating func insert(_ head: AnyPropertyNode) -> Bool {
    if !head.group.enter() {
      let isHere = head.group.mark.load(ordering: .relaxed) == mark
      if isHere || !Self.enterOrQueue(head) { return isHere }
    }
    if !head.isConnected.load(ordering: .relaxed) {
      head.group.leave()
      return false
    }
    head.group.mark.store(mark, ordering: .relaxed)
    heads.insert(head)
    return true
  }

  private static func enterOrQueue(_ head: AnyPropertyNode) -> Bool {
    head.group.enterOrQueue { head.group.deliver { head.update(&$0) } }
  }

  /// Updates the heads, and those that change with them.
  @usableFromInline mutating func update() {
    while let reference = heads.removeFirst() {
      // Connected, see above.
      reference._withUnsafeGuaranteedRef { head in
        head.group.mark.store(0, ordering: .relaxed)
        head.update(&self)
        // Its observers leave when it ends.
        let ended = isEnding ? head : nil
        notify(head.group)
        // Whoever enters next may release the last reference to the group.
        if !head.group.tryLeave() { Self.drain(head.group) }
        withExtendedLifetime(ended) {}
      }
    }
  }

  private static func drain(_ group: consuming PropertyGroup) { group.drain() }
}

/// Nodes in the order of their heights.
///
/// The links are in the nodes, so a queue allocates nothing, and a node is in one queue at a time. Most heads come in order: they
/// make a list. The others make a pairing heap. The queue holds no references.
@usableFromInline struct NodeQueue {
  typealias Reference = Unmanaged<AnyPropertyNode>

  // Safe: the owner of the queue keeps the nodes alive, see `Delivery`.
  private var first: Reference?
  private var last: Reference?
  private var heap: Reference?

  var isEmpty: Bool { first == nil && heap == nil }

  mutating func insert(_ node: AnyPropertyNode) {
    guard let last, node.height < last.height else { return append(node) }
    node.next = nil
    // Kept by the owner of the queue, see above.
    let reference = Reference.passUnretained(node)
    heap = heap.map { Self.merge($0, reference) } ?? reference
  }

  /// Puts it last, whatever its height.
  @inline(__always) mutating func append(_ node: AnyPropertyNode) {
    node.next = nil
    // Kept by the owner of the queue, see above.
    let reference = Reference.passUnretained(node)
    if let last { last.next = reference } else { first = reference }
    last = reference
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
  fileprivate var height: Int32 { _withUnsafeGuaranteedRef { $0.height } }
  fileprivate var next: Self? {
    get { _withUnsafeGuaranteedRef { $0.next } }
    nonmutating set { _withUnsafeGuaranteedRef { $0.next = newValue } }
  }
  fileprivate var child: Self? {
    get { _withUnsafeGuaranteedRef { $0.child } }
    nonmutating set { _withUnsafeGuaranteedRef { $0.child = newValue } }
  }
}
