/// The tree of open modules, as a value to compare, print, save and restore. It is the only record of the open modules.
public struct NavigationTree: Codable, Hashable, Sendable {
  /// One open module.
  public struct Node: Codable, Hashable, Sendable, Identifiable {
    /// The id, unique in its tree and never reused.
    public let id: Int
    /// The module's route and input.
    public let destination: Destination
    /// The way the module is attached to its parent.
    public let style: RouteStyle
    /// The modules open on this one, in the order of their opening.
    public internal(set) var children: [Node] = []
    /// The id of the selected tab, if the module has tabs.
    public internal(set) var selected: Int?
  }

  /// The module that all others are open on.
  public internal(set) var root: Node?
  var nextID = 1
  /// The id of the open replacement of each replaced module. A second request of the replaced module joins its replacement.
  var replaced: [Int: Int] = [:]

  /// A tree without modules.
  public init() {}

  /// Whether both trees have the same open modules. A tree equals itself after a push and the way back.
  public static func == (first: Self, second: Self) -> Bool { first.root == second.root }

  /// Hashes the open modules.
  public func hash(into hasher: inout Hasher) { hasher.combine(root) }

  /// The modules from the root to the visible screen.
  public var path: [Node] { root.map { Array(sequence(first: $0, next: \.above)) } ?? [] }

  var visible: Node? { path.last }

  /// The path in one line: `home#1/details#2`.
  var address: String {
    guard let root else { return "" }
    return sequence(first: root, next: \.above).dropFirst().reduce(into: root.name) { $0 += "/\($1.name)" }
  }

  /// The ids of the modules in focus, from the bottom up: the visible screen and the hosts of its tabs, with their embedded
  /// modules.
  public var focus: [Int] {
    var focus: [Int] = []
    root?.appendFocus(to: &focus)
    return focus
  }
}

extension NavigationTree {
  private enum CodingKeys: CodingKey { case root, nextID }

  /// The deepest tree that can be encoded. A deeper one could not be decoded: JSON decoders stop at about 500 nested brackets.
  private static let deepest = 200

  /// Encodes the tree, 200 modules deep at most.
  ///
  /// - Throws: `EncodingError.invalidValue` if it is deeper.
  public func encode(to encoder: any Encoder) throws {
    guard (root?.depth ?? 0) <= Self.deepest else {
      let problem =
        "the tree is more than \(Self.deepest) modules deep, so it could not be restored; close some before saving it"
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: problem))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(root, forKey: .root)
    try container.encode(nextID, forKey: .nextID)
  }
}

extension NavigationTree: CustomStringConvertible {
  /// One indented line for each module; `*` marks the focus.
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

  /// The module pushed or presented on this one.
  var onTop: NavigationTree.Node? { children.last { $0.style == .push || $0.style == .modal } }

  /// The module after this one on the path: the one on top, or else the selected tab.
  fileprivate var above: NavigationTree.Node? { onTop ?? children.first { $0.id == selected } }

  /// Appends the modules in focus, of this and the modules on it: the topmost, its embedded modules and its selected tab.
  fileprivate func appendFocus(to focus: inout [Int]) {
    if let onTop { return onTop.appendFocus(to: &focus) }
    focus.append(id)
    for child in children where child.style == .embedded || child.id == selected { child.appendFocus(to: &focus) }
  }

  fileprivate var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }

  fileprivate func forEach(_ body: (NavigationTree.Node) -> Void) {
    body(self)
    for child in children { child.forEach(body) }
  }

  /// This node and all nodes on it, parents before children.
  var all: [NavigationTree.Node] {
    var all: [NavigationTree.Node] = []
    forEach { all.append($0) }
    return all
  }

  /// The first matching node among this and the nodes on it, parents before children.
  fileprivate func first(where isWanted: (NavigationTree.Node) -> Bool) -> NavigationTree.Node? {
    if isWanted(self) { return self }
    for child in children {
      if let found = child.first(where: isWanted) { return found }
    }
    return nil
  }

  /// If the node with this id is this one or on it, appends that node and its ancestors up to this one, and returns true.
  fileprivate func appendAncestors(of id: Int, to chain: inout [NavigationTree.Node]) -> Bool {
    guard self.id == id || children.contains(where: { $0.appendAncestors(of: id, to: &chain) }) else { return false }
    chain.append(self)
    return true
  }

  fileprivate mutating func update(_ id: Int, _ change: (inout NavigationTree.Node) -> Void) -> Bool {
    if self.id == id {
      change(&self)
      return true
    }
    return children.indices.contains { children[$0].update(id, change) }
  }
}

extension NavigationTree {
  /// Every open module, parents before children.
  var nodes: [Node] { root?.all ?? [] }

  /// The open modules that are not in the other tree, parents before children.
  func nodes(notIn other: NavigationTree) -> [Node] {
    var ids: Set<Int> = [], nodes: [Node] = []
    other.root?.forEach { ids.insert($0.id) }
    root?.forEach { if !ids.contains($0.id) { nodes.append($0) } }
    return nodes
  }

  func node(_ id: Int) -> Node? { root?.first { $0.id == id } }

  /// The parent of a node; nil for the root.
  package func parent(of id: Int) -> Node? { root?.first { $0.children.contains { $0.id == id } } }

  /// The node and its ancestors, from the node up to the root.
  func ancestors(of id: Int) -> [Node] {
    var chain: [Node] = []
    _ = root?.appendAncestors(of: id, to: &chain)
    return chain
  }

  mutating func update(_ id: Int, _ change: (inout Node) -> Void) { _ = root?.update(id, change) }
}
