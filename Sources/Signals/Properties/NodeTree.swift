/// The order in which the nodes of a group compute: a tree of the connected nodes.
///
/// A node that is made of the head changes whenever the head does, and so does all that is made of such nodes. Other nodes are
/// conditional: those that compare values, and those whose sources all depend on conditional nodes, but not on the same one. The
/// parent of a node is the conditional node, or the head, through which all its changes come. So when a node does not change,
/// nothing below it in the tree does: a delivery passes by all of it.
///
/// Siblings are in the order in which they were connected, and nodes are connected after their sources. So the tree, read from
/// the top, has each node after its sources.
extension AnyPropertyNode {
  typealias Reference = Unmanaged<AnyPropertyNode>

  // A reference to a parent is not counted: it is a source of the node, or of one of the node's sources, which keeps it alive. Nor
  // are those to children and siblings: a node is connected as long as it is in the tree, and is then kept alive by what observes it.

  /// The nearest conditional node, this included, or the head.
  private var condition: Reference {
    guard let parent, !isConditional else { return .passUnretained(self) }
    return parent
  }

  /// The place of a node with these sources. Those in other groups are constants, or the node is a head.
  static func place(
    in group: PropertyGroup, below sources: [AnyPropertyNode], comparesValues: Bool
  ) -> (parent: Reference?, isConditional: Bool) {
    var parent: Reference?
    for source in sources where source.group === group {
      parent = parent.map { nearest(to: $0, source.condition) } ?? source.condition
    }
    let changes = sources.contains { $0.group === group && $0.condition.toOpaque() == parent?.toOpaque() }
    return (parent, comparesValues || !changes)
  }

  /// The lowest node above both, or one of them.
  private static func nearest(to one: Reference, _ other: Reference) -> Reference {
    var one = one, other = other
    while one.toOpaque() != other.toOpaque() {
      // The higher one is not the head, which all nodes of the group are made of.
      if one.node.height > other.node.height {
        one = one.node.parent.unsafelyUnwrapped
      } else {
        other = other.node.parent.unsafelyUnwrapped
      }
    }
    return one
  }

  /// In the gate: makes this the last child of its parent. The last child is the previous one of the first.
  final func join() {
    guard let parent = parent?.node else { return }
    let reference = Reference.passUnretained(self), first = parent.firstChild?.node
    if let first { first.previousSibling?.node.nextSibling = reference } else { parent.firstChild = reference }
    previousSibling = first?.previousSibling ?? reference
    first?.previousSibling = reference
  }

  /// In the gate: takes this out of the tree. It has no children.
  final func leave() {
    guard let parent = parent?.node, let previous = previousSibling, let first = parent.firstChild?.node else { return }
    if first === self { parent.firstChild = nextSibling } else { previous.node.nextSibling = nextSibling }
    (nextSibling?.node ?? first).previousSibling = previous
    nextSibling = nil
    previousSibling = nil
  }

  /// In the gate: the node after this and all below it.
  final var successor: Reference? {
    if let nextSibling { return nextSibling }
    var node = parent
    while let up = node {
      if let next = up.node.nextSibling { return next }
      node = up.node.parent
    }
    return nil
  }

  /// In the gate: this and all connected nodes below, each after its sources.
  final var withAllBelow: [AnyPropertyNode] {
    var all = [self], next = firstChild
    while let node = next?.node {
      all.append(node)
      next = node.firstChild ?? node.successor
    }
    return all
  }

  /// In the gate: computes if a source has changed.
  ///
  /// - Returns: Whether this has changed.
  final func settle() -> Bool {
    if !isConditional { return compute(self) }
    let version = group.delivered.version
    if !comparesValues, !sources.contains(where: { $0.condition.node.changedVersion == version }) { return false }
    if !compute(self) { return false }
    changedVersion = version
    return true
  }
}

extension AnyPropertyNode.Reference {
  // Alive, see above.
  fileprivate var node: AnyPropertyNode { _withUnsafeGuaranteedRef { $0 } }
}
