import Synchronization

/// The value of the property that a source selects: the head of a group.
@usableFromInline final class FlatMapNode<Value: Sendable>: DerivedNode<Value>, @unchecked Sendable {
  @usableFromInline let selection: SelectionNode<Value>
  /// In the gate, one access at a time: the selected node that it depends on. Retained, so no other node gets its address.
  @safe @exclusivity(unchecked) @usableFromInline var followed: AnyPropertyNode?

  @inlinable init(_ selection: SelectionNode<Value>) {
    self.selection = selection
    let input = Input(selection)
    super.init(
      PropertyGroup(isRooted: false), of: [selection],
      derive: { node, moment in
        guard let selected = input.reading(at: moment),
          let inner = selected.value.source.node.reading(at: moment)
        else { return nil }
        return node.value(of: selected.and(inner), at: moment) { inner.value }
      }, compute: { node, _ in Self.own(node).readSelected() })
  }

  /// Reads the value now, and follows the selected node.
  @inlinable func readSelected() -> NodeChange {
    let time = WriteClock.now, change = readAnew(at: time)
    let selected = selection.current().value.source.node
    if selected !== followed {
      followed = selected
      follow(selected, at: time)
    }
    selectingMayHaveEnded()
    return change
  }

  @usableFromInline func selectingMayHaveEnded() {
    // Retained as long as it is in the array.
    if unsafe !dependencies[1]._withUnsafeGuaranteedRef({ $0.isAttached }) { selection.releaseIfLast() }
  }

  /// The selection, and then the selected node.
  override func source(_ index: Int, at moment: Moment) -> AnyPropertyNode? {
    index == 1 ? selection.known(at: moment)?.value.source.node : super.source(index, at: moment)
  }

  /// The selected node, and the selecting one.
  override var origins: [AnyPropertyNode] {
    let selected = selection.current().value.source.node
    followed = selected
    return [selected] + selection.sources
  }
}

/// A property that the closure of a `flatMap` has returned.
@usableFromInline struct Selection<Value: Sendable>: Sendable {
  @usableFromInline let source: PropertySource<Value>

  /// Counts the writes to the roots of the property from now on.
  @usableFromInline init(_ property: Property<Value>) {
    source = property.source
    source.node.track()
  }

  init(unkept source: PropertySource<Value>) { self.source = PropertySource(source.node, keeping: nil) }
}

/// The property that a `flatMap` selects for each value of its source. It is only read.
@usableFromInline final class SelectionNode<Value: Sendable>: DerivedNode<Selection<Value>>, @unchecked Sendable {
  // In the gate, one access at a time: whether the property of the `flatMap` is alive.
  @safe @exclusivity(unchecked) private var isKept = true

  @inlinable init<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Property<Value>
  ) {
    let input = Input(source)
    super.init(
      source.group, of: [source],
      derive: { node, moment in
        input.reading(at: moment).map { input in node.value(of: input, at: moment) { Selection(transform(input.value)) }
        }
      }, compute: { node, _ in Self.own(node).settle { Selection(transform(input.delivered)) } })
  }

  /// The object that the property of the `flatMap` retains. Observers retain the selected property only as long as another one
  /// may be selected.
  @usableFromInline func keeper() -> ReleaseHook {
    ReleaseHook {
      self.group.perform { self.isKept = false }
      self.releaseIfLast()
    }
  }

  /// Releases the roots of the selected property, if no other one can be selected.
  func releaseIfLast() {
    group.perform {
      if self.isKept || !self.isEnded { return }
      self.group.lock.lock()
      let old = self.memo
      self.memo = old.map { Selection(unkept: $0.source) }
      self.group.lock.unlock()
      withExtendedLifetime(old) {}
    }
  }
}
