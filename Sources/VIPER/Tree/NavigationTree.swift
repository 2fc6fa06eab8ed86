/// What is open, as a value: compared, printed, saved, restored. Nothing else says what is on screen.
public struct NavigationTree: Codable, Hashable, Sendable {
  /// How a module is attached to the module that opened it.
  public typealias Style = RouteStyle

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
  }

  /// The module everything else is open on.
  public internal(set) var root: Node?
  var nextID = 1
  /// The open modules that took the place of others, by those: to ask one of those for the same again means its successor.
  var replaced: [Int: Int] = [:]

  /// A tree without modules.
  public init() {}

  /// Whether the same is open: after a push and the way back, the tree is what it was.
  public static func == (first: Self, second: Self) -> Bool { first.root == second.root }

  /// Hashes what is open.
  public func hash(into hasher: inout Hasher) { hasher.combine(root) }

  /// From the root to the visible screen.
  public var path: [Node] {
    var path = root.map { [$0] } ?? []
    while let next = path.last?.above { path.append(next) }
    return path
  }

  var visible: Node? {
    var visible = root
    while let next = visible?.above { visible = next }
    return visible
  }

  /// The path in one line: `home#1/details#2`.
  var address: String {
    var address = "", next = root
    while let node = next {
      address += address.isEmpty ? node.name : "/\(node.name)"
      next = node.above
    }
    return address
  }

  /// The modules in focus, those below first: the visible screen and the tabs' hosts, with what they embed.
  public var focus: [Int] {
    var focus: [Int] = []
    root?.appendFocus(to: &focus)
    return focus
  }
}

extension NavigationTree {
  private enum CodingKeys: CodingKey { case root, nextID }

  /// More could be encoded, and not be decoded: JSON is read some 500 brackets deep.
  private static let deepest = 200

  /// Encodes the tree, 200 modules deep at most.
  ///
  /// - Throws: `EncodingError.invalidValue` if it is deeper.
  public func encode(to encoder: any Encoder) throws {
    guard (root?.depth ?? 0) <= Self.deepest else {
      let problem =
        "the tree is more than \(Self.deepest) modules deep, and could not be read again; close some before it is saved"
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: problem))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(root, forKey: .root)
    try container.encode(nextID, forKey: .nextID)
  }
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

  /// What of the path comes after this.
  fileprivate var above: NavigationTree.Node? { onTop ?? children.first { $0.id == selected } }

  /// Of this and what is open on it, what is in focus while this is not covered: the topmost, what it embeds, its tab.
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

  /// This and everything open on it: parents before children.
  var all: [NavigationTree.Node] {
    var all: [NavigationTree.Node] = []
    forEach { all.append($0) }
    return all
  }

  /// The first, this or open on it, that fits: parents before children.
  fileprivate func first(where isWanted: (NavigationTree.Node) -> Bool) -> NavigationTree.Node? {
    if isWanted(self) { return self }
    for child in children {
      if let found = child.first(where: isWanted) { return found }
    }
    return nil
  }

  /// Appends the node of that id, if it is this or open on this, and what it is open on, up to this.
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
  /// Every open module: parents before children.
  var nodes: [Node] { root?.all ?? [] }

  /// The open modules that are not open in another tree: parents before children.
  func nodes(notIn other: NavigationTree) -> [Node] {
    var ids: Set<Int> = [], nodes: [Node] = []
    other.root?.forEach { ids.insert($0.id) }
    root?.forEach { if !ids.contains($0.id) { nodes.append($0) } }
    return nodes
  }

  func node(_ id: Int) -> Node? { root?.first { $0.id == id } }

  /// What the node is open on; nil for the root.
  package func parent(of id: Int) -> Node? { root?.first { $0.children.contains { $0.id == id } } }

  /// The node and what it is open on, from the node up to the root.
  func ancestors(of id: Int) -> [Node] {
    var chain: [Node] = []
    _ = root?.appendAncestors(of: id, to: &chain)
    return chain
  }

  mutating func update(_ id: Int, _ change: (inout Node) -> Void) { _ = root?.update(id, change) }
}
