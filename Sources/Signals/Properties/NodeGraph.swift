/// The nodes of one observation of a combination.
///
/// What the combination is made of has its nodes from the beginning to the end. A property that a `flatMap` selects is a
/// part of the graph as long as it is selected: what it has in common with the rest is shared, and the roots that only it
/// depends on are observed for that time.
///
/// Used while the graph is put together, and then by the owner of the observation's turn.
@usableFromInline final class NodeGraph {
  @usableFromInline typealias Start = (CombinedObservation, Disposable) -> Void

  @usableFromInline var nodes: [ObjectIdentifier: AnyObject] = [:]
  /// What starts observing each root.
  @usableFromInline var starts: [Start] = []
  @usableFromInline var isComplete = false
  /// Whether parts will be added, so that the observation has to keep this.
  var isExtended = false

  private var added: [ObjectIdentifier: WeakMember] = [:]
  /// What is being added, the innermost last: each collects the members it depends on.
  private var collectors: [Part] = []
  // Both outlive this graph's use: the observation asks for parts, inside its steps.
  private weak var observation: CombinedObservation?
  private weak var scope: Disposable?

  @usableFromInline init() {}

  /// The node of a root, the same one each time.
  @inlinable func root<Value: Sendable>(
    _ identity: ObjectIdentifier, _ signal: Signal<Value, Never>
  ) -> PropertyNode<Value> {
    node(identity) {
      let node = PropertyNode<Value>()
      let start: Start = { observation, scope in
        node.isStarting = true
        signal.run({ observation.receive($0, node) }, End { _ in observation.end(node) }, scope)
        // Unless it came: other threads may be looking by now.
        if node.isStarting { node.isStarting = false }
      }
      if isComplete { add(node, start) } else { starts.append(start) }
      return node
    }
  }

  /// The node of something derived, the same one each time.
  @inlinable func node<Value: Sendable>(
    _ identity: ObjectIdentifier, _ make: () -> PropertyNode<Value>
  ) -> PropertyNode<Value> {
    if let node = nodes[identity] as? PropertyNode<Value> { return node }
    if isComplete { return addedNode(identity, make) }
    let node = make()
    nodes[identity] = node
    return node
  }

  /// Starts observing the roots.
  func start(_ observation: CombinedObservation, in scope: Disposable) {
    self.observation = observation
    self.scope = scope
    isComplete = true
    if isExtended { observation.graph = self }
    for start in starts { start(observation, scope) }
    starts = []
  }

  /// What is added while `make` runs, and stays as long as the part that is returned.
  func part<Value>(_ make: () -> PropertyNode<Value>) -> (PropertyNode<Value>, Part) {
    let part = Part()
    collectors.append(part)
    defer { collectors.removeLast() }
    return (make(), part)
  }

  @usableFromInline func addedNode<Value>(
    _ identity: ObjectIdentifier, _ make: () -> PropertyNode<Value>
  ) -> PropertyNode<Value> {
    if let member = added[identity]?.member, let node = member.node as? PropertyNode<Value> {
      collectors.last?.members.append(member)
      return node
    }
    let member = Part()
    collectors.last?.members.append(member)
    collectors.append(member)
    let node = make()
    collectors.removeLast()
    member.node = node
    added = added.filter { $0.value.member != nil }
    added[identity] = WeakMember(member: member)
    return node
  }

  /// Observes a root from now on, as long as the member that is being added.
  @usableFromInline func add<Value>(_ root: PropertyNode<Value>, _ start: Start) {
    guard let observation, let scope, let member = collectors.last else { return }
    let observed = Disposable()
    scope.add(observed)
    observation.running += 1
    member.end = { [weak observation] in
      observed.dispose()
      if root.isFinished { return }
      root.isFinished = true
      observation?.running -= 1
    }
    start(observation, observed)
  }

  /// Something that was added, and what it depends on: kept together.
  final class Part {
    fileprivate var members: [Part] = []
    fileprivate var node: AnyObject?
    fileprivate var end: (() -> Void)?

    deinit { end?() }
  }

  private struct WeakMember {
    weak var member: Part?
  }
}
