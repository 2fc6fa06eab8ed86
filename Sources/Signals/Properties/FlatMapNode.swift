import Synchronization

/// The value of the property that a source selects: the head of a group.
@usableFromInline final class FlatMapNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// Only this node reads it.
  @usableFromInline let selection: PropertyNode<Selection<Value>>
  /// In the gate, one access at a time: the selected node that it depends on. Retained, so no other node gets its address.
  @safe @exclusivity(unchecked) @usableFromInline var followed: AnyPropertyNode?
  /// In the gate of the selection, one access at a time: whether the property of the `flatMap` is alive.
  @safe @exclusivity(unchecked) private var isKept = true

  @inlinable init<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Property<Value>
  ) {
    selection = .function(of: source) { Selection(transform($0)) }
    let input = Input(selection)
    super.init(
      PropertyGroup(isRooted: false), [selection],
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
    if unsafe !dependencies[1]._withUnsafeGuaranteedRef({ $0.isAttached }) { releaseIfLast() }
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

  /// The object that the property of the `flatMap` retains. Observers retain the selected property only as long as another one
  /// may be selected.
  @usableFromInline func keeper() -> ReleaseHook {
    ReleaseHook {
      self.selection.group.perform { self.isKept = false }
      self.releaseIfLast()
    }
  }

  /// Releases the roots of the selected property, if no other one can be selected.
  private func releaseIfLast() {
    selection.group.perform {
      if self.isKept || !self.selection.isEnded { return }
      self.selection.group.lock.lock()
      var old = self.selection.memo
      self.selection.memo = old.map { Selection(unkept: $0.source) }
      self.selection.group.lock.unlock()
      // The selected property may hold another one, and so on.
      DeferredRelease.release(&old)
    }
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
