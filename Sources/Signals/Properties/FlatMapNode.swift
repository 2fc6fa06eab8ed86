import Synchronization

/// The value of the property that a source selects.
@usableFromInline final class FlatMapNode<Value: Sendable>: HeadNode<Value>, @unchecked Sendable {
  @usableFromInline let selection: SelectionNode<Value>

  @inlinable init(_ selection: SelectionNode<Value>) {
    self.selection = selection
    // The selected node has index 0.
    let input = Input(selection, 1)
    super.init(
      of: [selection], mayReturn: true,
      derive: { node, time in
        var versions = SourceVersions()
        guard let selected = input.reading(at: time, &versions),
          let inner = selected.value.source.node.reading(at: time)
        else { return nil }
        var span = selected.span.and(inner.span)
        (versions[0], versions[1]) = (inner.span.version, selected.value.number)
        span.version = Self.own(node).version(of: versions)
        return node.value(in: span) { inner.value }
      },
      compute: { node in
        Self.own(node).update(
          { time, versions in
            guard let selected = input.reading(at: time, &versions) else { return nil }
            node.dependency(1) { $0.span = selected.span }
            node.follow(selected.value.source.node, at: time)
            guard let inner = node.dependency(0, { $0.receive(at: time) }) else { return nil }
            (versions[0], versions[1]) = (inner.version, selected.value.number)
            var span = selected.span.and(inner)
            span.version = -1
            return span
          }, { Input<Value>.received(by: node, 0) })
      })
  }

  /// The first dependency is on the currently selected node. The other one notifies of changes of the selection.
  override func makeDependencies() -> [Dependency] {
    [selection.value.source.node.makeDependency(of: self), Dependency(of: self, on: selection)]
  }
}

/// A property that the closure of a `flatMap` has returned.
@usableFromInline struct Selection<Value: Sendable>: Sendable {
  @usableFromInline let source: PropertySource<Value>
  /// Differs for each run of the closure: it may return a new property for a value that comes back.
  @usableFromInline let number: Int

  /// Counts the writes to the roots of the property from now on.
  @usableFromInline init(_ property: Property<Value>) {
    self.init(property.source, numbers.add(1, ordering: .relaxed).newValue)
    source.node.track()
  }

  init(_ source: PropertySource<Value>, _ number: Int) {
    self.source = source
    self.number = number
  }
}

private let numbers = Atomic(0)

/// The property that a `flatMap` selects for each value of its source.
@usableFromInline final class SelectionNode<Value: Sendable>: DerivedNode<Selection<Value>>, @unchecked Sendable {
  // In the gate, one access at a time: whether the property of the `flatMap` is alive.
  @safe @exclusivity(unchecked) private var isKept = true

  @inlinable init<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Property<Value>
  ) {
    let input = Input(source, 0)
    super.init(
      source.group, of: [source], derive: Self.deriving(from: input) { Selection(transform($0)) },
      compute: { node in
        let node = Self.own(node)
        node.keepReplaced()
        return node.settle { Selection(transform(input.delivered)) }
      })
  }

  /// Retains the properties that it had selected until the new values are published.
  @usableFromInline func keepReplaced() {
    group.lock.lock()
    let remembered = memo
    group.lock.unlock()
    keepReplaced(deliveredValue)
    keepReplaced(remembered)
  }

  private func keepReplaced(_ selected: Selection<Value>?) {
    guard let selected else { return }
    group.replaced.append(selected.source.node)
    if let keeper = selected.source.keeper { group.replaced.append(keeper) }
  }

  /// The object that the property of the `flatMap` retains. Observers retain the selected property only as long as another one
  /// may be selected.
  @usableFromInline func keeper() -> ReleaseHook {
    ReleaseHook {
      self.group.perform {
        self.isKept = false
        self.releaseSelected()
      }
    }
  }

  override func finish() {
    super.finish()
    releaseSelected()
  }

  /// In the gate: releases the roots of the selected property, if no other one can be selected.
  private func releaseSelected() {
    if isKept || !isEnded { return }
    group.lock.lock()
    let old = memo
    memo = old.map { Selection(PropertySource($0.source.node, keeping: nil), $0.number) }
    group.lock.unlock()
    withExtendedLifetime(old) {}
  }
}
