import Synchronization

extension PropertyGroup {
  /// In the gate: delivers the changes that `body` schedules.
  @usableFromInline func deliver(_ body: (inout Delivery) -> Void) {
    var delivery = Delivery(by: self)
    body(&delivery)
    delivery.notify(self)
    delivery.update()
  }
}

/// A delivery: the remaining work in a group, and then in others.
///
/// The queues keep no nodes alive. A connected node has observers or dependents, or a node that derives from it has them, and
/// they keep it alive. They leave it in the gate of its group: in work of their own, or when the group ends. The delivery is in
/// the gate of each queued node.
@usableFromInline struct Delivery {
  /// Settled nodes with observers.
  private var settled = NodeQueue()
  /// The heads of outdated groups. The delivery is in the gate of each until the head has updated.
  private var heads = NodeQueue()
  /// Whether the group ends.
  private var isEnding = false
  /// The group in which the delivery began. Its owner ends the delivery before it leaves, so no other delivery has this mark meanwhile.
  private let mark: UInt

  @usableFromInline init(by group: PropertyGroup) {
    // A number for comparison, never a reference.
    mark = unsafe UInt(bitPattern: Unmanaged.passUnretained(group).toOpaque())
  }

  /// The head of the group has changed: computes the nodes that change with it, and publishes all of them.
  @usableFromInline mutating func settle(_ head: AnyPropertyNode) {
    noteSettled(head)
    var next = head.following
    while let reference = next {
      // Connected, see above.
      next = reference.with { node in
        _ = node.compute(node)
        noteSettled(node)
        return node.following
      }
    }
    head.group.published.store(head.group.delivered.version, ordering: .releasing)
    head.group.releaseReplaced()
  }

  @inline(__always) private mutating func noteSettled(_ node: AnyPropertyNode) {
    if !node.observers.isEmpty { settled.append(node) }
    if !node.dependents.isEmpty { node.outdateDependents(&self) }
  }

  /// No change will follow in the group.
  mutating func end(_ group: PropertyGroup) {
    if group.isEnded { return }
    group.isEnded = true
    isEnding = true
  }

  /// Notifies the observers of the settled nodes, then of the end.
  @usableFromInline mutating func notify(_ group: PropertyGroup) {
    // Connected, see above.
    while let node = settled.removeFirst() { node.with { $0.perform(.notify) } }
    if !isEnding { return }
    isEnding = false
    for node in group.connected {
      while let dependency = node.dependents.removeFirst() {
        // Only dependencies are in that list.
        if dependency.detach() != nil { _ = unsafe insert(unsafeDowncast(dependency, to: Dependency.self).node) }
      }
      node.finish()
    }
  }

  /// Schedules an update of the head: here, or by the owner of its gate. If here, the delivery is in its gate from now on.
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

  /// Enters the gate of the head, or queues an update there, unless one is waiting: it will read the sources as they are then.
  @discardableResult static func enterOrQueue(_ head: AnyPropertyNode) -> Bool {
    let group = head.group
    if group.isUpdateQueued.exchange(true, ordering: .acquiringAndReleasing) { return false }
    let isEntered = group.enterOrQueue {
      _ = group.isUpdateQueued.exchange(false, ordering: .acquiringAndReleasing)
      head.update()
    }
    if isEntered { _ = group.isUpdateQueued.exchange(false, ordering: .acquiringAndReleasing) }
    return isEntered
  }

  /// Updates the heads, and the heads that change with them.
  @usableFromInline mutating func update() {
    while let reference = heads.removeFirst() {
      // Connected, see above, until the gate is left.
      let remaining: PropertyGroup? = reference.with { head in
        head.group.mark.store(0, ordering: .relaxed)
        head.update(&self)
        // Its observers leave when it ends.
        let ended = isEnding ? head : nil
        notify(head.group)
        return withExtendedLifetime(ended) { head.group.tryLeave() ? nil : head.group }
      }
      // Counted: the next owner may release all other references to the group.
      remaining?.drain()
    }
  }
}

/// Nodes in the order of their heights.
///
/// The links are in the nodes, so a queue allocates nothing, and a node is in one queue at a time. Most heads come in order and
/// make a list. The others make a pairing heap. The queue holds no references.
@usableFromInline struct NodeQueue {
  typealias Reference = BorrowedReference<AnyPropertyNode>

  // Safe: the owner of the queue keeps the nodes alive, see `Delivery`.
  private var first: Reference?
  private var last: Reference?
  private var heap: Reference?

  mutating func insert(_ node: AnyPropertyNode) {
    guard let last, node.height < last.height else { return append(node) }
    node.next = nil
    // The owner of the queue keeps it alive, see above.
    let reference = unsafe Reference(node)
    heap = heap.map { Self.merge($0, reference) } ?? reference
  }

  /// Appends the node, for any height.
  @inline(__always) mutating func append(_ node: AnyPropertyNode) {
    node.next = nil
    // The owner of the queue keeps it alive, see above.
    let reference = unsafe Reference(node)
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
  // A node is kept alive as long as it is in a queue, see above.
  fileprivate var height: Int32 { with { $0.height } }
  fileprivate var next: Self? {
    get { with { $0.next } }
    nonmutating set { with { $0.next = newValue } }
  }
  fileprivate var child: Self? {
    get { with { $0.child } }
    nonmutating set { with { $0.child = newValue } }
  }
}
