/// The order in which the nodes of a group compute: a tree of the connected nodes.
///
/// A node that derives from the head changes whenever the head does, and so do all nodes that derive from it. Other nodes are
/// conditional: nodes that compare values, and nodes whose sources all depend on conditional nodes, but not on the same one.
/// All changes of a node come through its parent, which is a conditional node or the head. So when a node does not change, no
/// node below it in the tree does: a delivery skips all of them.
///
/// Siblings are in the order in which they were connected, and nodes are connected after their sources. So the tree, from top
/// to bottom, has each node after its sources.
extension AnyPropertyNode {
  typealias Reference = BorrowedReference<AnyPropertyNode>

  // A reference to a parent is uncounted: the parent is a source of the node, or of one of the node's sources, which keeps it
  // alive. Nor are references to children and siblings counted: a node in the tree is connected, and its observers keep it
  // alive.

  /// The nearest conditional node, this included, or the head.
  private var condition: Reference {
    guard let parent, !isConditional else { return unsafe Reference(self) }
    return parent
  }

  /// The place of a node with these sources. Sources in other groups are constants, or the node is a head.
  static func place(
    in group: PropertyGroup, below sources: [AnyPropertyNode], comparesValues: Bool
  ) -> (parent: Reference?, isConditional: Bool) {
    var parent: Reference?
    for source in sources where source.group === group {
      parent = parent.map { nearest(to: $0, source.condition) } ?? source.condition
    }
    let changes = sources.contains { $0.group === group && $0.condition == parent }
    return (parent, comparesValues || !changes)
  }

  /// The lowest node that is above both, or one of them.
  private static func nearest(to one: Reference, _ other: Reference) -> Reference {
    var one = one, other = other
    while one != other {
      // The higher one is not the head, because all nodes of the group derive from the head.
      if one.node.height > other.node.height {
        one = unsafe one.node.parent.unsafelyUnwrapped
      } else {
        other = unsafe other.node.parent.unsafelyUnwrapped
      }
    }
    return one
  }

  /// In the gate: makes this the last child of its parent. The previous sibling of the first child is the last child.
  final func join() {
    guard let parent = parent?.node else { return }
    let reference = unsafe Reference(self), first = parent.firstChild?.node
    if let first { first.previousSibling?.node.nextSibling = reference } else { parent.firstChild = reference }
    previousSibling = first?.previousSibling ?? reference
    first?.previousSibling = reference
  }

  /// In the gate: removes this from the tree. It has no children.
  final func leave() {
    guard let parent = parent?.node, let previous = previousSibling, let first = parent.firstChild?.node else { return }
    if first === self { parent.firstChild = nextSibling } else { previous.node.nextSibling = nextSibling }
    (nextSibling?.node ?? first).previousSibling = previous
    nextSibling = nil
    previousSibling = nil
  }

  /// In the gate: the next node that is not below this one.
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

  /// In the gate: computes this node if a source has changed.
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
  fileprivate var node: AnyPropertyNode { with { $0 } }
}
