import Synchronization

/// The value of the property that a source selects.
@usableFromInline final class FlatMapNode<Value: Sendable>: HeadNode<Value>, @unchecked Sendable {
  @usableFromInline let selection: PropertyNode<Selection<Value>>

  @inlinable init(_ selection: PropertyNode<Selection<Value>>) {
    self.selection = selection
    // The selected node has index 0.
    let input = Input(selection, 1)
    super.init(
      of: [selection], isFlatMap: true,
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
            return selected.span.and(inner)
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

/// Keeps the property alive that a `flatMap` has selected. The `flatMap` ends with this object. Its observers keep the selected
/// property alive only as long as another one may be selected.
@usableFromInline final class SelectionKeeper<Value: Sendable>: Sendable {
  private let selection: DerivedNode<Selection<Value>>

  @usableFromInline init(_ selection: DerivedNode<Selection<Value>>) { self.selection = selection }

  deinit {
    selection.group.perform { [selection] in
      selection.isKept = false
      Self.letGo(selection)
    }
  }

  /// In the gate of the selection.
  @usableFromInline static func letGo(_ selection: DerivedNode<Selection<Value>>) {
    if selection.isKept || !selection.isEnded { return }
    selection.replaceMemo { Selection(PropertySource($0.source.node, keeping: nil), $0.number) }
  }
}
