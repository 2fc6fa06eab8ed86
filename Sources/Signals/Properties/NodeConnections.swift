import Synchronization

/// Observers, and the nodes that they observe or have observed.
@usableFromInline typealias Observations = [(source: AnyPropertyNode, observer: AnyObserver)]

/// The remaining work of connecting nodes: loops perform it, because graphs may be deep.
struct Connections {
  /// Dependencies on nodes of other groups; the last one is next. One in an entered gate waits for what the head there follows.
  var dependencies: [(source: AnyPropertyNode, dependency: AnyObserver, isEntered: Bool)] = []
  /// The heads with these dependencies.
  var heads: [AnyPropertyNode] = []
}

extension AnyPropertyNode {
  // MARK: Connecting

  /// In the gate: adds an observer, unless no change will follow. The first observer makes this node depend on its sources.
  @usableFromInline final func attach(_ observer: AnyObserver) {
    let time = WriteClock.now
    var connections = Connections()
    group.head?.object.followSources()
    add(observer, &connections)
    if !connections.heads.isEmpty { group.connect(connections, since: time) }
  }

  /// Before an update: depends on the nodes that are its sources now. May deliver them.
  final func followSources() {
    let time = WriteClock.now
    guard let next = followSelection() else { return }
    group.connect(Connections(dependencies: [(next.source, next.dependency, isEntered: false)]), since: time)
  }

  /// In the gate: adds an observer after an update of the head, which notifies the others. They may write, so this is connected first.
  final func add(_ observer: AnyObserver, _ connections: inout Connections) {
    // If it is disposed from here on, its removal will wait for the gate.
    if !observer.isAttached { return }
    let head = group.head?.object
    if let head, !head.isRoot { head.update(at: WriteClock.now) }
    // A root needs only its list.
    if !isEnded, !isRoot, !isConnected.load(ordering: .relaxed) { connect(&connections) }
    group.deliver()
    if !isEnded { observers.append(observer) }
  }

  /// Whether this node must be connected. A root needs only its list to notify observers.
  private final var isUsed: Bool { useCount > 0 || !isRoot && !observers.isEmpty }

  /// In the gate: connects this node and its sources in the group. They compute now, or at the delivery of a queued write.
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
      group.appendConnected(node)
      node.isConnected.store(true, ordering: .releasing)
    }
    // All are connected before: the release of a value that readers have computed may call out, and read them.
    if !isUpToDate { return }
    // A derived head settles the others after it.
    if let head = nodes.first, head.isHead, !head.isRoot { return head.compute(head, WriteClock.now) }
    for node in nodes { node.compute(node, WriteClock.now) }
  }

  /// Of a derived head: creates the dependencies on its sources.
  private final func dependOnSources(_ connections: inout Connections) {
    connections.heads.append(self)
    for source in origins {
      let dependency = source.makeDependency(of: self)
      dependencies.append(dependency)
      connections.dependencies.append((source, dependency, isEntered: false))
    }
  }

  // MARK: Disconnecting

  /// Removes observers. A node without observers does not depend on its sources.
  @usableFromInline static func disconnect(_ observations: Observations) {
    var rest = observations
    while let (source, observer) = rest.popLast() {
      if source.group.enter() || source.group.enterOrQueue({ disconnect(source.remove(observer)) }) {
        rest += source.remove(observer)
        source.group.leave()
      }
    }
  }

  /// In the gate: removes an observer.
  ///
  /// - Returns: The dependencies to remove in other groups.
  @usableFromInline final func remove(_ observer: AnyObserver) -> Observations {
    observers.remove(observer)
    if isUsed || !isConnected.load(ordering: .relaxed) { return [] }
    var open = [self], rest: Observations = []
    while let node = open.popLast() {
      node.disconnect()
      group.removeConnected(node)
      for source in node.sources where !node.isHead && source.group === group {
        source.useCount -= 1
        if !source.isUsed { open.append(source) }
      }
      let dependencies = node.dependencies
      node.dependencies = []
      for dependency in dependencies {
        guard let source = dependency.detach() else { continue }
        // The source of a dependency is a node.
        rest.append((unsafe unsafeDowncast(source, to: AnyPropertyNode.self), dependency))
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
    while let (source, dependency, isEntered) = rest.dependencies.popLast() {
      let group = source.group
      let isOwner =
        isEntered || group.enter()
        || group.enterOrQueue {
          source.attach(dependency)
          dependency.versionChanged()
          if source.isEnded { dependency.complete() }
          group.updateHeads()
        }
      if !isOwner { continue }
      if !isEntered, let next = group.head?.object.followSelection() {
        rest.dependencies += [(source, dependency, isEntered: true), (next.source, next.dependency, isEntered: false)]
        continue
      }
      source.add(dependency, &rest)
      if source.isEnded { dependency.complete() }
      group.updateHeads()
      group.leave()
    }
    if WriteClock.now != time {
      for head in rest.heads { schedule(head, at: WriteClock.now) }
      updateHeads()
    }
  }
}
