import Testing

@testable import VIPER

/// Every request in every kind of tree, from every module of it and without one.
@Suite struct DecisionTableTests {
  @Test(arguments: DecisionTables.all) func everyRequestIsDecidedAsInTheTable(table: String) {
    let tree = Self.tree(String(table.prefix { $0 != "\n" }))
    #expect(Self.table(tree) == table)
  }

  @Test(arguments: DecisionTables.all) func aRootReplacesAllModulesAndAModuleIsOpenOnceInAPlace(table: String) {
    let x = Destination(route: "x", input: nil), tree = Self.tree(String(table.prefix { $0 != "\n" }))
    var expected: [(NavigationRequest, String)] = [
      (.open(x, .root, from: nil), "x\(tree.nextID)'"), (.select(x, from: nil), "closed"),
    ]
    for node in tree.nodes {
      expected += [
        // A root that is open is joined by the app, and replaced by a module.
        (.open(node.destination, node.style, from: tree.parent(of: node.id)?.id), "join \(node.id)"),
        (.open(Destination(route: "a", input: nil), .root, from: node.id), "a\(tree.nextID)'"),
        (.select(x, from: node.id), "closed"),
      ]
    }
    #expect(expected.map { Self.text(tree.decide($0.0)) } == expected.map(\.1))
  }

  @Test func aClosedModuleCanRequestNothing() {
    let x = Destination(route: "x", input: nil), tree = Self.tree("a1[|b2* >d3]")
    let requests: [NavigationRequest] = [
      .open(x, .push, from: 99), .pushUnlessVisible(x, from: 99), .open(x, .modal, from: 99), .open(x, .tab, from: 99),
      .open(x, .embedded, from: 99), .replace(99, x), .close(99), .back(to: "a", from: 99), .select(x, from: 99),
    ]
    #expect(requests.map { Self.text(tree.decide($0)) } == Array(repeating: "closed", count: 9))
  }

  /// The table of a tree: a line for each request.
  private static func table(_ tree: NavigationTree) -> String {
    let x = Destination(route: "x", input: nil)
    let b = Destination(route: "b", input: nil)
    let modules = tree.nodes.map(\.id), everybody: [Int?] = [nil] + modules
    func all(_ askers: [Int?], _ request: (Int?) -> NavigationRequest) -> [String] {
      askers.map { text(tree.decide(request($0))) }
    }
    let modals = all(everybody) { .open(x, .modal, from: $0) }
    let pushes = zip(all(everybody) { .open(x, .push, from: $0) }, modals).map { push, modal in
      modal.replacing("^x", with: ">x") == push ? push : "\(push) or \(modal)"
    }
    let rows: [(name: String, outcomes: [String])] = [
      ("push or modal", pushes), ("push b unless visible", all(everybody) { .pushUnlessVisible(b, from: $0) }),
      ("tab", all(everybody) { .open(x, .tab, from: $0) }), ("embed", all(everybody) { .open(x, .embedded, from: $0) }),
      ("replace", all(everybody) { .replace($0, x) }), ("replace by b", all(everybody) { .replace($0, b) }),
      ("close", all(modules) { .close($0 ?? 0) }), ("back to a", all(everybody) { .back(to: "a", from: $0) }),
      ("back to b", all(everybody) { .back(to: "b", from: $0) }), ("select b", all(everybody) { .select(b, from: $0) }),
    ]
    let lines = rows.filter { !$0.outcomes.isEmpty }.map { row in
      let askers = everybody.suffix(row.outcomes.count).map { $0.map(String.init) ?? "-" }
      var groups: [(askers: [String], outcome: String)] = []
      for (asker, outcome) in zip(askers, row.outcomes) {
        if let index = groups.firstIndex(where: { $0.outcome == outcome }) {
          groups[index].askers.append(asker)
        } else {
          groups.append(([asker], outcome))
        }
      }
      return "  \(row.name)  "
        + groups.map { $0.askers.joined(separator: ",") + ":" + $0.outcome }.joined(separator: "  ")
    }
    return ([text(tree)] + lines).joined(separator: "\n")
  }

  static func text(_ decision: NavigationDecision) -> String {
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

  private static let marks: [(RouteStyle, String)] = [
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
  static func tree(_ text: String) -> NavigationTree {
    var tree = NavigationTree(), hosts: [Int] = [], style = RouteStyle.root, last: Int?
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
