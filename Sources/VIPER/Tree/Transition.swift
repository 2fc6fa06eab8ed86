extension NavigationTree {
  /// A step from one tree to the next, for the stage to show.
  public struct Transition: Sendable {
    /// The kind of a transition.
    public enum Kind: Sendable {
      /// Everything closes, and a new root opens.
      case root
      /// A module opens on top of another.
      case push
      /// A module opens over another.
      case modal
      /// A module gets a tab.
      case tab
      /// A module opens inside another.
      case embed
      /// A module takes another's place.
      case replace
      /// Modules close.
      case back
      /// Another tab is selected.
      case select
    }
    /// The kind of the transition.
    public let kind: Kind
    /// The tree before the transition.
    public let before: NavigationTree
    /// The tree after the transition.
    public let after: NavigationTree
    /// The modules that open, parents before children.
    public let opened: [NavigationTree.Node]
    /// The modules that close, in the order of their release: top first.
    public let closed: [NavigationTree.Node]
    /// The presentation for the stage: the verb's, or else the route's. On the way back, the one that the module opened with.
    public internal(set) var presentation: (any Sendable)?

    /// A transition. If `opened` or `closed` is nil, it is the difference of the trees.
    init(
      _ kind: Kind, from before: NavigationTree, to after: NavigationTree, opened: [NavigationTree.Node]? = nil,
      closed: [NavigationTree.Node]? = nil
    ) {
      (self.kind, self.before, self.after) = (kind, before, after)
      self.opened = opened ?? after.nodes(notIn: before)
      self.closed = closed ?? before.nodes(notIn: after).reversed()
    }
  }
}
