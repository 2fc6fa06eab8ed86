import Synchronization

/// The value of the property that a source selects.
@usableFromInline final class FlatMapNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  // Under the lock, one access at a time: the latest selected property, its node, and the version of the source that selects it.
  @safe @exclusivity(unchecked) @usableFromInline var selected: PropertySource<Value>?
  @safe @exclusivity(unchecked) @usableFromInline var selectedNode: AnyPropertyNode?
  @safe @exclusivity(unchecked) @usableFromInline var selectedVersion = -1
  /// Whether the property of the `flatMap` is alive.
  private let isKept = Atomic(true)

  @inlinable init<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Property<Value>
  ) {
    let input = Input(source)
    super.init(NodeGate(), [source]) { node, moment, result in
      guard let source = input.reading(at: moment) else { return }
      let selected = Self.own(node).select(source.version) { transform(source.value) }
      result = selected.node.reading(at: moment).map { inner in
        node.value(of: max(source.version, inner.version), at: moment) { inner.value }
      }
    }
  }

  /// The property that this version of the source selects: the same one for all readers.
  @inlinable func select(_ version: Int, _ transform: () -> Property<Value>) -> PropertySource<Value> {
    if let known = selected(by: version) { return known }
    let fresh = transform().source
    fresh.node.track()
    let isRecorded = version != Reading<Value>.unrecorded
    let old = gate.lock.withLock {
      let old = selected
      if isRecorded, version > selectedVersion {
        (selected, selectedNode, selectedVersion) = (fresh, fresh.node, version)
      }
      return old
    }
    // Released here, after unlocking: a release may call out.
    return withExtendedLifetime(old) { selected(by: version) ?? fresh }
  }

  @inlinable func selected(by version: Int) -> PropertySource<Value>? {
    gate.lock.withLock { selectedVersion == version ? selected : nil }
  }

  /// The source, and the selected node.
  override var origins: [AnyPropertyNode] { gate.lock.withLock { selectedNode }.map { [sources[0], $0] } ?? sources }

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
      defer { selected = selected.map { PropertySource($0.node, keeping: nil) } }
      return selected
    }
    withExtendedLifetime(old) {}
  }
}
