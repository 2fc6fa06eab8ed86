/// The nodes of one observation of a combination.
///
/// What the combination is made of has its nodes from the beginning to the end. A property that a `flatMap` selects is a
/// part of the graph as long as it is selected: what it has in common with the rest is shared, and the roots that only it
/// depends on are observed for that time.
///
/// Used while the graph is put together, and then by the owner of the observation's turn.
@usableFromInline final class NodeGraph {
  @usableFromInline typealias Start = (CombinedObservation, Disposable) -> Void

  private var nodes: [ObjectIdentifier: Entry] = [:]
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
  @inlinable func root<Value: Sendable>(_ root: PropertyRoot<Value>) -> PropertyNode<Value> {
    node(root) {
      let node = PropertyNode<Value>()
      observe(node) { observation, scope in
        node.revision = root.observe({ observation.receive($0, node) }, End { _ in observation.end(node) }, scope)
      }
      return node
    }
  }

  /// The node of a property of somebody else's. It is not kept: it may end what it is made of when it goes.
  @usableFromInline func root<P: PropertyProtocol>(opaque property: P) -> PropertyNode<P.Value> {
    let signal = property.signal
    return node(property, isKept: false) {
      let node = PropertyNode<P.Value>()
      observe(node) { observation, scope in
        signal.run({ observation.receive($0, node) }, End { _ in observation.end(node) }, scope)
      }
      return node
    }
  }

  @usableFromInline func observe<Value>(_ node: PropertyNode<Value>, _ run: @escaping Start) {
    let start: Start = { observation, scope in
      node.isStarting = true
      run(observation, scope)
      // Unless it came: other threads may be looking by now.
      if node.isStarting { node.isStarting = false }
    }
    if isComplete { add(node, start) } else { starts.append(start) }
  }

  /// The node of something derived, the same one each time.
  ///
  /// - Parameter owner: Whose node it is.
  @usableFromInline func node<Node: AnyPropertyNode>(_ owner: AnyObject, isKept: Bool = true, _ make: () -> Node)
    -> Node
  {
    let identity = ObjectIdentifier(owner)
    if let node = nodes[identity]?.node(of: owner) as? Node { return node }
    if isComplete { return addedNode(owner, isKept, make) }
    let node = make()
    nodes[identity] = Entry(node, owner, isKept)
    return node
  }

  /// How often a root had changed when its value here came.
  @usableFromInline func revision(of root: ObjectIdentifier) -> Int {
    (nodes[root]?.node ?? added[root]?.member?.entry?.node)?.revision ?? Revisions.unknown
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

  private func addedNode<Node: AnyPropertyNode>(_ owner: AnyObject, _ isKept: Bool, _ make: () -> Node) -> Node {
    let identity = ObjectIdentifier(owner)
    if let member = added[identity]?.member, let node = member.entry?.node(of: owner) as? Node {
      collectors.last?.members.append(member)
      return node
    }
    let member = Part()
    collectors.last?.members.append(member)
    collectors.append(member)
    let node = make()
    collectors.removeLast()
    member.entry = Entry(node, owner, isKept)
    added = added.filter { $0.value.member != nil }
    added[identity] = WeakMember(member: member)
    return node
  }

  /// Observes a root from now on, as long as the member that is being added.
  private func add<Value>(_ root: PropertyNode<Value>, _ start: Start) {
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
    fileprivate var entry: Entry?
    fileprivate var end: (() -> Void)?

    deinit { end?() }
  }

  /// A node, and whose it is. An identity is of an object only as long as that is there: afterwards it may be another's.
  fileprivate struct Entry {
    let node: AnyPropertyNode
    private let owner: AnyObject?
    private weak var stranger: AnyObject?

    init(_ node: AnyPropertyNode, _ owner: AnyObject, _ isKept: Bool) {
      self.node = node
      self.owner = isKept ? owner : nil
      stranger = isKept ? nil : owner
    }

    func node(of owner: AnyObject) -> AnyPropertyNode? { self.owner === owner || stranger === owner ? node : nil }
  }

  private struct WeakMember {
    weak var member: Part?
  }
}
