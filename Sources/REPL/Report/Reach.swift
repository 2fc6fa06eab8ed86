import VIPER

/// What flows reached of an app.
struct Reach: Codable, Equatable, Sendable {
  /// A way from one screen to another.
  struct Way: Codable, Hashable, Sendable { let from: String, to: String }
  /// A command on a screen.
  struct Typed: Codable, Hashable, Sendable { let screen: String, command: String }

  var screens: Set<String> = []
  var ways: Set<Way> = []
  /// The commands that screens offered, and those that were typed.
  var offered: Set<Typed> = []
  var typed: Set<Typed> = []

  /// What is opened by a step, and from where.
  mutating func add(_ transition: Transition) {
    for node in transition.opened {
      screens.insert(node.destination.route)
      guard let parent = transition.after.parent(of: node.id) else { continue }
      ways.insert(Way(from: parent.destination.route, to: node.destination.route))
    }
  }

  mutating func formUnion(_ other: Reach) {
    screens.formUnion(other.screens)
    ways.formUnion(other.ways)
    offered.formUnion(other.offered)
    typed.formUnion(other.typed)
  }
}

extension NavigationTree {
  /// The module that opened one.
  fileprivate func parent(of id: Node.ID) -> Node? {
    func search(_ node: Node) -> Node? {
      node.children.contains { $0.id == id } ? node : node.children.lazy.compactMap(search).first
    }
    return root.flatMap(search)
  }
}
