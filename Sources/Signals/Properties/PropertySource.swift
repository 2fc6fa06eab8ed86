/// The node of a property in the graph of properties, and the roots it keeps alive. Only the library creates one.
public struct PropertySource<Value: Sendable>: Sendable {
  @usableFromInline let node: PropertyNode<Value>
  /// The properties at the roots.
  @usableFromInline let keeper: (any AnyObject & Sendable)?

  @inlinable init(_ node: PropertyNode<Value>, keeping keeper: (any AnyObject & Sendable)?) {
    (self.node, self.keeper) = (node, keeper)
  }
}

/// Keeps the roots of several properties alive.
@usableFromInline func keeper(of keepers: [(any AnyObject & Sendable)?]) -> (any AnyObject & Sendable)? {
  var all: [any AnyObject & Sendable] = []
  for case let keeper? in keepers where !all.contains(where: { $0 === keeper }) { all.append(keeper) }
  // Combinations may be nested deeply.
  return all.count < 2 ? all.first : ReleaseBox(all)
}
