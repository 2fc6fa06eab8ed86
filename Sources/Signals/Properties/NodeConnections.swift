/// What is left to do while nodes begin to depend on their sources: in loops, for graphs may be deep.
struct Connections {
  /// Dependencies on nodes of other groups.
  var remote: [(source: AnyPropertyNode, dependency: Dependency)] = []
  /// The heads that have them.
  var heads: [AnyPropertyNode] = []
  var haveEndedSource = false
}

/// Observers that are to be taken off their sources.
typealias Disconnections = [(source: AnyPropertyNode, observer: AnyObserver, isDependency: Bool)]

extension AnyPropertyNode {
  // MARK: Connecting

  /// In the gate: adds an observer. If it is the first, this depends on its sources from now on.
  ///
  /// - Parameter needsValue: Whether this has to have a delivered value.
  @usableFromInline final func attach(
    _ observer: AnyObserver, isDependency: Bool = false, needsValue: Bool
  ) {
    let time = WriteClock.now
    var connections = Connections()
    add(observer, isDependency: isDependency, &connections, needsValue: needsValue)
    if !connections.heads.isEmpty { group.connect(connections, since: time) }
  }

  /// In the gate: the same for an observer or a dependency.
  final func add(
    _ observer: AnyObserver, isDependency: Bool, _ connections: inout Connections, needsValue: Bool
  ) {
    // What is connected without a value may have changed since.
    updateHead(needsValue: needsValue || !isHead)
    var nodes: [AnyPropertyNode] = [], next = 0
    append(observer, isDependency: isDependency, &nodes, &connections)
    while next < nodes.count {
      nodes[next].dependOnSources(&nodes, &connections)
      next += 1
    }
    if needsValue, nodes.isEmpty, !isRoot, !isEnded { nodes.append(self) }
    nodes.removeAll { $0.deliveredVersion >= 0 }
    if nodes.isEmpty { return }
    _ = WriteClock.reading { time in
      nodes.allSatisfy { $0.perform(.connect(time: time, isNeeded: needsValue && $0 === self)) } ? true : nil
    }
    if !group.isRooted { return }
    group.lock.lock()
    // Nothing is queued, so all of the group is as it was delivered.
    if group.word.load(ordering: .relaxed) == SerialGate.taken {
      group.published.store(group.version.load(ordering: .relaxed), ordering: .releasing)
    }
    group.lock.unlock()
  }

  /// In the gate: delivers what has changed of a head that is connected.
  private final func updateHead(needsValue: Bool) {
    if group.isRooted { return }
    let head = head
    if !head.isConnected.load(ordering: .relaxed) { return }
    if needsValue { head.needsValue = true }
    group.deliver { head.update(&$0) }
    head.needsValue = false
  }

  private final func append(
    _ observer: AnyObserver, isDependency: Bool, _ nodes: inout [AnyPropertyNode], _ connections: inout Connections
  ) {
    if isEnded {
      guard isDependency else { return end(observer) }
      _ = observer.detach()
      // The parameter says so.
      return unsafeDowncast(observer, to: Dependency.self).node.sourceHasEnded(&connections)
    }
    if isDependency {
      let isFirst = dependents.isEmpty
      dependents.append(observer)
      if isFirst, !dependents.isEmpty { nodes.append(self) }
    } else {
      let isFirst = observers.isEmpty && dependents.isEmpty
      observers.append(observer)
      if isFirst, !isRoot, !observers.isEmpty { nodes.append(self) }
    }
  }

  private final func dependOnSources(_ nodes: inout [AnyPropertyNode], _ connections: inout Connections) {
    if isConnected.load(ordering: .relaxed) { return }
    isConnected.store(true, ordering: .relaxed)
    if isRoot { return }
    if isHead { connections.heads.append(self) }
    let selects = isHead && perform(.select)
    // Dependencies are released when this is disconnected.
    for source in sources {
      if isHead {
        let dependency = selects ? Dependency(of: self, on: source) : source.makeDependency(of: self)
        dependencies.append(.passRetained(dependency))
        if source.isConstant {
          _ = dependency.detach()
          connections.haveEndedSource = true
        } else {
          connections.remote.append((source, dependency))
        }
      } else if source.isConstant {
        sourceHasEnded(&connections)
      } else {
        let dependency = Dependency(of: self, on: source)
        dependencies.append(.passRetained(dependency))
        source.append(dependency, isDependency: true, &nodes, &connections)
      }
    }
    if let followed {
      let dependency = followed.makeDependency(of: self)
      dependencies.append(.passRetained(dependency))
      connections.remote.append((followed, dependency))
    }
  }

  private final func sourceHasEnded(_ connections: inout Connections) {
    if isHead { return connections.haveEndedSource = true }
    mayHaveEnded = true
    group.unsettled.append(self)
  }

  /// In the gate of a flatMap: follows the node that is selected at that time, in place of the one before.
  @usableFromInline final func follow(_ node: AnyPropertyNode, at time: Int) {
    guard let followed, node !== followed else { return }
    // Retained where it was added.
    let dependency = node.makeDependency(of: self), old = dependencies.removeLast().takeRetainedValue()
    self.followed = node
    dependencies.append(.passRetained(dependency))
    if old.detach() != nil { Self.disconnect([(followed, old, true)]) }
    group.connect(Connections(remote: [(node, dependency)], heads: [self]), since: time)
  }

  // MARK: Disconnecting

  /// Takes observers off. A node without observers does not depend on its sources.
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

  /// In the gate: takes an observer off.
  ///
  /// - Returns: What is to be taken off in other groups.
  final func remove(_ observer: AnyObserver, isDependency: Bool) -> Disconnections {
    var nodes: [AnyPropertyNode] = [], rest: Disconnections = []
    remove(observer, isDependency: isDependency, &nodes)
    while let node = nodes.popLast() {
      let dependencies = node.dependencies.map { $0.takeRetainedValue() }, followed = node.followed
      node.dependencies = []
      node.followed = nil
      node.perform(.disconnect)
      for dependency in dependencies {
        guard let source = dependency.detach() else { continue }
        // Dependencies are on nodes.
        let node = unsafeDowncast(source, to: AnyPropertyNode.self)
        if node.group === group {
          node.remove(dependency, isDependency: true, &nodes)
        } else {
          rest.append((node, dependency, true))
        }
      }
      withExtendedLifetime(followed) {}
    }
    return rest
  }

  private final func remove(
    _ observer: AnyObserver, isDependency: Bool, _ nodes: inout [AnyPropertyNode]
  ) {
    if isDependency { dependents.remove(observer) } else { observers.remove(observer) }
    let isUsed = !dependents.isEmpty || !isRoot && !observers.isEmpty
    if !isUsed, isConnected.load(ordering: .relaxed) { nodes.append(self) }
  }
}

extension PropertyGroup {
  /// In the gate: attaches dependencies to sources in other groups. Then the heads that have them update, if anything was written
  /// since they were connected.
  func connect(_ connections: Connections, since time: Int) {
    var rest = connections
    while let (source, dependency) = rest.remote.popLast() {
      let group = source.group
      let isOwner =
        group.enter()
        || group.enterOrQueue {
          source.attach(dependency, isDependency: true, needsValue: true)
          group.deliver { _ = $0.insert(dependency.node, mayHaveEnded: true) }
        }
      if isOwner {
        source.add(dependency, isDependency: true, &rest, needsValue: true)
        group.deliver { _ in }
        group.leave()
      }
    }
    if rest.haveEndedSource || WriteClock.now != time {
      var delivery = Delivery(by: self)
      for head in rest.heads { _ = delivery.insert(head, mayHaveEnded: true) }
      delivery.update()
    }
  }
}
