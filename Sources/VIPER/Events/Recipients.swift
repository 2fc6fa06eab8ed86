/// Whom an event is for.
public struct Recipients: Sendable {
  enum Kind: Sendable { case all, parent, children, modules([String]) }
  let kind: Kind

  /// Every other open module that listens.
  public static let all = Recipients(kind: .all)
  /// The module that this one is open on. It has to listen.
  public static let parent = Recipients(kind: .parent)
  /// The modules open on this one that listen.
  public static let children = Recipients(kind: .children)

  /// Every open module of these routes, the one sending included. Each route has to be open, and each of its modules has to
  /// listen.
  public static func modules<each A, each B>(_ routes: repeat Route<each A, each B>) -> Recipients {
    var names: [String] = []
    for name in repeat (each routes).name {
      if !names.contains(name) { names.append(name) }
    }
    return Recipients(kind: .modules(names))
  }
}
