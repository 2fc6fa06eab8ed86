public import Synchronization

/// Nodes that change together, in one gate: a head, and all nodes whose sources are in this group.
///
/// | state | guarded by | changed by |
/// |---|---|---|
/// | `version` | the lock, to write | a write to the root; the update of a derived head |
/// | a node's `settled` | the lock, to read | the owner of the gate |
/// | a node's delivered value | the lock while `settled` is `version`, else the gate | the owner of the gate |
/// | a node's saved value | the lock | readers |
/// | all else | the gate | its owner |
@usableFromInline final class PropertyGroup: SerialGate, @unchecked Sendable {
  /// Whether the head is a root, and whether that is never written.
  @usableFromInline let isRooted: Bool, isConstant: Bool
  /// Under the lock, one access at a time: whether writes to the root are counted, because a node derives from it.
  @safe @exclusivity(unchecked) @usableFromInline var isTracked = false
  /// For the owner of the gate, one access at a time: whether no change will follow.
  @safe @exclusivity(unchecked) @usableFromInline var isEnded: Bool
  /// For the owner of the gate, one access at a time: whether observers have to be notified of new values, and of the end.
  @safe @exclusivity(unchecked) private(set) var hasSettled = false
  @safe @exclusivity(unchecked) private var isEnding = false
  /// The last write to the root, or the delivered version of a derived head. `Int.max` is stored before a write gets its number, so a
  /// reader without the lock that knows this number sees that the root was written.
  @usableFromInline let version = Atomic(0)

  /// Changed by the owner of the gate. Other threads may see an earlier version until the owner has locked.
  @usableFromInline let deliveredVersion = Atomic(0)

  // For the owner of the gate, one access at a time.
  // The heads of other groups that have to update, a list. Each is retained as long as it is in the list.
  @safe @exclusivity(unchecked) @usableFromInline var firstHead: BorrowedReference<AnyPropertyNode>?
  @safe @exclusivity(unchecked) private var lastHead: BorrowedReference<AnyPropertyNode>?
  /// The first node of the group. It is a source of every other node, or of one of its sources, and so kept alive.
  @safe @exclusivity(unchecked) @usableFromInline var head: BorrowedReference<AnyPropertyNode>?
  /// The node that was connected last; nil if only the head is. From the head to this, the connected nodes are a list in the
  /// order in which they were connected, so each comes after its sources.
  @safe @exclusivity(unchecked) @usableFromInline var last: BorrowedReference<AnyPropertyNode>?

  /// The time of the scheduled update of the head, which is in the list of a delivery or in the queue of the gate; -1 if none is
  /// scheduled.
  let scheduled = Atomic(-1)
  // In the delivery that has scheduled the head: the next scheduled one.
  @safe @exclusivity(unchecked) private var nextScheduled: BorrowedReference<AnyPropertyNode>?

  @usableFromInline init(isRooted: Bool, isConstant: Bool = false) {
    self.isRooted = isRooted
    self.isConstant = isConstant
    isEnded = isConstant
    super.init()
    #if DEBUG
      lock.holder.belongsToProperty()
    #endif
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

  /// The version of the last delivery, or of the one that is under way.
  @inlinable var delivered: Int { deliveredVersion.load(ordering: .relaxed) }

  /// The last write to the root; the time of the last reading of a derived head. Later than now during a write, and while the
  /// delivered value is unrecorded.
  var lastChange: Int {
    let version = version.load(ordering: .acquiring)
    if isRooted || version == Reading<Void>.unrecorded { return version }
    // Every node of the group keeps the head alive. Times are not negative.
    return max(0, head?.with { $0.through.load(ordering: .acquiring) } ?? 0)
  }

  // MARK: The list of connected nodes, in the gate

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

  // MARK: Delivering, in the gate

  /// The head has changed: computes the nodes that change with it.
  @usableFromInline func settle(_ head: AnyPropertyNode) {
    var next = head.following
    while let node = next {
      next = node.with { node in
        node.compute(node, delivered)
        return node.following
      }
    }
    hasSettled = true
  }

  /// The head has a new version of an equal value. Only the heads that depend on the group are notified: they may have read a value
  /// that it has had between.
  func relabel() {
    let nodes = connected
    for node in nodes { node.settled.store(delivered, ordering: .releasing) }
    for node in nodes { node.observers.forEach { $0.versionChanged() } }
  }

  /// No change will follow.
  func end() {
    if isEnded { return }
    isEnded = true
    isEnding = true
  }

  /// Notifies the observers of the settled nodes, then of the end; and then the heads that depend on the group.
  @usableFromInline func deliver() {
    notify()
    updateHeads()
  }

  private func notify() {
    // The list stays as it is meanwhile: nodes are connected and disconnected by work of their own.
    var next = hasSettled ? head : nil
    hasSettled = false
    while let node = next {
      next = node.with { node in
        if !node.observers.isEmpty { node.notify(node) }
        return node.following
      }
    }
    if !isEnding { return }
    isEnding = false
    for node in connected { node.finish() }
  }

  /// Schedules an update of a head in another group, or moves a scheduled one to a later time. The time is that of the change, not
  /// now: after a write elsewhere, each head would have to look at all that it derives from.
  func schedule(_ head: AnyPropertyNode, at time: Int? = nil) {
    if !head.group.setScheduled(time ?? lastChange) { return }
    // Released by `updateHeads`, so the reference is valid until then.
    let reference = unsafe BorrowedReference(Unmanaged.passRetained(head).takeUnretainedValue())
    head.group.nextScheduled = nil
    if let lastHead { lastHead.with { $0.group.nextScheduled = reference } } else { firstHead = reference }
    lastHead = reference
  }

  /// Sets the time of the scheduled update, unless that is later already; false if an update was scheduled.
  private func setScheduled(_ time: Int) -> Bool {
    var last = scheduled.load(ordering: .relaxed)
    // Not `max`, which ThreadSanitizer does not see.
    while true {
      let attempt = scheduled.compareExchange(
        expected: last, desired: max(last, time), ordering: .acquiringAndReleasing)
      if attempt.exchanged { return last < 0 }
      last = attempt.original
    }
  }

  /// Schedules another update of its own head, after this one.
  @usableFromInline func scheduleAgain(_ head: AnyPropertyNode) {
    if setScheduled(WriteClock.now) { performLater { head.updateAndDeliver() } }
  }

  /// Updates the scheduled heads, and the heads that change with them: in a loop, because graphs may be deep.
  @usableFromInline func updateHeads() {
    while let first = firstHead {
      // The reference that `schedule` retained.
      let head = unsafe first.reference.takeRetainedValue()
      firstHead = head.group.nextScheduled
      if firstHead == nil { lastHead = nil }
      if !head.group.enter(), !head.group.enterOrQueue({ head.updateAndDeliver() }) { continue }
      head.updateAsScheduled()
      head.group.notify()
      takeHeads(of: head.group)
      head.group.leave()
    }
  }

  private func takeHeads(of group: PropertyGroup) {
    guard let first = group.firstHead else { return }
    if let lastHead { lastHead.with { $0.group.nextScheduled = first } } else { firstHead = first }
    lastHead = group.lastHead
    (group.firstHead, group.lastHead) = (nil, nil)
  }
}
