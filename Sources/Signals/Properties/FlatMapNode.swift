/// The value of the property that a source selects.
@usableFromInline final class FlatMapNode<Value: Sendable>: HeadNode<Value>, @unchecked Sendable {
  @usableFromInline let selection: PropertyNode<Property<Value>>

  @inlinable init(_ selection: PropertyNode<Property<Value>>) {
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
        versions[0] = inner.span.version
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
            versions[0] = inner.version
            return selected.span.and(inner)
          }, { Input<Value>.received(by: node, 0) })
      })
  }

  /// The first dependency is on the currently selected node. The other one notifies of changes of the selection.
  override func makeDependencies() -> [Dependency] {
    [selection.value.source.node.makeDependency(of: self), Dependency(of: self, on: selection)]
  }
}
