import Synchronization

extension PropertyGroup {
  /// In the gate: delivers the changes that `body` schedules.
  @usableFromInline func deliver(_ body: (inout Delivery) -> Void) {
    var delivery = Delivery()
    body(&delivery)
    delivery.notify(self)
    delivery.update()
  }
}

/// A delivery: the remaining work in a group, and then in others.
@usableFromInline struct Delivery {
  // The settled nodes with observers, a list. They are connected, and so alive: observers leave in the gate, in work of their own.
  private var firstSettled: BorrowedReference<AnyPropertyNode>?
  private var lastSettled: BorrowedReference<AnyPropertyNode>?
  /// The heads to update.
  private var heads = NodeQueue()
  /// Whether the group ends.
  private var isEnding = false

  @usableFromInline init() {}

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
    head.group.published.store(head.group.delivered, ordering: .releasing)
  }

  @inline(__always) private mutating func noteSettled(_ node: AnyPropertyNode) {
    if !node.observers.isEmpty {
      // Connected, see above.
      let reference = unsafe BorrowedReference(node)
      node.nextSettled = nil
      if let lastSettled { lastSettled.with { $0.nextSettled = reference } } else { firstSettled = reference }
      lastSettled = reference
    }
    if !node.dependents.isEmpty { node.scheduleDependents(&self) }
  }

  /// No change will follow in the group.
  mutating func end(_ group: PropertyGroup) {
    if group.isEnded { return }
    group.isEnded = true
    isEnding = true
  }

  /// Notifies the observers of the settled nodes, then of the end.
  @usableFromInline mutating func notify(_ group: PropertyGroup) {
    var next = firstSettled
    (firstSettled, lastSettled) = (nil, nil)
    while let node = next {
      // Connected, see above.
      next = node.with { node in
        node.notify(node)
        return node.nextSettled
      }
    }
    if !isEnding { return }
    isEnding = false
    for node in group.connected {
      while let dependency = node.dependents.removeFirst() {
        // Only dependencies are in that list.
        if dependency.detach() != nil { schedule(unsafe unsafeDowncast(dependency, to: Dependency.self).node) }
      }
      node.finish()
    }
  }

  /// Schedules an update of the head, unless one is scheduled: that one will read the sources as they are then.
  @inline(never) mutating func schedule(_ head: AnyPropertyNode) {
    if !head.group.isScheduled.exchange(true, ordering: .acquiringAndReleasing) { heads.insert(head) }
  }

  /// In the gate of the head: schedules another update.
  @usableFromInline static func scheduleAgain(_ head: AnyPropertyNode) {
    if !head.group.isScheduled.exchange(true, ordering: .acquiringAndReleasing) {
      head.group.perform { head.group.deliver { head.updateAsScheduled(&$0) } }
    }
  }

  /// Updates the heads, and the heads that change with them.
  @usableFromInline mutating func update() {
    while let head = heads.removeFirst() {
      let group = head.group
      if !group.enter(), !group.enterOrQueue({ group.deliver { head.updateAsScheduled(&$0) } }) { continue }
      head.updateAsScheduled(&self)
      notify(group)
      group.leave()
    }
  }
}

/// Heads in the order of their heights.
///
/// The links are in the nodes, so a queue allocates nothing, and a scheduled head is in one queue. Most heads come in order and
/// make a list. The others make a pairing heap. Each head is retained as long as it is in the queue.
struct NodeQueue {
  typealias Reference = BorrowedReference<AnyPropertyNode>

  private var first: Reference?
  private var last: Reference?
  private var heap: Reference?

  mutating func insert(_ node: AnyPropertyNode) {
    // Released by `removeFirst`, so the reference is valid in between.
    let reference = unsafe Reference(Unmanaged.passRetained(node).takeUnretainedValue())
    node.next = nil
    if let last, node.height < last.height {
      heap = heap.map { Self.merge($0, reference) } ?? reference
    } else {
      if let last { last.next = reference } else { first = reference }
      last = reference
    }
  }

  mutating func removeFirst() -> AnyPropertyNode? {
    var node = first
    if let heap, node.map({ heap.height < $0.height }) ?? true {
      node = removeFirstOfHeap()
    } else if let first {
      self.first = first.next
      if self.first == nil { last = nil }
    }
    // The reference that `insert` retained.
    return unsafe node?.reference.takeRetainedValue()
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
