/// One observation of a combination of properties, such that one change of a root gives one notification.
///
/// However often a root occurs below the combination, it is observed once. Each of its changes is a step: it is written
/// into the root's node, the nodes that depend on it are computed, and the result is delivered if it changed in this
/// step. Nothing is ever computed from one old and one new value of the same root.
@usableFromInline final class CombinedObservation: @unchecked Sendable {
  @usableFromInline let turn = Turn()
  // The owner of the turn touches these, one access at a time.
  /// Counts the changes of roots.
  @exclusivity(unchecked) @usableFromInline var step = 0
  /// How many roots have yet to complete.
  @exclusivity(unchecked) @usableFromInline var running: Int
  /// Whether the next value is to be dropped.
  @exclusivity(unchecked) @usableFromInline var dropsNext: Bool
  @usableFromInline let deliver: (CombinedObservation) -> Void
  @usableFromInline let finish: () -> Void

  @usableFromInline init(
    roots: Int, dropsFirst: Bool, deliver: @escaping (CombinedObservation) -> Void, finish: @escaping () -> Void
  ) {
    running = roots
    dropsNext = dropsFirst
    self.deliver = deliver
    self.finish = finish
  }

  /// Observes the value of the node that `make` gives.
  @inlinable static func start<Value: Sendable>(
    _ make: (NodeGraph) -> PropertyNode<Value>, dropsFirst: Bool,
    _ sink: @escaping Sink<Value, Never>, _ scope: Disposable
  ) {
    let graph = NodeGraph(), node = make(graph)
    let observation = CombinedObservation(
      roots: graph.starts.count, dropsFirst: dropsFirst,
      deliver: { observation in
        guard let value = node.value(at: observation.step), node.changed == observation.step else { return }
        if observation.dropsNext { observation.dropsNext = false } else { sink(.value(value)) }
      },
      finish: { sink(.completed) })
    observation.start(graph.starts, in: scope)
  }

  @usableFromInline func start(_ starts: [(CombinedObservation, Disposable) -> Void], in scope: Disposable) {
    _ = turn.take()  // fresh, so it is free: first values queue up until all roots are observed
    for start in starts { start(self, scope) }
    if starts.isEmpty {
      step += 1
      deliver(self)
      finish()
    }
    turn.leave()
  }

  @inlinable func receive<Value>(_ event: Event<Value, Never>, _ root: PropertyNode<Value>) {
    guard turn.take() else { return queue(event, root) }
    handle(event, root)
    turn.leave()
  }

  @usableFromInline func queue<Value>(_ event: Event<Value, Never>, _ root: PropertyNode<Value>) {
    if turn.takeOrQueue({ self.handle(event, root) }) {
      handle(event, root)
      turn.leave()
    }
  }

  @inlinable func handle<Value>(_ event: Event<Value, Never>, _ root: PropertyNode<Value>) {
    if case .value(let value) = event {
      step &+= 1
      root.set(value, at: step)
      deliver(self)
    } else {
      running -= 1
      if running == 0 { finish() }
    }
  }
}

/// The nodes of an observation while it is put together.
@usableFromInline final class NodeGraph {
  @usableFromInline var nodes: [ObjectIdentifier: AnyObject] = [:]
  /// What starts observing each root.
  @usableFromInline var starts: [(CombinedObservation, Disposable) -> Void] = []

  @usableFromInline init() {}

  /// The node of a root, the same one each time.
  @inlinable func root<Value: Sendable>(
    _ identity: ObjectIdentifier, _ signal: Signal<Value, Never>
  ) -> PropertyNode<Value> {
    node(identity) {
      let node = PropertyNode<Value>()
      starts.append { observation, scope in signal.run({ observation.receive($0, node) }, scope) }
      return node
    }
  }

  /// The node of something derived, the same one each time.
  @inlinable func node<Value: Sendable>(
    _ identity: ObjectIdentifier, _ make: () -> PropertyNode<Value>
  ) -> PropertyNode<Value> {
    if let node = nodes[identity] as? PropertyNode<Value> { return node }
    let node = make()
    nodes[identity] = node
    return node
  }
}
