/// One observation of a combination of properties, such that one change of a root gives one notification.
///
/// However often a root occurs below the combination, it is observed once. The first values are the first step, and each
/// change of a root is another: it is written
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
  /// The graph, if it changes during the observation.
  @exclusivity(unchecked) var graph: NodeGraph?
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
    _ receive: @escaping (Value) -> Void, _ end: End<Never>, _ scope: Disposable
  ) {
    let graph = NodeGraph(), node = make(graph)
    let observation = CombinedObservation(
      roots: graph.starts.count, dropsFirst: dropsFirst,
      deliver: { observation in
        guard let value = node.value(at: observation.step), node.changed == observation.step else { return }
        if observation.dropsNext { observation.dropsNext = false } else { receive(value) }
      },
      finish: { end(.completed) })
    observation.start(graph, in: scope)
  }

  @usableFromInline func start(_ graph: NodeGraph, in scope: Disposable) {
    _ = turn.take()  // fresh, so it is free: what comes behind the first values queues up until all roots are observed
    step = 1
    graph.start(self, in: scope)
    deliver(self)
    if running == 0 { finish() }
    turn.leave()
  }

  @inlinable func receive<Value>(_ value: Value, _ root: PropertyNode<Value>) {
    if root.isStarting {
      // The first value comes inside the start, in the turn of whoever starts it: it is part of the step under way.
      root.isStarting = false
      return root.set(value, at: step)
    }
    guard turn.take() else { return queue(value, root) }
    handle(value, root)
    turn.leave()
  }

  @usableFromInline func queue<Value>(_ value: Value, _ root: PropertyNode<Value>) {
    turn.perform { self.handle(value, root) }
  }

  @inlinable func handle<Value>(_ value: Value, _ root: PropertyNode<Value>) {
    step &+= 1
    root.revision &+= 1
    root.set(value, at: step)
    deliver(self)
  }

  /// A root has completed.
  @usableFromInline func end<Value>(_ root: PropertyNode<Value>) {
    // Only inside its start: afterwards another thread may be looking.
    if root.isStarting { root.isStarting = false }
    turn.perform {
      if root.isFinished { return }
      root.isFinished = true
      self.running -= 1
      if self.running == 0 { self.finish() }
    }
  }
}
