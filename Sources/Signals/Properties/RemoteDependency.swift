/// A dependency across groups, which knows the value that the source had last.
@usableFromInline final class RemoteDependency<Value: Sendable>: Dependency {
  // In the gate of the node, one access at a time.
  @exclusivity(unchecked) @usableFromInline var last: Reading<Value>?

  init(of node: AnyPropertyNode, on source: AnyPropertyNode) { super.init(of: node, on: source, isRemote: true) }

  /// In the gate of the node: the value of the source at that time; nil if a root was written since.
  @inlinable func reading(of source: PropertyNode<Value>, at time: Int) -> Reading<Value>? {
    if var last, source.group.isUnchanged(since: last.span.through, at: time) {
      if last.span.through < time { last.span.through = time }
      return last
    }
    last = source.reading(at: time)
    return last
  }
}
