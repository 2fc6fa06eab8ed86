public import Synchronization

/// A step of a node in the gate that depends on the type of its value.
@usableFromInline enum NodeStep {
  /// Notifies the observers of the delivered value.
  case notify
  /// Gives the delivered value to that dependency.
  case handOver(Dependency)
}

/// A node in the graph of properties. This class holds the parts that do not depend on the type of its value.
///
/// A node is a root, which is written, or derives from other nodes, its sources. A node with observers, or one that is a source
/// of a connected node, is connected: it is a member of its group, and stores the value delivered last.
@usableFromInline @safe class AnyPropertyNode: @unchecked Sendable {
  @usableFromInline final let group: PropertyGroup
  /// One more than the highest of its sources. A root is 0.
  @usableFromInline final let height: Int32
  /// The number of connected nodes of its group that this is a source of. For the owner of the gate, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var useCount: Int32 = 0
  /// Changed by `deinit` only, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var sources: [AnyPropertyNode]
  // In the gate. Created where the type of the value is known, so that clients have code for that type.
  // Computes the value to deliver; of a head, the current one. False if that is the same as before, which only a head can find.
  final let compute: (AnyPropertyNode) -> Bool
  final let perform: (AnyPropertyNode, NodeStep) -> Void

  /// The time until which the remembered value holds. Read by any thread, written under the lock.
  @usableFromInline final let through = Atomic(-1)
  /// Read by any thread, written in the gate.
  @usableFromInline final let isConnected = Atomic(false)
  /// Whether this may have an earlier version again: it is a `removeDuplicates`, derives from one, or perhaps selects one.
  @usableFromInline final let mayReturn: Bool
  /// Whether this is the head of its group.
  @usableFromInline final let isHead: Bool
  // In the gate: the neighbours in the list of its group's connected nodes. A connected node is alive: it has observers or
  // dependents, or a connected node derives from it.
  @safe @exclusivity(unchecked) final var following: BorrowedReference<AnyPropertyNode>?
  @safe @exclusivity(unchecked) final var preceding: BorrowedReference<AnyPropertyNode>?

  // For the owner of the gate, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline final var observers = ObserverList()
  /// The observers through which heads of other groups depend on this.
  @safe @exclusivity(unchecked) @usableFromInline final var dependents = ObserverList()
  /// The dependencies of a head on its sources, in their order. The first one of a flatMap is to the currently selected node.
  ///
  /// Retained as long as they are in this array.
  @safe @exclusivity(unchecked) @usableFromInline final var dependencies: [Unmanaged<Dependency>] = unsafe []
  // The link of the queue that holds this node.
  @safe @exclusivity(unchecked) final var next: BorrowedReference<AnyPropertyNode>?
  @safe @exclusivity(unchecked) final var child: BorrowedReference<AnyPropertyNode>?

  @usableFromInline init(
    _ group: PropertyGroup, _ sources: [AnyPropertyNode], mayReturn: Bool,
    compute: @escaping (AnyPropertyNode) -> Bool, perform: @escaping (AnyPropertyNode, NodeStep) -> Void
  ) {
    self.mayReturn = mayReturn || sources.contains { $0.mayReturn }
    self.group = group
    self.sources = sources
    self.compute = compute
    self.perform = perform
    height = sources.reduce(-1) { max($0, $1.height) } + 1
    isHead = group.head == nil
    // Every node of the group keeps the head alive; only nodes use the group.
    if isHead { group.head = unsafe BorrowedReference(self) }
  }

  // Properties may be nested deeply.
  deinit { DeferredRelease.release(&sources) }

  @inlinable final var isRoot: Bool { height == 0 }
  /// Whether this is a root that is never written.
  final var isConstant: Bool { isRoot && group.isConstant }
  /// In the gate: whether no change will follow.
  @usableFromInline final var isEnded: Bool { group.isEnded }

  // MARK: Parts that depend on the type

  /// Whether this notifies only when its value differs from the last one.
  var comparesValues: Bool { false }

  /// Counts the writes to this root from now on.
  @usableFromInline func track() {}
  /// Computes the value at that time, unless it is known; false if a root was written since.
  func refresh(at time: Int) -> Bool { true }
  /// In the gate: ends an observer that comes after the end.
  @usableFromInline func end(_ observer: AnyObserver) {}
  /// In the gate: notifies the observers of the end.
  func finish() {}
  /// In the gate: remembers the delivered value instead.
  func disconnect() {}
  /// A dependency on this node, for a node in another group.
  @usableFromInline func makeDependency(of node: AnyPropertyNode) -> Dependency { Dependency(of: node, on: self) }
  /// Of a derived head: dependencies on its sources, in their order.
  func makeDependencies() -> [Dependency] { sources.map { $0.makeDependency(of: self) } }

  // MARK: In the gate

  /// Of a root: whether all writes have been delivered. If so, its value is the delivered one.
  func catchUp() -> Bool { true }

  final func perform(_ step: NodeStep) { perform(self, step) }

  /// Of a derived head: updates in a delivery of its own.
  final func update() { group.deliver { update(&$0) } }

  /// Of a derived head: the sources may have changed, or ended.
  final func update(_ delivery: inout Delivery) {
    if !isConnected.load(ordering: .relaxed) { return }
    if compute(self) {
      delivery.settle(self)
    } else if mayReturn, group.noteUnchanged(through: group.delivered.through) {
      // Heads may have read a value that this node has had meanwhile.
      for node in group.connected { node.outdateDependents(&delivery) }
    }
    // A source was read at an earlier time than its last update, so that update did not schedule this node.
    if mayReturn, unsafe dependencies.indices.contains(where: { dependency($0) { $0.isOutdated } }) {
      Delivery.enterOrQueue(self)
    }
    for index in unsafe dependencies.indices where dependency(index, { $0.isAttached }) { return }
    delivery.end(group)
  }

  /// Of a derived head: receives the values of the sources at that time. Returns the span of these values; nil if a root was
  /// written since.
  @usableFromInline final func receive(at time: Int, _ versions: inout SourceVersions) -> Span? {
    var span = Span(version: -1, since: 0, through: .max)
    for index in unsafe dependencies.indices {
      guard let other = dependency(index, { $0.receive(at: time) }) else { return nil }
      (span.since, span.through) = (max(span.since, other.since), min(span.through, other.through))
      versions[index] = other.version
    }
    return span
  }

  /// Of a derived head that is connected.
  @inlinable final func dependency<Result>(_ index: Int, _ body: (Dependency) -> Result) -> Result {
    // Retained as long as it is in the array.
    unsafe dependencies[index]._withUnsafeGuaranteedRef(body)
  }

  /// This has changed, so the heads of other groups that derive from it are out of date.
  @usableFromInline final func outdateDependents(_ delivery: inout Delivery) {
    dependents.forEach { observer in
      // Only dependencies are in that list.
      let dependency = unsafe unsafeDowncast(observer, to: Dependency.self)
      // In the gate of the node, if inserted.
      if delivery.insert(dependency.node), dependency.isRemote { perform(.handOver(dependency)) }
    }
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

  /// Under the lock: whether the delivered value is valid for some time.
  @inlinable final var isReadable: Bool {
    isConnected.load(ordering: .acquiring) && (isHead || group.isPublished)
  }

  /// Under the lock: whether the delivered value is the value at that time.
  @inlinable final func isReadable(at time: Int) -> Bool {
    isReadable
      && (group.isRooted
        ? group.version.load(ordering: .relaxed) <= time : group.since <= time && time <= group.through)
  }

  /// The depth of nested nodes that a read computes by recursion.
  @usableFromInline static var recursionLimit: Int32 { 32 }

  /// Computes the nodes far below this, bottom up, so that reading this node needs no stack as deep as the graph.
  @usableFromInline final func refreshBelow(at time: Int) {
    var path: [(node: AnyPropertyNode, next: Int)] = [(self, 0)]
    while let (node, next) = path.last {
      if next < node.sources.count {
        path[path.count - 1].next += 1
        let source = node.sources[next]
        if source.height > Self.recursionLimit, !source.isKnown(at: time) { path.append((source, 0)) }
      } else {
        if node !== self, !node.refresh(at: time) { return }
        path.removeLast()
      }
    }
  }

  private final func isKnown(at time: Int) -> Bool {
    if through.load(ordering: .acquiring) >= time { return true }
    group.lock.lock()
    defer { group.lock.unlock() }
    return isReadable(at: time)
  }
}

/// The observer through which the head of a group depends on one of its sources, which are in other groups.
@usableFromInline class Dependency: AnyObserver {
  @usableFromInline final let node: AnyPropertyNode
  final let origin: AnyPropertyNode
  /// Whether this is a `RemoteDependency`.
  @usableFromInline final let isRemote: Bool
  // In the gate of the node, one access at a time.
  // The span of the known value of the source.
  @safe @exclusivity(unchecked) @usableFromInline final var span = Span(version: -1, since: -1, through: -1)

  @usableFromInline init(of node: AnyPropertyNode, on source: AnyPropertyNode, isRemote: Bool = false) {
    self.node = node
    self.isRemote = isRemote
    origin = source
    super.init(of: source)
  }

  @usableFromInline final override func remove(from source: AnyObject) {
    AnyPropertyNode.disconnect([(origin, self, true)])
  }

  /// Receives the value at that time, unless it is known. Returns its span; nil if a root was written since.
  @usableFromInline final func receive(at time: Int) -> Span? {
    if !origin.group.isUnchanged(since: span.through, at: time) {
      return read(at: time) ? span : nil
    }
    if span.through < time { span.through = time }
    return span
  }

  /// Reads the source at that time; false if a root was written since.
  func read(at time: Int) -> Bool { false }

  /// Whether the source has been updated for a later time than the known value is of, and has another one. If it is updated only
  /// after this, it finds that it was read ahead.
  final var isOutdated: Bool { origin.mayReturn && origin.group.isUnchanged(after: span) }
}
