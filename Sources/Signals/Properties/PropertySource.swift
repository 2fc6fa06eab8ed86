/// How a property comes by its value: a root's, or a function of other sources'.
///
/// Reading asks the sources (so that what is derived is never behind), and remembers the answer for the revision it was
/// given for. Observing composes signals; a combination needs more, see ``CombinedObservation``.
@usableFromInline struct PropertySource<Value: Sendable>: Sendable {
  /// The value now, and a number that grows whenever the value may have changed; `Revisions.unknown` if nobody can tell.
  @usableFromInline let current: @Sendable () -> (value: Value, revision: Int)
  /// The roots below, and how often they have changed.
  @usableFromInline let revisions: Revisions
  @usableFromInline let signal: Signal<Value, Never>
  @usableFromInline let changes: Signal<Value, Never>
  /// How a combination sees this source.
  @usableFromInline let node: @Sendable (NodeGraph) -> PropertyNode<Value>
  /// What `current` gave for the value that this has in a graph, which may be behind.
  @usableFromInline let revisionInGraph: @Sendable (NodeGraph) -> Int
  /// Tells whether two sources are the same: what it is of belongs to both. Nil for what never changes.
  @usableFromInline let identity: ObjectIdentifier?
  /// What has to live as long as this.
  var owner: (any AnyObject & Sendable)?

  @usableFromInline init(
    _ identity: ObjectIdentifier?, current: @escaping @Sendable () -> (value: Value, revision: Int),
    revisions: Revisions, signal: Signal<Value, Never>, changes: Signal<Value, Never>,
    node: @escaping @Sendable (NodeGraph) -> PropertyNode<Value>,
    revisionInGraph: @escaping @Sendable (NodeGraph) -> Int
  ) {
    self.identity = identity
    self.current = current
    self.revisions = revisions
    self.signal = signal
    self.changes = changes
    self.node = node
    self.revisionInGraph = revisionInGraph
  }
}

extension PropertySource {
  /// The value now.
  @inlinable var value: Value { current().value }

  /// A value that never changes.
  init(constant value: Value) {
    self.init(
      nil,
      current: { (value, 0) },
      revisions: .none,
      signal: .just(value),
      changes: .empty,
      node: { _ in PropertyNode(constant: value) },
      revisionInGraph: { _ in 0 })
  }

  /// A root's value. Keeps the root, not the property it belongs to.
  @inlinable init(_ root: PropertyRoot<Value>) {
    let identity = ObjectIdentifier(root)
    let revisionInGraph: @Sendable (NodeGraph) -> Int = { $0.revision(of: identity) }
    self.init(
      identity,
      current: { root.current },
      revisions: .one(Revisions.Root(identity, { root.currentRevision }, inGraph: revisionInGraph)),
      signal: root.signal,
      changes: root.changes,
      node: { $0.root(root) },
      revisionInGraph: revisionInGraph)
  }

  /// Any other property's. Nobody can tell whether it has changed, so it is asked each time, and nothing that derives from
  /// it is remembered.
  @usableFromInline init(opaque property: some PropertyProtocol<Value>) {
    let identity = ObjectIdentifier(property)
    self.init(
      identity,
      current: { (property.value, Revisions.unknown) },
      revisions: .one(Revisions.Root(identity, { Revisions.unknown }, inGraph: { _ in Revisions.unknown })),
      signal: property.signal,
      changes: property.changes,
      node: { $0.root(opaque: property) },
      revisionInGraph: { _ in Revisions.unknown })
  }

  /// This source, its observers told by another that changes with it.
  func notified(by other: PropertySource) -> PropertySource {
    PropertySource(
      identity, current: current, revisions: revisions, signal: other.signal, changes: other.changes, node: node,
      revisionInGraph: revisionInGraph)
  }

  @inlinable func map<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U) -> PropertySource<U> {
    let upstream = Link(self), memo = Memo<U>()
    return PropertySource<U>(
      ObjectIdentifier(memo),
      current: {
        let (value, revision) = upstream.content.current()
        return memo(revision) { transform(value) }
      },
      revisions: revisions,
      signal: signal.map(transform),
      changes: changes.map(transform),
      node: { graph in graph.node(memo) { PropertyNode(upstream.content.node(graph), transform) } },
      revisionInGraph: { upstream.content.revisionInGraph($0) })
  }

  @inlinable func combine<U: Sendable, R: Sendable>(
    _ other: PropertySource<U>, _ transform: @escaping @Sendable (Value, U) -> R
  ) -> PropertySource<R> {
    let first = Link(self), second = Link(other)
    return .combination(
      of: revisions.union(other.revisions),
      values: { (first.content.value, second.content.value) },
      transform: { transform($0.0, $0.1) },
      node: { CombinedNode(first.content.node($0), second.content.node($0), transform) })
  }

  @inlinable func combine<U: Sendable, V: Sendable, R: Sendable>(
    _ other: PropertySource<U>, _ third: PropertySource<V>, _ transform: @escaping @Sendable (Value, U, V) -> R
  ) -> PropertySource<R> {
    let first = Link(self), second = Link(other), third = Link(third)
    return .combination(
      of: revisions.union(second.content.revisions).union(third.content.revisions),
      values: { (first.content.value, second.content.value, third.content.value) },
      transform: { transform($0.0, $0.1, $0.2) },
      node: {
        CombinedNodeOfThree(first.content.node($0), second.content.node($0), third.content.node($0), transform)
      })
  }

  @inlinable func combine<U: Sendable, V: Sendable, W: Sendable, R: Sendable>(
    _ other: PropertySource<U>, _ third: PropertySource<V>, _ fourth: PropertySource<W>,
    _ transform: @escaping @Sendable (Value, U, V, W) -> R
  ) -> PropertySource<R> {
    let first = Link(self), second = Link(other), third = Link(third), fourth = Link(fourth)
    return .combination(
      of: revisions.union(second.content.revisions).union(third.content.revisions).union(fourth.content.revisions),
      values: { (first.content.value, second.content.value, third.content.value, fourth.content.value) },
      transform: { transform($0.0, $0.1, $0.2, $0.3) },
      node: {
        CombinedNodeOfFour(
          first.content.node($0), second.content.node($0), third.content.node($0), fourth.content.node($0), transform)
      })
  }

  /// A function of the values of several sources.
  ///
  /// - Parameters:
  ///   - revisions: Those of all the sources.
  ///   - values: Asks the sources.
  @inlinable static func combination<Values>(
    of revisions: Revisions, values: @escaping @Sendable () -> Values,
    transform: @escaping @Sendable (Values) -> Value,
    node: @escaping @Sendable (NodeGraph) -> PropertyNode<Value>
  ) -> PropertySource {
    let memo = Memo<Value>(), states = revisions.states
    let shared: @Sendable (NodeGraph) -> PropertyNode<Value> = { graph in
      graph.node(memo) { node(graph) }
    }
    return PropertySource(
      ObjectIdentifier(memo),
      current: {
        while true {
          let revision = revisions.sum
          // Asked before the sources: they may be the same one, and theirs too.
          if let known = memo.known(revision) { return known }
          let values = values()
          // All were read in one state of all roots, unless somebody has written meanwhile.
          if revisions.isStill(revision, states) { return memo(revision) { transform(values) } }
        }
      },
      revisions: revisions,
      signal: Signal(work: { CombinedObservation.start(shared, dropsFirst: false, $0, $1, $2) }),
      changes: Signal(work: { CombinedObservation.start(shared, dropsFirst: true, $0, $1, $2) }),
      node: shared,
      revisionInGraph: { revisions.sum(in: $0, states) })
  }

  func removeDuplicates(by areEqual: @escaping @Sendable (Value, Value) -> Bool) -> PropertySource {
    let upstream = Link(self), distinct = DistinctValue<Value>()
    // What is told counts for readers, too.
    let signal = signal.map { distinct($0, at: Revisions.unknown, areEqual).value }.removeDuplicates(by: areEqual)
    let node: @Sendable (NodeGraph) -> PropertyNode<Value> = { graph in
      graph.node(distinct) {
        PropertyNode(
          upstream.content.node(graph), distinctBy: areEqual,
          first: { distinct($0, at: Revisions.unknown, areEqual).value })
      }
    }
    return PropertySource(
      ObjectIdentifier(distinct),
      current: {
        let (value, revision) = upstream.content.current()
        let (first, number) = distinct(value, at: revision, areEqual)
        return (first, number)
      },
      revisions: revisions.distinct,
      signal: signal,
      changes: signal.dropFirst(1),
      node: node,
      revisionInGraph: { graph in
        guard let known = node(graph).known else { return Revisions.unknown }
        return distinct(known, at: upstream.content.revisionInGraph(graph), areEqual).number
      })
  }

  /// For each value of this there is one inner property, whoever reads or observes.
  func flatMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> Property<U>) -> PropertySource<U> {
    let upstream = Link(self), inner = Memo<Property<U>>(), pairs = PairNumbers()
    // Of the states that only graphs have been in: nothing that is read is older or newer.
    let innerInGraphs = Memo<Property<U>>()
    let current: @Sendable () -> (value: U, revision: Int) = {
      let (value, revision) = upstream.content.current()
      let (property, number) = inner(revision) { transform(value) }
      let (innerValue, innerRevision) = property.source.current()
      return (innerValue, pairs.number(of: number, innerRevision))
    }
    let node: @Sendable (NodeGraph) -> FlatMappedNode<Value, U> = { graph in
      graph.node(inner) {
        FlatMappedNode(upstream.content.node(graph), in: graph) { value, graph in
          let revision = upstream.content.revisionInGraph(graph)
          return (revision < 0 ? innerInGraphs : inner)(revision) { transform(value) }.value
        }
      }
    }
    let revisionInGraph: @Sendable (NodeGraph) -> Int = { graph in
      guard let selected = node(graph).selected else { return Revisions.unknown }
      return pairs.number(
        of: upstream.content.revisionInGraph(graph), selected.property.source.revisionInGraph(graph))
    }
    return PropertySource<U>(
      ObjectIdentifier(inner),
      current: current,
      revisions: .one(Revisions.Root(ObjectIdentifier(inner), { current().revision }, inGraph: revisionInGraph)),
      signal: Signal(work: { CombinedObservation.start(node, dropsFirst: false, $0, $1, $2) }),
      changes: Signal(work: { CombinedObservation.start(node, dropsFirst: true, $0, $1, $2) }),
      node: node,
      revisionInGraph: revisionInGraph)
  }
}
