/// Beginning and ending the observation of sources, step by step: in loops, for graphs may be deep.

/// A node of one group that is to observe a node of another.
struct Crossing {
  let source: AnyPropertyNode
  let node: AnyPropertyNode
  let observer: AnyObserver
}

/// What is left to do while the nodes of a group begin to observe their sources.
struct ConnectionSteps {
  /// Nodes of the group that have got their first observer.
  var nodes: [AnyPropertyNode] = []
  /// Sources in other groups.
  var crossings: [Crossing] = []
}

/// What is left to do while the nodes of a group stop observing their sources.
struct DisconnectionSteps {
  /// Nodes of the group that have lost their last observer.
  var nodes: [AnyPropertyNode] = []
  /// Observers to be taken off sources in other groups.
  var crossings: [(source: AnyPropertyNode, observer: AnyObserver)] = []
}

extension AnyPropertyNode {
  /// In the gate of the hub: adds an observer. If it is the first, this observes its sources from now on.
  @usableFromInline final func attach(_ observer: AnyObserver) {
    let crossings = add(observer)
    if !crossings.isEmpty { Self.connect(crossings) }
    if hub.hasWork { hub.settleGroup() }
  }

  private final func add(_ observer: AnyObserver) -> [Crossing] {
    var steps = ConnectionSteps()
    add(observer, &steps)
    while let node = steps.nodes.popLast() { node.connect(&steps) }
    return steps.crossings
  }

  final func add(_ observer: AnyObserver, _ steps: inout ConnectionSteps) {
    if isEnded { return end(observer) }
    let isFirst = observers.isEmpty
    observers.append(observer)
    if isFirst, !observers.isEmpty, !isRoot { steps.nodes.append(self) }
  }

  /// Attaches observers to sources in other groups, then updates the nodes that observe: a source may have changed before.
  static func connect(_ crossings: [Crossing]) {
    var crossings = crossings, updates = NodeQueue()
    while let crossing = crossings.popLast() {
      let hub = crossing.source.hub
      let isOwner =
        hub.enter()
        || hub.enterOrQueue {
          connect(crossing.source.add(crossing.observer))
          crossing.node.schedule(by: hub)
          hub.settleGroup()
        }
      if isOwner {
        crossings += crossing.source.add(crossing.observer)
        hub.settleGroup(&updates)
        hub.leave()
        updates.insert(crossing.node)
      }
    }
    update(&updates)
  }

  /// Takes observers off. A node without observers stops observing its sources.
  static func disconnect(_ crossings: [(source: AnyPropertyNode, observer: AnyObserver)]) {
    var crossings = crossings
    while let (source, observer) = crossings.popLast() {
      let hub = source.hub
      if hub.enter() || hub.enterOrQueue({ disconnect(source.drop(observer)) }) {
        crossings += source.drop(observer)
        hub.leave()
      }
    }
  }

  private final func drop(_ observer: AnyObserver) -> [(source: AnyPropertyNode, observer: AnyObserver)] {
    var steps = DisconnectionSteps()
    drop(observer, &steps)
    while let node = steps.nodes.popLast() { node.disconnect(&steps) }
    return steps.crossings
  }

  /// In the gate of the hub.
  final func drop(_ observer: AnyObserver, _ steps: inout DisconnectionSteps) {
    if observers.isEmpty { return }
    observers.remove(observer)
    if observers.isEmpty, !isRoot { steps.nodes.append(self) }
  }
}
