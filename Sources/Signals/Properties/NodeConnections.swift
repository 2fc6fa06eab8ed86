import Synchronization

/// The remaining work of connecting nodes: loops perform it, because graphs may be deep.
struct Connections {
  /// Dependencies on nodes of other groups.
  var remote: [Dependency] = []
  /// The heads with these dependencies.
  var heads: [AnyPropertyNode] = []
  var haveEndedSource = false
}

/// Observers to remove from their sources.
typealias Disconnections = [(source: AnyPropertyNode, observer: AnyObserver, isDependency: Bool)]

extension AnyPropertyNode {
  // MARK: Connecting

  /// In the gate, with the head up to date: adds an observer. The first observer makes this node depend on its sources.
  @usableFromInline final func attach(_ observer: AnyObserver, isDependency: Bool = false) {
    let time = WriteClock.now
    var connections = Connections()
    add(observer, isDependency: isDependency, &connections)
    if !connections.heads.isEmpty { group.connect(connections, since: time) }
  }

  /// In the gate, with the head up to date: adds an observer or a dependency.
  final func add(_ observer: AnyObserver, isDependency: Bool, _ connections: inout Connections) {
    if isEnded {
      if !isDependency { return end(observer) }
      _ = observer.detach()
      return connections.haveEndedSource = true
    }
    if isDependency { dependents.append(observer) } else { observers.append(observer) }
    // A root needs only its list. An observer that was disposed before its turn is not in the list.
    if isUsed, !isConnected.load(ordering: .relaxed) { connect(&connections) }
  }

  /// In the gate: updates the head, if it is derived and connected.
  @usableFromInline final func updateHead() {
    guard let head = group.head?.object, !head.isRoot else { return }
    head.update()
  }

  /// Whether this node must be connected. A root needs only its list to notify observers.
  private final var isUsed: Bool { useCount > 0 || !dependents.isEmpty || !isRoot && !observers.isEmpty }

  /// In the gate: connects this node and the nodes of its group that it derives from. They compute, each after its sources, unless
  /// a write waits: then they compute when it is delivered.
  private final func connect(_ connections: inout Connections) {
    var nodes = [self], next = 0
    while next < nodes.count {
      let node = nodes[next]
      next += 1
      if node.isHead, !node.isRoot { node.dependOnSources(&connections) }
      for source in node.sources where !node.isHead && source.group === group {
        source.useCount += 1
        if source.useCount == 1, !source.isConnected.load(ordering: .relaxed) { nodes.append(source) }
      }
    }
    nodes.sort { $0.height < $1.height }
    let isUpToDate = group.head?.object.catchUp() ?? true
    for node in nodes {
      if isUpToDate { _ = node.compute(node) }
      group.appendConnected(node)
      // Releases the value to readers.
      node.isConnected.store(true, ordering: .releasing)
    }
    if isUpToDate { group.published.store(group.delivered, ordering: .releasing) }
  }

  /// Of a derived head: creates the dependencies on its sources.
  private final func dependOnSources(_ connections: inout Connections) {
    connections.heads.append(self)
    for dependency in origins.map({ Dependency(of: self, on: $0) }) {
      unsafe dependencies.append(.passRetained(dependency))  // released on disconnection
      connections.remote.append(dependency)
    }
  }

  /// In the gate of a flatMap: follows the selected node, in place of the one before.
  @usableFromInline final func follow(_ node: AnyPropertyNode, at time: Int) {
    // Retained as long as it is in the array.
    if unsafe dependencies[0]._withUnsafeGuaranteedRef({ $0.origin === node }) { return }
    let dependency = Dependency(of: self, on: node)
    let old = unsafe dependencies[0].takeRetainedValue()  // retained where it was added, as the new one is
    unsafe dependencies[0] = .passRetained(dependency)
    if old.detach() != nil { Self.disconnect([(old.origin, old, true)]) }
    group.connect(Connections(remote: [dependency], heads: [self]), since: time)
  }

  // MARK: Disconnecting

  /// Removes observers. A node without observers does not depend on its sources.
  static func disconnect(_ disconnections: Disconnections) {
    var rest = disconnections
    while let (source, observer, isDependency) = rest.popLast() {
      if source.group.enter()
        || source.group.enterOrQueue({ disconnect(source.remove(observer, isDependency: isDependency)) })
      {
        rest += source.remove(observer, isDependency: isDependency)
        source.group.leave()
      }
    }
  }

  /// In the gate: removes an observer.
  ///
  /// - Returns: The observers to remove in other groups.
  final func remove(_ observer: AnyObserver, isDependency: Bool) -> Disconnections {
    if isDependency { dependents.remove(observer) } else { observers.remove(observer) }
    if isUsed || !isConnected.load(ordering: .relaxed) { return [] }
    var open = [self], rest: Disconnections = []
    while let node = open.popLast() {
      node.disconnect()
      group.removeConnected(node)
      for source in node.sources where !node.isHead && source.group === group {
        source.useCount -= 1
        if !source.isUsed { open.append(source) }
      }
      let dependencies = unsafe node.dependencies.map { unsafe $0.takeRetainedValue() }
      node.dependencies = unsafe []
      for dependency in dependencies where dependency.detach() != nil {
        rest.append((dependency.origin, dependency, true))
      }
    }
    return rest
  }
}

extension PropertyGroup {
  /// In the gate: attaches dependencies to sources in other groups. Then the heads with these dependencies update, if a root
  /// was written since they were connected.
  func connect(_ connections: Connections, since time: Int) {
    var rest = connections
    while let dependency = rest.remote.popLast() {
      let source = dependency.origin, group = source.group
      let isOwner =
        group.enter()
        || group.enterOrQueue {
          source.updateHead()
          source.attach(dependency, isDependency: true)
          group.deliver { $0.schedule(dependency.node) }
        }
      if isOwner {
        source.updateHead()
        source.add(dependency, isDependency: true, &rest)
        group.leave()
      }
    }
    if rest.haveEndedSource || WriteClock.now != time {
      var delivery = Delivery()
      for head in rest.heads { delivery.schedule(head) }
      delivery.update()
    }
  }
}
