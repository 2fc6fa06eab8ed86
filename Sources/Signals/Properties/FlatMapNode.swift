import Synchronization

/// The value of the property that a source selects: the head of a group.
@usableFromInline final class FlatMapNode<Value: Sendable>: PropertyNode<Value>, @unchecked Sendable {
  /// Only this node reads it.
  @usableFromInline let selection: PropertyNode<PropertySource<Value>>
  /// The node that is selected now: code of clients, who know the type of the value.
  @usableFromInline let selected: (AnyPropertyNode) -> AnyPropertyNode
  /// In the gate, one access at a time: the selected node that it depends on. Retained, so no other node gets its address.
  @safe @exclusivity(unchecked) @usableFromInline var followed: AnyPropertyNode?
  /// In the gate of the selection, one access at a time: whether the property of the `flatMap` is alive.
  @safe @exclusivity(unchecked) private var isKept = true

  @inlinable init<Source: Sendable>(
    of source: PropertyNode<Source>, _ transform: @escaping @Sendable (Source) -> Property<Value>
  ) {
    selection = .function(of: Input(source)) {
      let selected = transform($0).source
      selected.node.track()
      return selected
    }
    selected = { Self.own($0).selection.current().value.node }
    let input = Input(selection)
    super.init(
      PropertyGroup(isRooted: false), [selection],
      derive: { node, moment in
        guard let selected = input.reading(at: moment),
          let inner = selected.value.node.reading(at: moment)
        else { return nil }
        return node.value(of: selected.and(inner), at: moment) { inner.value }
      }, compute: { node, _ in Self.own(node).updateValue(at: WriteClock.now) })
  }

  /// Depends on the selected node, in place of the one before.
  override func followSelection() -> (source: AnyPropertyNode, dependency: AnyObserver)? {
    if !isConnected.load(ordering: .relaxed) { return nil }
    let selected = selected(self)
    defer { if !dependencies[1].isAttached { releaseIfLast() } }
    if selected === followed { return nil }
    followed = selected
    let dependency = selected.makeDependency(of: self), old = dependencies[0]
    dependencies[0] = dependency
    old.run()
    return (selected, dependency)
  }

  /// The selected node, and the selecting one.
  override var origins: [AnyPropertyNode] {
    let selected = selected(self)
    followed = selected
    return [selected] + selection.sources
  }

  /// The object that the property of the `flatMap` retains. Observers retain the selected property while another may be selected.
  @usableFromInline func keeper() -> any AnyObject & Sendable {
    let bag = DisposeBag()
    bag.add(
      Disposable {
        self.selection.group.perform { self.isKept = false }
        self.releaseIfLast()
      })
    return ReleaseBox(bag)
  }

  /// Releases the roots of the selected property, if no other one can be selected.
  private func releaseIfLast() {
    selection.group.perform {
      if self.isKept || !self.selection.isEnded { return }
      self.selection.group.lock.lock()
      let old = self.selection.memo
      self.selection.memo = old.map { PropertySource($0.node, keeping: nil) }
      self.selection.group.lock.unlock()
      withExtendedLifetime(old) {}
    }
  }
}
