import Synchronization

/// The value of the property that a source selects.
@usableFromInline final class FlatMapNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// A selected property, and the version of the source that selects it.
  @usableFromInline typealias Selection = (property: PropertySource<Value>, version: Int)

  /// Under the lock, one access at a time: the latest one.
  @safe @exclusivity(unchecked) @usableFromInline var selection: Selection?
  /// Whether the property of the `flatMap` is alive.
  private let isKept = Atomic(true)

  @inlinable init<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Property<Value>
  ) {
    let input = Input(source)
    super.init(NodeGate(wakers: nil), [source]) { node, moment, result in
      guard let source = input.reading(at: moment) else { return }
      let selected = Self.own(node).selected(by: source.version) { transform(source.value) }
      result = selected.node.reading(at: moment).map { inner in
        node.value(of: max(source.version, inner.version), at: moment) { inner.value }
      }
    }
  }

  /// The property that this version of the source selects: the same one for all readers.
  @inlinable func selected(by version: Int, _ select: () -> Property<Value>) -> PropertySource<Value> {
    if let known = gate.lock.withLock({ selection }), known.version == version { return known.property }
    let fresh = select().source
    fresh.node.track()
    let (old, result) = gate.lock.withLock {
      let old = selection
      if version != Reading<Value>.unrecorded, version > old?.version ?? -1 { selection = (fresh, version) }
      return (old, selection.flatMap { $0.version == version ? $0.property : nil } ?? fresh)
    }
    // Released here, after unlocking: a release may call out.
    return withExtendedLifetime(old) { result }
  }

  /// The source, and the selected node.
  override var origins: [AnyPropertyNode] {
    sources + (gate.lock.withLock { selection?.property.node }.map { [$0] } ?? [])
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
      defer { selection = selection.map { (PropertySource($0.property.node, keeping: nil), $0.version) } }
      return selection
    }
    withExtendedLifetime(old) {}
  }
}
