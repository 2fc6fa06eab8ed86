public import Synchronization

/// A node in the graph of properties, which the article *Internals* explains. This class holds the parts that do not depend on the
/// type of its value.
@usableFromInline @safe class AnyPropertyNode: @unchecked Sendable {
  @usableFromInline final let group: PropertyGroup
  @usableFromInline final let isRoot: Bool, isHead: Bool
  /// Read by any thread, written in the gate.
  @usableFromInline final let isConnected = Atomic(false)
  /// One more than the highest of its sources.
  final let height: Int32
  /// The number of connected nodes of its group that this is a source of. For the owner of the gate, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var useCount: Int32 = 0
  /// Changed by `deinit` only, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var sources: [AnyPropertyNode]
  // In the gate: settles this node, or updates a derived head; and notifies the observers of the delivered value. Created where the
  // type of the value is known, so that clients have code for that type.
  final let compute: (AnyPropertyNode, Int) -> Void, notify: (AnyPropertyNode) -> Void

  // The memo: under the lock, except that any thread may read `through`.
  @usableFromInline final let through = Atomic(-1)
  @safe @exclusivity(unchecked) @usableFromInline final var memoVersion = -1
  @safe @exclusivity(unchecked) @usableFromInline final var memoSince = -1
  /// The version of the delivered value; -1 if there is none. While it is that of the group, readers may read the value under the
  /// lock, because the owner of the gate changes the group's version under the lock before it changes the value.
  @usableFromInline final let settled = Atomic(-1)
  // For the owner of the gate, one access at a time.
  // The neighbours in the list of its group's connected nodes. These are alive: each has observers, or is a source of another one.
  @safe @exclusivity(unchecked) final var following: BorrowedReference<AnyPropertyNode>?
  @safe @exclusivity(unchecked) final var preceding: BorrowedReference<AnyPropertyNode>?
  /// The observers of the property, and the dependencies of heads of other groups that derive from it.
  @safe @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  /// The dependencies of a head on its sources, in their order. The first one of a flatMap is on the currently selected node.
  @safe @exclusivity(unchecked) @usableFromInline final var dependencies: [AnyObserver] = []

  @usableFromInline init(
    _ group: PropertyGroup, _ sources: [AnyPropertyNode], compute: @escaping (AnyPropertyNode, Int) -> Void,
    notify: @escaping (AnyPropertyNode) -> Void
  ) {
    self.group = group
    self.sources = sources
    self.compute = compute
    self.notify = notify
    isRoot = sources.isEmpty
    height = sources.reduce(-1) { max($0, $1.height) } + 1
    isHead = group.head == nil
    // Every node of the group keeps the head alive; only nodes use the group.
    if isHead { group.head = unsafe BorrowedReference(self) }
  }

  // Properties may be nested deeply.
  deinit { DeferredRelease.release(&sources, leaving: []) }

  /// Whether this is a root that is never written.
  final var isConstant: Bool { isRoot && group.isConstant }
  /// In the gate: whether no change will follow.
  @usableFromInline final var isEnded: Bool { group.isEnded }

  // MARK: Parts that depend on the type

  /// Whether this notifies only when its value differs from the last one.
  var comparesValues: Bool { false }

  /// Counts the writes to this root from now on.
  @usableFromInline func track() {}
  /// In the gate: notifies the observers of the end.
  func finish() {}
  /// In the gate: saves the delivered value instead.
  func disconnect() {}
  /// Of a derived head: the nodes that it depends on.
  var origins: [AnyPropertyNode] { sources }
  /// In the gate, before an update: the dependency of a `flatMap` on a node that it did not follow before, to be attached.
  func followSelection() -> (source: AnyPropertyNode, dependency: AnyObserver)? { nil }
  /// A dependency of that head on this.
  func makeDependency(of head: AnyPropertyNode) -> AnyObserver { AnyObserver(of: self) }

  // MARK: In the gate

  /// Of a root: whether all writes have been delivered. If so, its value is the delivered one.
  func catchUp() -> Bool { true }

  /// Of a derived head: the sources may have changed by that time, or ended.
  final func update(at time: Int) {
    if !isConnected.load(ordering: .relaxed) { return }
    // Sources that end later schedule another update, which reads their last values.
    let mayEnd = haveSourcesEnded, version = group.delivered
    compute(self, time)
    if group.delivered != version, !group.hasSettled { group.relabel() }
    if mayEnd, haveSourcesEnded { group.end() }
  }

  private final var haveSourcesEnded: Bool {
    for index in dependencies.indices where dependencies[index].isAttached { return false }
    return true
  }

  /// Of a derived head: performs the scheduled update.
  final func updateAsScheduled() {
    // A change from here on schedules another one. Following may call out, and so cause one.
    let time = group.scheduled.exchange(-1, ordering: .acquiringAndReleasing)
    followSources()
    // Never earlier than the last reading, so that a head never goes back.
    update(at: max(time, group.lastChange))
  }

  /// The same, as work that has waited for the gate.
  final func updateAndDeliver() {
    updateAsScheduled()
    group.deliver()
  }

  // MARK: For any thread

  /// Whether each write to that root notifies the observers of this node, even without a change of its value.
  final func notifies(ofWritesTo root: AnyPropertyNode) -> Bool {
    var open: [AnyPropertyNode] = [self], seen: Set<ObjectIdentifier> = []
    while let node = open.popLast() {
      if node === root { return true }
      if !node.comparesValues {
        open += node.sources.filter { seen.insert(ObjectIdentifier($0)).inserted }
      }
    }
    return false
  }

  /// Whether this is connected, and changes whenever its head does.
  @inlinable final var followsHead: Bool { !isHead && isConnected.load(ordering: .acquiring) }

  /// Under the lock: whether the delivered value is that of the group's version.
  @inlinable final var isSettled: Bool {
    followsHead && settled.load(ordering: .acquiring) == group.version.load(ordering: .relaxed)
  }

  /// Under the lock: whether the delivered value is the value at that time.
  @inlinable final func deliveredHolds(at time: Int) -> Bool {
    if !isSettled { return false }
    let version = group.version.load(ordering: .relaxed)
    if group.isRooted { return version <= time }
    // Every node of the group keeps the head alive.
    return group.head?.with { $0.memoVersion == version && $0.memoHolds(at: time) } ?? false
  }

  /// Under the lock: whether the saved value is the value at that time. In the group of a root, it is as long as the root is
  /// not written.
  @inlinable final func memoHolds(at time: Int) -> Bool { memoSince <= time && memoHolds(until: time) }

  @inlinable final func memoHolds(until time: Int) -> Bool {
    let through = through.load(ordering: .acquiring)
    return through >= time || group.isRooted && through >= group.version.load(ordering: .acquiring)
  }
}
