/// How a property comes by its value: a root's, or a function of other sources'.
///
/// Reading asks the sources (so that what is derived is never behind), and remembers the answer for the revision it was
/// given for. Observing composes signals; only a combination needs more, see ``CombinedObservation``.
@usableFromInline struct PropertySource<Value: Sendable>: Sendable {
  /// The value now, and a number that grows whenever the value may have changed.
  @usableFromInline let current: @Sendable () -> (value: Value, revision: Int)
  /// That number alone.
  @usableFromInline let revision: @Sendable () -> Int
  @usableFromInline let signal: Signal<Value, Never>
  @usableFromInline let changes: Signal<Value, Never>
  /// How a combination sees this source.
  @usableFromInline let node: @Sendable (NodeGraph) -> PropertyNode<Value>
  /// What has to live as long as this.
  var owner: (any AnyObject & Sendable)?

  @usableFromInline init(
    current: @escaping @Sendable () -> (value: Value, revision: Int), revision: @escaping @Sendable () -> Int,
    signal: Signal<Value, Never>, changes: Signal<Value, Never>,
    node: @escaping @Sendable (NodeGraph) -> PropertyNode<Value>
  ) {
    self.current = current
    self.revision = revision
    self.signal = signal
    self.changes = changes
    self.node = node
  }
}

extension PropertySource {
  /// A value that never changes.
  init(constant value: Value) {
    self.init(
      current: { (value, 0) },
      revision: { 0 },
      signal: .just(value),
      changes: .empty,
      node: { _ in PropertyNode(constant: value) })
  }

  /// A root's value. Keeps the root, not the property it belongs to.
  @inlinable init(_ root: PropertyRoot<Value>) {
    let signal = root.signal
    self.init(
      current: { root.current },
      revision: { root.currentRevision },
      signal: signal,
      changes: root.changes,
      node: { $0.root(ObjectIdentifier(root), signal) })
  }

  /// Any other property's. Without a revision of its own, it counts as changed whenever it is asked.
  @usableFromInline init(opaque property: some PropertyProtocol<Value>) {
    let reads = Protected(0)
    self.init(
      current: {
        let number = reads.withLock { reads in
          reads += 1
          return reads
        }
        return (property.value, number)
      },
      revision: { reads.withLock { $0 } },
      signal: property.signal,
      changes: property.changes,
      node: { $0.root(ObjectIdentifier(property), property.signal) })
  }

  @inlinable func map<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U) -> PropertySource<U> {
    let upstream = Link(self), memo = Memo<U>()
    return PropertySource<U>(
      current: {
        let (value, revision) = upstream.content.current()
        return memo(revision) { transform(value) }
      },
      revision: { upstream.content.revision() },
      signal: signal.map(transform),
      changes: changes.map(transform),
      node: { graph in
        graph.node(ObjectIdentifier(memo)) { PropertyNode(upstream.content.node(graph), transform) }
      })
  }

  @inlinable func combine<U: Sendable, R: Sendable>(
    _ other: PropertySource<U>, _ transform: @escaping @Sendable (Value, U) -> R
  ) -> PropertySource<R> {
    let first = Link(self), second = Link(other), memo = Memo<R>()
    let node: @Sendable (NodeGraph) -> PropertyNode<R> = { graph in
      graph.node(ObjectIdentifier(memo)) {
        PropertyNode(first.content.node(graph), second.content.node(graph), transform)
      }
    }
    return PropertySource<R>(
      current: {
        while true {
          let (a, revision) = first.content.current(), (b, otherRevision) = second.content.current()
          // Both may depend on one root: if the first has not moved, the second was read in the same state of it. It
          // moves only when somebody else has written.
          if first.content.revision() == revision { return memo(revision &+ otherRevision) { transform(a, b) } }
        }
      },
      revision: { first.content.revision() &+ second.content.revision() },
      signal: Signal(work: { CombinedObservation.start(node, dropsFirst: false, $0, $1) }),
      changes: Signal(work: { CombinedObservation.start(node, dropsFirst: true, $0, $1) }),
      node: node)
  }

  func removeDuplicates(by areEqual: @escaping @Sendable (Value, Value) -> Bool) -> PropertySource {
    let upstream = Link(self), identity = Identity()
    let distinct = signal.removeDuplicates(by: areEqual)
    return PropertySource(
      current: { upstream.content.current() },
      revision: { upstream.content.revision() },
      signal: distinct,
      changes: distinct.dropFirst(1),
      node: { graph in
        graph.node(ObjectIdentifier(identity)) { PropertyNode(upstream.content.node(graph), distinctBy: areEqual) }
      })
  }

  func flatMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> Property<U>) -> PropertySource<U> {
    let upstream = Link(self), inner = Memo<Property<U>>(), revisions = PairNumbers(), identity = Identity()
    let signal = signal.flatMap(.latest) { value in
      let property = transform(value)
      return property.signal.keeping(property)
    }
    let current: @Sendable () -> (value: U, revision: Int) = {
      let (value, revision) = upstream.content.current()
      let property = inner(revision) { transform(value) }.value
      let (result, innerRevision) = property.source.current()
      return (result, revisions.number(of: revision, innerRevision))
    }
    return PropertySource<U>(
      current: current,
      revision: { current().revision },
      signal: signal,
      changes: signal.dropFirst(1),
      node: { $0.root(ObjectIdentifier(identity), signal) })
  }
}

/// The last computed value and the revision it belongs to. The computation runs outside the lock.
@usableFromInline final class Memo<Value: Sendable>: Sendable {
  @usableFromInline let last = Protected<(value: Value, revision: Int)?>(nil)

  @usableFromInline init() {}

  @usableFromInline func callAsFunction(_ revision: Int, _ compute: () -> Value) -> (value: Value, revision: Int) {
    if let known = last.withLock({ $0 }), known.revision == revision { return known }
    let fresh = (value: compute(), revision: revision)
    let old = last.withLock { last in
      defer { last = fresh }
      return last
    }
    return withExtendedLifetime(old) { fresh }
  }
}

/// Numbers pairs of revisions: another pair, another number.
private struct PairNumbers: Sendable {
  private let last = Protected((first: -1, second: -1, number: 0))

  func number(of first: Int, _ second: Int) -> Int {
    last.withLock { last in
      if (last.first, last.second) != (first, second) { last = (first, second, last.number + 1) }
      return last.number
    }
  }
}

/// Something to tell apart by.
private final class Identity: Sendable {}

extension Signal {
  /// This signal, keeping `object` while it is observed.
  fileprivate func keeping(_ object: some AnyObject & Sendable) -> Self {
    chained { sink, scope in
      scope.add(Disposable { withExtendedLifetime(object) {} })
      run(sink, scope)
    }
  }
}
