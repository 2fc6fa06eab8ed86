import Testing

@testable import VIPER

/// Every request in every kind of tree, from every module of it and without one.
@Suite struct DecisionTableTests {
  @Test(arguments: DecisionTables.all) func everyRequestIsDecidedAsInTheTable(table: String) {
    let tree = Self.tree(String(table.prefix { $0 != "\n" }))
    #expect(Self.table(tree) == table)
  }

  /// The decisions that are the same in all trees.
  @Test(arguments: DecisionTables.all) func aRootReplacesAllModulesAndAModuleIsOpenOnceInAPlace(
    table: String
  ) {
    let x = Destination(route: "x", input: nil), tree = Self.tree(String(table.prefix { $0 != "\n" }))
    func text(_ request: NavigationRequest) -> String { Self.text(tree.decide(request)) }
    #expect(text(.open(x, .root, from: nil)) == "x\(tree.nextID)'")
    for node in tree.nodes {
      let parent = tree.parent(of: node.id)?.id
      // A root that is open is joined by the app, and replaced by a module.
      #expect(text(.open(node.destination, node.style, from: parent)) == "join \(node.id)")
      #expect(text(.open(Destination(route: "a", input: nil), .root, from: node.id)) == "a\(tree.nextID)'")
    }
    for asking in [nil] + tree.nodes.map(\.id) { #expect(text(.select(x, from: asking)) == "closed") }
  }

  @Test func aClosedModuleCanRequestNothing() {
    let x = Destination(route: "x", input: nil), tree = Self.tree("a1[|b2* >d3]")
    let requests: [NavigationRequest] = [
      .open(x, .push, from: 99), .pushUnlessVisible(x, from: 99), .open(x, .modal, from: 99), .open(x, .tab, from: 99),
      .open(x, .embedded, from: 99),
      .replace(99, x), .close(99), .back(to: "a", from: 99), .select(x, from: 99),
    ]
    for request in requests { #expect(Self.text(tree.decide(request)) == "closed", "\(request)") }
  }

  /// The table of a tree: a line for each request.
  private static func table(_ tree: NavigationTree) -> String {
    let x = Destination(route: "x", input: nil)
    let b = Destination(route: "b", input: nil)
    let modules = tree.nodes.map(\.id), everybody: [Int?] = [nil] + modules
    let rows: [(String, [(Int?, NavigationRequest)])] = [
      ("push", everybody.map { ($0, .open(x, .push, from: $0)) }),
      ("push b unless visible", everybody.map { ($0, .pushUnlessVisible(b, from: $0)) }),
      ("modal", everybody.map { ($0, .open(x, .modal, from: $0)) }),
      ("tab", everybody.map { ($0, .open(x, .tab, from: $0)) }),
      ("embed", everybody.map { ($0, .open(x, .embedded, from: $0)) }),
      ("replace", everybody.map { ($0, .replace($0, x)) }), ("replace by b", everybody.map { ($0, .replace($0, b)) }),
      ("close", modules.map { ($0, .close($0)) }), ("back to a", everybody.map { ($0, .back(to: "a", from: $0)) }),
      ("back to b", everybody.map { ($0, .back(to: "b", from: $0)) }),
      ("select b", everybody.map { ($0, .select(b, from: $0)) }),
    ]
    let lines = rows.filter { !$1.isEmpty }.map { name, requests in
      var outcomes: [(askers: [String], outcome: String)] = []
      for (asker, request) in requests {
        let outcome = text(tree.decide(request)), name = asker.map(String.init) ?? "-"
        if let index = outcomes.firstIndex(where: { $0.outcome == outcome }) {
          outcomes[index].askers.append(name)
        } else {
          outcomes.append(([name], outcome))
        }
      }
      return "  \(name)  "
        + outcomes.map { $0.askers.joined(separator: ",") + ":" + $0.outcome }.joined(separator: "  ")
    }
    return ([text(tree)] + lines).joined(separator: "\n")
  }

  private static func text(_ decision: NavigationDecision) -> String {
    switch decision {
    case .perform(let transition): text(transition.after)
    case .join(let id): "join \(id)"
    case .reject(.covered): "covered"
    case .reject(.closed): "closed"
    case .reject(.nothingBelow): "nothing below"
    case .reject(.invalid(let reason)) where reason.description.contains("is not below"): "not below"
    case .reject(.invalid(let reason)) where reason.description.contains("is already open beside it"): "beside"
    case .reject(let error): "\(error)"
    }
  }

  private static let marks: [(NavigationTree.Style, String)] = [
    (.push, ">"), (.modal, "^"), (.tab, "|"), (.embedded, "+"), (.root, ""),
  ]

  private static func text(_ tree: NavigationTree) -> String {
    let focus = tree.focus
    func text(_ node: NavigationTree.Node, isSelected: Bool) -> String {
      let mark = marks.first { $0.0 == node.style }?.1 ?? ""
      let children = node.children.map { text($0, isSelected: $0.id == node.selected) }.joined(separator: " ")
      return mark + node.destination.route + "\(node.id)" + (isSelected ? "*" : "")
        + (focus.contains(node.id) ? "'" : "")
        + (children.isEmpty ? "" : "[\(children)]")
    }
    return tree.root.map { text($0, isSelected: false) } ?? "nothing"
  }

  /// Reads a tree whose modules are written as one letter and one digit.
  private static func tree(_ text: String) -> NavigationTree {
    var tree = NavigationTree(), hosts: [Int] = [], style = NavigationTree.Style.root, last: Int?
    for character in text == "nothing" ? "" : text {
      if let mark = marks.first(where: { $0.1 == String(character) }) {
        style = mark.0
      } else if character == "[" {
        hosts += last.map { [$0] } ?? []
      } else if character == "]" {
        hosts.removeLast()
      } else if character == "*", let id = last, let destination = tree.node(id)?.destination {
        if case .perform(let transition) = tree.decide(.select(destination, from: hosts.last ?? 0)) {
          tree = transition.after
        }
      } else if character.isLetter {
        let destination = Destination(route: String(character), input: nil)
        last = tree.nextID
        if case .perform(let transition) = tree.decide(.open(destination, style, from: hosts.last)) {
          tree = transition.after
        }
      }
    }
    return tree
  }
}
