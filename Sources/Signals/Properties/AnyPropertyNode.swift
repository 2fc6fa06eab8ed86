import Synchronization

/// A property inside the graph of properties. What does not depend on the type of its value.
///
/// A node is a root, which is written, or it derives from other nodes, its sources. It remembers its last value. While it has
/// observers it is an observer of its sources.
///
/// Nodes form groups. A group has one gate, that of its hub: a root, or a node whose sources are in several groups. A node
/// whose sources are all in one group belongs to that group. A change of the hub is delivered in the gate:
///
/// 1. The value goes to the observers of the hub, and through maps to theirs.
/// 2. Nodes of the group with several sources are scheduled by that, and settle in the order of their heights: when a node
///    settles, all that it is made of has settled, so it computes once and never sees a mix of old and new.
/// 3. Hubs of other groups that are made of changed nodes update, in the order of their heights, each in its own gate: a hub
///    reads its sources as they are at one time, and delivers what it has become.
///
/// Steps 2 and 3 are loops over a queue, so the depth of a graph is not the depth of the stack.
@usableFromInline class AnyPropertyNode: AnySubject, @unchecked Sendable {
  /// The hub, if it is not this.
  @usableFromInline final let carrier: AnyPropertyNode?
  @inlinable final var hub: AnyPropertyNode { carrier ?? self }
  /// One more than the highest of its sources. A root is 0.
  @usableFromInline final let height: Int
  // Changed by `deinit` only.
  @exclusivity(unchecked) @usableFromInline final var sources: [AnyPropertyNode]
  /// Whether this notifies only when its value differs from the last one.
  final let comparesValues: Bool
  /// In the gate: computes, and delivers what has changed.
  private final let settleBody: (AnyPropertyNode) -> Void
  /// Of a flatMap: the node that is selected now.
  final let selected: (() -> AnyPropertyNode)?

  // Under the lock: when the remembered value is there. A root's is there until the next write.
  @exclusivity(unchecked) @usableFromInline final var version: Int
  @exclusivity(unchecked) @usableFromInline final var since: Int
  /// Read by any thread, written under the lock.
  @usableFromInline final let through = Atomic(-1)

  // For the owner of the hub's gate, one access at a time.
  @exclusivity(unchecked) @usableFromInline final var isEnded = false
  @exclusivity(unchecked) final var isScheduled = false
  /// Whether a source in the group has changed since this settled.
  @exclusivity(unchecked) @usableFromInline final var hasChangedSource = false
  /// How many nodes read the delivered value of this one from it, instead of receiving it.
  @exclusivity(unchecked) @usableFromInline final var deliveredReaders = 0

  /// The observers of the sources.
  @exclusivity(unchecked) final var connections: [AnyObserver] = []
  /// Of a flatMap: the node that is observed as the selected one, by the last of the connections.
  @exclusivity(unchecked) final var followed: AnyPropertyNode?

  // Of a hub, for the owner of its gate, one access at a time.
  /// What was delivered last. Of a derived hub, `through` is -1 before it has observers, and `version` before it has delivered.
  @exclusivity(unchecked) @usableFromInline final var delivered: Span
  /// Nodes of the group that have to settle.
  @exclusivity(unchecked) final var scheduled = NodeQueue()
  /// Hubs of other groups that have to update.
  @exclusivity(unchecked) final var outdated = NodeQueue()
  @exclusivity(unchecked) @usableFromInline final var hasWork = false

  @usableFromInline init(
    sources: [AnyPropertyNode], ridesOn carrier: AnyPropertyNode?, comparesValues: Bool,
    selected: (() -> AnyPropertyNode)?, settle: @escaping (AnyPropertyNode) -> Void
  ) {
    self.selected = selected
    settleBody = settle
    self.comparesValues = comparesValues
    self.sources = sources
    self.carrier = carrier
    height = sources.reduce(-1) { max($0, $1.height) } + 1
    version = sources.isEmpty ? 0 : -1
    since = version
    delivered = Span(version: version, since: version, through: version)
    isRoot = sources.isEmpty
    super.init()
  }

  @usableFromInline final let isRoot: Bool
  /// Whether this is a root that is never written.
  @usableFromInline var isConstant: Bool { false }

  final override func remove(_ observer: AnyObserver) { Self.disconnect([(self, observer)]) }

  // MARK: What depends on the type

  /// From now on, writes to this are counted.
  @usableFromInline func track() {}
  /// Computes the value at that time, if it is not remembered; false if a root was written since.
  func refresh(at time: Int) -> Bool { true }
  /// In the gate: all sources have ended.
  func finish() {}
  /// In the gate: an observer of this that has ended.
  func end(_ observer: AnyObserver) {}
  /// In the gate: an observer of this that schedules a node which derives from it.
  func makeNotice(for node: AnyPropertyNode) -> AnyObserver { preconditionFailure("only typed nodes have observers") }
  /// In the gate: begins and ends observing the sources.
  func connect(_ steps: inout ConnectionSteps) {}
  func disconnect(_ steps: inout DisconnectionSteps) {}
  /// In the gate: keeps the delivered value, for one more node that reads it or for one less.
  func keepDelivered() {}
  func dropDelivered() {}

  // MARK: In the gate of the hub

  /// A source of this has changed or ended: it settles in this delivery, or updates after it.
  ///
  /// - Parameter source: The hub that delivers.
  final func schedule(by source: AnyPropertyNode, hasChanged: Bool = false) {
    source.hasWork = true
    if hub === source {
      if hasChanged { hasChangedSource = true }
      if isScheduled { return }
      isScheduled = true
      source.scheduled.insert(self)
    } else {
      source.outdated.insert(self)
    }
  }

  /// Computes, delivers what has changed, and ends with the sources.
  final func settle() {
    if observers.isEmpty { return }
    if carrier == nil {
      settleBody(self)
    } else if hasChangedSource {
      hasChangedSource = false
      settleBody(self)
    }
    for connection in connections where connection.isAttached { return }
    if connections.isEmpty { return }
    connections = []
    finish()
  }

  /// Observes the selected node in place of the one before.
  @usableFromInline final func follow() {
    guard let followed, let selected else { return }
    let node = selected()
    if node === followed { return }
    self.followed = node
    if let old = connections.popLast(), old.detach() != nil { Self.disconnect([(followed, old)]) }
    let notice = node.makeNotice(for: self)
    connections.append(notice)
    Self.connect([Crossing(source: node, node: self, observer: notice)])
  }

  /// Settles what a delivery has scheduled.
  @usableFromInline final func settleGroup() {
    settleScheduled()
    hasWork = false
    if outdated.isEmpty { return }
    // Taken out, for updates may come back to this group, and put back for its memory.
    var updates = NodeQueue()
    swap(&updates, &outdated)
    Self.update(&updates)
    if outdated.isEmpty { swap(&updates, &outdated) }
  }

  /// The same, but for hubs of other groups: those are added to `updates`.
  final func settleGroup(_ updates: inout NodeQueue) {
    settleScheduled()
    while let hub = outdated.removeFirst() { updates.insert(hub) }
    hasWork = false
  }

  /// Of a hub: makes `delivered` say what is so. Nothing was delivered to nodes that are not observed.
  @usableFromInline final func prepare() {
    if isRoot { return }
    if delivered.through < 0 {
      delivered = Span(version: -1, since: 0, through: WriteClock.now)
    } else {
      settle()
      if hasWork { settleGroup() }
    }
  }

  private final func settleScheduled() {
    while let node = scheduled.removeFirst() {
      node.isScheduled = false
      node.settle()
    }
  }

  // MARK: For any thread

  /// Updates hubs, and those that change with them.
  static func update(_ updates: inout NodeQueue) {
    while let hub = updates.removeFirst() {
      // One that several nodes have scheduled.
      if updates.first === hub { continue }
      if hub.enter()
        || hub.enterOrQueue({
          hub.settle()
          hub.settleGroup()
        })
      {
        hub.settle()
        hub.settleGroup(&updates)
        hub.leave()
      }
    }
  }

  /// Whether each write to that root notifies the observers of this, even if it makes no difference.
  final func notifies(ofWritesTo root: AnyPropertyNode) -> Bool {
    var open: [AnyPropertyNode] = [self], seen: Set<ObjectIdentifier> = []
    while let node = open.popLast() {
      if node === root { return true }
      if !node.comparesValues { open += node.sources.filter { seen.insert(ObjectIdentifier($0)).inserted } }
    }
    return false
  }

  /// How many nested nodes are read by recursion.
  @usableFromInline static var recursionLimit: Int { 32 }

  /// Computes what is far below this, from the bottom up, so that reading this does not need a stack as deep as the graph.
  @usableFromInline final func refreshBelow(at time: Int) {
    guard let first = sourceBelow(at: time) else { return }
    var path = [self, first]
    while let node = path.last {
      if let source = node.sourceBelow(at: time) {
        path.append(source)
      } else {
        if node !== self, !node.refresh(at: time) { return }
        path.removeLast()
      }
    }
  }

  /// A source far above the roots whose value at that time is not remembered.
  private final func sourceBelow(at time: Int) -> AnyPropertyNode? {
    sources.first { $0.height > Self.recursionLimit && $0.through.load(ordering: .acquiring) < time }
  }
}
