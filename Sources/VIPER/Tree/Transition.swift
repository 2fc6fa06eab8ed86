/// One step from a tree to the next, as the stage has to show it.
public struct Transition: Sendable {
  /// What kind of step it is.
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
    /// Another tab is shown.
    case select
  }
  /// What kind of step it is.
  public let kind: Kind
  /// What was open before.
  public let before: NavigationTree
  /// What is open after.
  public let after: NavigationTree
  /// What opens, parents before children.
  public let opened: [NavigationTree.Node]
  /// What closes, in the order it is freed: top first.
  public let closed: [NavigationTree.Node]
  /// How it is to be shown, for the stage to read: what the verb that opens says, or else its route. The way back has what the
  /// module opened with.
  public internal(set) var presentation: (any Sendable)?

  /// What opens and closes is the difference of the trees, unless it is given.
  init(
    _ kind: Kind, from before: NavigationTree, to after: NavigationTree, opened: [NavigationTree.Node]? = nil,
    closed: [NavigationTree.Node]? = nil
  ) {
    (self.kind, self.before, self.after) = (kind, before, after)
    self.opened = opened ?? after.nodes(notIn: before)
    self.closed = closed ?? before.nodes(notIn: after).reversed()
  }
}
