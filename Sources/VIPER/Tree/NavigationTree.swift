/// What is open, as a value: compared, printed, saved, restored. Nothing else says what is on screen.
public struct NavigationTree: Codable, Hashable, Sendable {
  /// How a module is attached to the one that opened it.
  public enum Style: String, Codable, Sendable {
    /// Everything else is open on it.
    case root
    /// On top of it.
    case push
    /// Over it.
    case modal
    /// As one of its tabs.
    case tab
    /// Inside it, sharing its focus.
    case embedded
  }

  /// One open module.
  public struct Node: Codable, Hashable, Sendable, Identifiable {
    /// Unique in its tree, never reused.
    public let id: Int
    /// What it shows.
    public let destination: Destination
    /// How it is attached to its parent.
    public let style: Style
    /// What is open on it, in the order it was opened.
    public internal(set) var children: [Node] = []
    /// The tab shown, if it has tabs.
    public internal(set) var selected: Int?
    /// The module whose place this took: who asks that for the same again means this.
    var replaced: Int?
  }

  /// The module everything else is open on.
  public internal(set) var root: Node?
  /// The id of the next node.
  var nextID = 1

  /// A tree without modules.
  public init() {}

  /// From the root to the visible screen.
  public var path: [Node] {
    var path: [Node] = []
    var next = root
    while let node = next {
      path.append(node)
      next = node.onTop ?? node.children.first { $0.id == node.selected }
    }
    return path
  }

  /// The modules in focus, those below first: the visible screen and the tabs' hosts, with what they embed.
  public var focus: [Int] { root?.inFocus.map(\.id) ?? [] }
}

extension NavigationTree: CustomStringConvertible {
  /// One line a module, indented; `*` marks the focus.
  public var description: String {
    let focus = Set(focus)
    func lines(_ node: Node, _ depth: Int) -> [String] {
      let style = node.style == .root ? "" : " (\(node.style.rawValue))"
      let input = node.destination.input.map { " \($0)" } ?? ""
      let mark = focus.contains(node.id) ? " *" : ""
      return [String(repeating: "  ", count: depth) + node.name + style + input + mark]
        + node.children.flatMap { lines($0, depth + 1) }
    }
    return root.map { lines($0, 0).joined(separator: "\n") } ?? "(nothing is open)"
  }
}

extension NavigationTree.Node {
  /// Route and number, as in the trace: `details#3`.
  public var name: String { "\(destination.route)#\(id)" }

  /// What is pushed or presented on this.
  var onTop: NavigationTree.Node? { children.last { $0.style == .push || $0.style == .modal } }

  /// Of this and what is open on it, what is in focus while this is not covered: the topmost, what it embeds, its tab.
  var inFocus: [NavigationTree.Node] {
    var top = self
    while let next = top.onTop { top = next }
    return [top] + top.children.filter { $0.style == .embedded || $0.id == top.selected }.flatMap(\.inFocus)
  }

  /// This and everything open on it: parents before children.
  var all: [NavigationTree.Node] {
    var all: [NavigationTree.Node] = [], waiting = [self]
    while let node = waiting.popLast() {
      all.append(node)
      waiting += node.children.reversed()
    }
    return all
  }
}

extension NavigationTree {
  /// Every open module: parents before children.
  var nodes: [Node] { root?.all ?? [] }

  func node(_ id: Int) -> Node? { nodes.first { $0.id == id } }

  func parent(of id: Int) -> Node? { nodes.first { $0.children.contains { $0.id == id } } }

  /// The node and what it is open on, from the node up to the root.
  func ancestors(of id: Int) -> [Node] {
    let nodes = nodes
    var parents: [Int: Node] = [:]
    for node in nodes {
      for child in node.children { parents[child.id] = node }
    }
    var chain: [Node] = [], next = nodes.first { $0.id == id }
    while let node = next {
      chain.append(node)
      next = parents[node.id]
    }
    return chain
  }

  /// Replaces a node by what `change` makes of it; nil takes it out.
  mutating func update(_ id: Int, _ change: (Node) -> Node?) {
    func updated(_ node: Node) -> Node? {
      if node.id == id { return change(node) }
      var copy = node
      copy.children = node.children.compactMap(updated)
      return copy
    }
    root = root.flatMap(updated)
  }
}
