public import Synchronization

/// Properties that change together, in one gate: a head, and all nodes whose sources are in this group. Whenever the head
/// changes, all of them do. The head is a root, a node whose sources are in several groups, or a node that does not change
/// whenever its source does.
///
/// A change of the head is delivered in the gate:
///
/// 1. The other connected nodes compute, each after its sources: a node computes once and never sees a mix of old and new.
/// 2. All their values are published at once.
/// 3. The observers are notified.
/// 4. The heads of other groups that derive from changed nodes update, in the order of their heights, each in its own gate.
///
/// All four are loops, so a deep graph needs no deep stack.
///
/// | state | guarded by | changed by |
/// |---|---|---|
/// | `version` | the lock, to write | a write to the root; the update of a derived head |
/// | `published` | the lock, to read | the owner of the gate |
/// | `since`, `through` | the lock | the owner of the gate; a reader that has found the head unchanged |
/// | a node's delivered value | the lock while `published` is `version`, else the gate | the owner of the gate |
/// | a node's remembered value | the lock | readers |
/// | all else | the gate | its owner |
@usableFromInline final class PropertyGroup: SerialGate, @unchecked Sendable {
  /// Whether the head is a root.
  @usableFromInline let isRooted: Bool
  /// Whether the root is never written.
  let isConstant: Bool
  /// Under the lock, one access at a time: whether writes to the root are counted, because a node derives from it.
  @safe @exclusivity(unchecked) @usableFromInline var isTracked = false
  /// Whether no change will follow: the head has ended, and with it all nodes that derive from it. For the owner of the gate,
  /// one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var isEnded: Bool
  /// The last write to the root; `Int.max` while that write gets its number. Of a derived head: its version when it was
  /// delivered.
  ///
  /// Read without the lock, to check whether a root was written: `Int.max` is stored before the write gets its number, so a
  /// reader that knows the number sees this.
  @usableFromInline let version = Atomic(0)

  /// The version of all delivered values. While it is `version`, readers may read them under the lock, because the owner of the
  /// gate changes `version` under the lock before it changes them.
  @usableFromInline let published = Atomic(0)

  // Under the lock, one access at a time.
  // The time in which a derived head is known to be of `version`.
  @safe @exclusivity(unchecked) @usableFromInline var since = -1
  @safe @exclusivity(unchecked) @usableFromInline var through = -1

  // For the owner of the gate, one access at a time.
  // The span of the current or the last delivery.
  @safe @exclusivity(unchecked) @usableFromInline var delivered = Span(write: 0)
  /// Properties that a flatMap had selected before the current delivery. Released after the new values are published, because the
  /// release may end them, and so call observers.
  @safe @exclusivity(unchecked) @usableFromInline var replaced: [Any] = []
  /// The first node of the group. It is a source of every other node, or of one of its sources, and so kept alive.
  @safe @exclusivity(unchecked) @usableFromInline var head: BorrowedReference<AnyPropertyNode>?
  /// The node that was connected last; nil if only the head is. From the head to this, the connected nodes are a list in the
  /// order in which they were connected, so each comes after its sources.
  @safe @exclusivity(unchecked) var last: BorrowedReference<AnyPropertyNode>?

  /// Whether a reader has got a value of the group other than the delivered one, and the last time for which the head has found
  /// its value unchanged. Only of a group that may return to a version. All accesses that decide are sequentially consistent: a
  /// head that reads such a value finds the later update, or that update finds that it was read ahead.
  let isReadAhead = Atomic(false)
  let unchangedThrough = Atomic(-1)

  /// The delivery in which the head will update, by its mark.
  let mark = Atomic<UInt>(0)
  /// Whether an update of the head waits in the queue of the gate.
  let isUpdateQueued = Atomic(false)

  @usableFromInline init(isRooted: Bool, isConstant: Bool = false) {
    self.isRooted = isRooted
    self.isConstant = isConstant
    isEnded = isConstant
    super.init()
  }

  // A rooted group is entered only under its lock. So a write, which holds the lock, enters a free gate without another atomic
  // step.

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

  /// The common group of all these sources; nil if they are in several. Constants belong to any group.
  @usableFromInline static func common(of sources: [AnyPropertyNode]) -> PropertyGroup? {
    var common: PropertyGroup?
    for source in sources where !source.isConstant {
      if let common, common !== source.group { return nil }
      common = source.group
    }
    return common ?? sources.first?.group
  }

  /// Under the lock: whether the delivered values are valid for some time.
  @inlinable var isReadable: Bool {
    published.load(ordering: .acquiring) == version.load(ordering: .relaxed) && (isRooted || through >= 0)
  }

  /// Under the lock: whether the head is known to be of `version` at that time.
  @inlinable func isKnown(at time: Int) -> Bool {
    isRooted ? version.load(ordering: .relaxed) <= time : since <= time && time <= through
  }

  // MARK: Values that readers get before they are delivered

  /// A reader has got a value other than the delivered one.
  @usableFromInline func noteReadAhead() {
    if !isReadAhead.load(ordering: .relaxed) { isReadAhead.store(true, ordering: .sequentiallyConsistent) }
  }

  /// In the gate, after an update that has found the value unchanged: whether a reader has got another one meanwhile.
  func isReadAhead(through time: Int) -> Bool {
    unchangedThrough.store(time, ordering: .sequentiallyConsistent)
    return isReadAhead.load(ordering: .sequentiallyConsistent)
      && isReadAhead.exchange(false, ordering: .sequentiallyConsistent)
  }

  /// Whether the head has found its value unchanged at a later time than a reader has got another one.
  func isUnchanged(after span: Span) -> Bool {
    unchangedThrough.load(ordering: .sequentiallyConsistent) > span.through
      && version.load(ordering: .relaxed) != span.version
  }

  /// Whether values that are known up to `through` are known up to a later time, as far as that is clear without a lock.
  @inlinable func isUnchanged(since through: Int, at time: Int) -> Bool {
    through >= time || isRooted && version.load(ordering: .acquiring) <= through
  }

  // MARK: The list of connected nodes, in the gate

  /// The head, and the connected nodes, each after its sources.
  var connected: [AnyPropertyNode] {
    var nodes: [AnyPropertyNode] = [], next = head
    while let node = next?.object {
      nodes.append(node)
      next = node.following
    }
    return nodes
  }

  /// Appends a node whose sources are connected.
  func appendConnected(_ node: AnyPropertyNode) {
    if node.isHead { return }
    // Connected, so it is alive until it leaves.
    let reference = unsafe BorrowedReference(node), previous = last ?? head
    node.preceding = previous
    previous?.object.following = reference
    last = reference
  }

  func removeConnected(_ node: AnyPropertyNode) {
    guard let previous = node.preceding else { return }
    previous.object.following = node.following
    if let next = node.following {
      next.object.preceding = previous
    } else {
      last = previous == head ? nil : previous
    }
    node.following = nil
    node.preceding = nil
  }

  func releaseReplaced() { if !replaced.isEmpty { replaced.removeAll(keepingCapacity: true) } }

  // MARK: Delivering

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
  /// The group that began. Its owner ends the delivery before it leaves, so no other delivery has this mark meanwhile.
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
    while let node = settled.removeFirst() { _ = node.with { $0.perform(.notify) } }
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

  /// In the gate of the head: queues an update.
  static func queueUpdate(_ head: AnyPropertyNode) { _ = enterOrQueue(head) }

  /// Enters the gate of the head, or queues an update there, unless one is waiting: it will read the sources as they are then.
  private static func enterOrQueue(_ head: AnyPropertyNode) -> Bool {
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

  var isEmpty: Bool { first == nil && heap == nil }

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
