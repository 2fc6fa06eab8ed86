import Synchronization

/// The value of the property that a source selects.
@usableFromInline final class FlatMapNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// A selected property as its node, which is a `PropertyNode<Value>`, and its keeper; the version of the source that selects it; and
  /// a time when it was there: before, its roots may have had other values.
  // Not generic, since `origins` is not specialised.
  @usableFromInline typealias Selection = (node: AnyPropertyNode, keeper: AnyObject?, version: Int, time: Int)

  /// The latest selection. Under the lock, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var selected: Selection?
  /// Whether the property of the `flatMap` is alive.
  private let isKept = Atomic(true)

  @inlinable init<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Property<Value>
  ) {
    let input = Input(source)
    super.init(NodeGate(), [source]) { node, moment, result in
      guard let source = input.reading(at: moment) else { return }
      let selected = Self.own(node).select(source.version) { transform(source.value) }
      if selected.time > moment.time, !selected.node.areRootsUnchanged(since: moment.time) { return }
      // `select` puts only such nodes there.
      result = PropertyNode<Value>.own(selected.node).reading(at: moment).map { inner in
        node.value(of: max(source.version, inner.version), at: moment) { inner.value }
      }
    }
  }

  /// What this version of the source selects: the same property for all readers.
  @inlinable func select(_ version: Int, _ transform: () -> Property<Value>) -> Selection {
    if let known = selected(by: version) { return known }
    let source = transform().source, fresh: Selection = (source.node, source.keeper, version, WriteClock.now)
    source.node.track()
    let old = gate.lock.withLock {
      defer { if version != Reading<Value>.unrecorded, version > selected?.version ?? -1 { selected = fresh } }
      return selected
    }
    // Released here, after unlocking: a release may call out.
    return withExtendedLifetime(old) { selected(by: version) ?? fresh }
  }

  @inlinable func selected(by version: Int) -> Selection? {
    gate.lock.withLock { selected?.version == version ? selected : nil }
  }

  /// The source, and the selected node.
  override var origins: [AnyPropertyNode] {
    gate.lock.withLock { selected?.node }.map { [sources[0], $0] } ?? sources
  }

  /// The object that the property of the `flatMap` retains. Observers retain the selected property while another may be selected.
  @usableFromInline func keeper() -> any AnyObject & Sendable {
    let bag = DisposeBag()
    bag.add(
      Disposable {
        self.isKept.store(false, ordering: .sequentiallyConsistent)
        self.releaseIfLast()
      })
    return ReleaseBox(bag)
  }

  override func releaseIfLast() {
    if isKept.load(ordering: .sequentiallyConsistent) || !sources.allSatisfy({ $0.haveRootsEnded }) { return }
    let old = gate.lock.withLock {
      defer { selected?.keeper = nil }
      return selected
    }
    withExtendedLifetime(old) {}
  }
}
