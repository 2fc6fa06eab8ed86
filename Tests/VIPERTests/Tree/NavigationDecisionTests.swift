import Effort
import Foundation
import SignalsTesting
import Testing

@testable import VIPER

/// The pure function from a tree and a request to a decision.
@Suite struct NavigationDecisionTests {
  private static func destination(_ route: String, _ input: String? = nil) -> Destination {
    Destination(route: route, input: input)
  }

  /// Applies requests one after the other; a rejected one ends the test.
  private func tree(_ requests: NavigationRequest...) throws -> NavigationTree {
    var tree = NavigationTree()
    for request in requests {
      let decision = tree.decide(request)
      guard case .perform(let transition) = decision else { throw Unexpected(decision: decision) }
      tree = transition.after
    }
    return tree
  }

  private struct Unexpected: Error { let decision: NavigationDecision }

  private func open(
    _ route: String, _ style: NavigationTree.Style = .push, from: Int? = nil, input: String? = nil
  ) -> NavigationRequest {
    .open(Self.destination(route, input), style, from: from)
  }

  @Test func theFirstModuleOfAnyStyleIsTheRoot() throws {
    for style in [NavigationTree.Style.root, .push, .modal] {
      #expect(try tree(open("a", style)).description == "a#1 *")
    }
  }

  @Test func pushesAndModalsAreAPath() throws {
    let tree = try tree(open("a"), open("b", from: 1), open("c", .modal, from: 2))
    #expect(tree.description == "a#1\n  b#2 (push)\n    c#3 (modal) *")
    #expect(tree.path.map(\.id) == [1, 2, 3])
    #expect(tree.focus == [3])
  }

  @Test func tabsShowTheFirstUntilAnotherIsSelected() throws {
    let tabs = try tree(open("host"), open("x", .tab, from: 1), open("y", .tab, from: 1))
    #expect(tabs.path.map(\.id) == [1, 2])
    #expect(tabs.focus == [1, 2])
    let selected = try tree(
      open("host"), open("x", .tab, from: 1), open("y", .tab, from: 1), .select(Self.destination("y"), from: 2))
    #expect(selected.focus == [1, 3])
    #expect(selected.description == "host#1 *\n  x#2 (tab)\n  y#3 (tab) *")
  }

  @Test func aPushOfTheVisibleScreenStacksUnlessToldOtherwise() throws {
    let tree = try tree(open("home"), open("page", from: 1))
    let page = Self.destination("page")
    for asking in [2, nil] {
      guard case .perform(let transition) = tree.decide(.open(page, .push, from: asking)) else {
        Issue.record("it does not stack")
        return
      }
      #expect(transition.after.path.map(\.name) == ["home#1", "page#2", "page#3"])
    }
    for asking in [1, 2, nil] {
      guard case .join(2) = tree.decide(.pushUnlessVisible(page, from: asking)) else {
        Issue.record("it does not join")
        return
      }
    }
    let other = try self.tree(
      open("home"), open("page", from: 1), .pushUnlessVisible(Self.destination("page", "2"), from: nil))
    #expect(other.path.map(\.name) == ["home#1", "page#2", "page#3"])
    guard case .reject(.closed) = tree.decide(.pushUnlessVisible(page, from: 9)) else {
      Issue.record("a closed module joins")
      return
    }
  }

  @Test func aTabOrAPartOpensOnACoveredHost() throws {
    let tree = try tree(open("home"), open("page", from: 1), open("x", .tab, from: 1), open("y", .embedded, from: 1))
    #expect(tree.description == "home#1\n  page#2 (push) *\n  x#3 (tab)\n  y#4 (embedded)")
    #expect(tree.path.map(\.id) == [1, 2])
  }

  @Test func whenTheSelectedTabClosesTheFirstIsSelected() throws {
    let tree = try tree(
      open("host"), open("x", .tab, from: 1), open("y", .tab, from: 1), open("z", .tab, from: 1),
      .select(Self.destination("y"), from: 1), .close(3))
    #expect(tree.description == "host#1 *\n  x#2 (tab) *\n  z#4 (tab)")
  }

  @Test func goingBackOutOfATabKeepsTheTabs() throws {
    let tree = try tree(
      open("host"), open("x", .tab, from: 1), open("y", .tab, from: 1), .select(Self.destination("y"), from: 1),
      open("page", from: 3), open("more", from: 4), .back(to: "host", from: 5))
    #expect(tree.description == "host#1 *\n  x#2 (tab)\n  y#3 (tab) *")
  }

  @Test func embeddedModulesShareTheFocusAndPushOnTheirHost() throws {
    let tree = try tree(open("host"), open("part", .embedded, from: 1), open("details", from: 2))
    #expect(tree.description == "host#1\n  part#2 (embedded)\n  details#3 (push) *")
    #expect(try self.tree(open("host"), open("part", .embedded, from: 1)).focus == [1, 2])
  }

  @Test func closingATabSelectsTheFirstThatIsLeft() throws {
    let tree = try tree(open("host"), open("x", .tab, from: 1), open("y", .tab, from: 1), .close(2))
    #expect(tree.focus == [1, 3])
  }

  @Test func replacingKeepsPlaceAndStyle() throws {
    let tree = try tree(open("host"), open("x", .tab, from: 1), .replace(2, Self.destination("y")))
    #expect(tree.description == "host#1 *\n  y#3 (tab) *")
    let root = try self.tree(open("a"), open("b", from: 1), .replace(1, Self.destination("c")))
    #expect(root.description == "c#3 *")
  }

  @Test func closedIsTopFirst() throws {
    let tree = try tree(open("a"), open("b", from: 1), open("c", from: 2))
    let decision = tree.decide(.back(to: "a", from: 3))
    guard case .perform(let transition) = decision else { throw Unexpected(decision: decision) }
    #expect(transition.closed.map(\.id) == [3, 2])
    #expect(transition.kind == .back)
  }

  @Test func treesWithTheSameModulesAreEqual() throws {
    let before = try tree(open("a")), after = try tree(open("a"), open("b", from: 1), .close(2))
    #expect(before == after && Set([before, after]).count == 1)
    let replaced = try tree(open("a"), .replace(1, Self.destination("b")))
    let another = try tree(open("a"), open("b", .root, from: 1))
    #expect(replaced == another && Set([replaced, another]).count == 1)
    let others = [
      try tree(open("b")), try tree(open("a", input: "1")), try tree(open("a"), open("b", from: 1)),
      try tree(open("a"), open("b", .modal, from: 1)), NavigationTree(), replaced,
    ]
    #expect(!others.contains(before) && Set(others).count == others.count)
  }

  @Test func openModulesAreJoined() throws {
    let tree = try tree(open("a"), open("b", from: 1, input: "1"))
    let decision = tree.decide(open("b", from: 1, input: "1"))
    guard case .join(let id) = decision else { throw Unexpected(decision: decision) }
    #expect(id == 2)
  }

  @Test func impossibleRequestsAreRejected() throws {
    let tree = try tree(open("a"), open("b", from: 1), open("t", .tab, from: 2))
    let rejected: [(NavigationRequest, RouteError)] = [
      (open("c", from: 1), .covered("a", by: "b")),
      (open("b", from: 1, input: "other"), .covered("a", by: "b")),
      (open("c", from: 9), .closed("c")),
      (.close(1), .nothingBelow),
      (.close(9), .closed("#9")),
      (.replace(9, Self.destination("c")), .closed("c")),
      (.back(to: "b", from: 1), .nothingBelow),
      (.select(Self.destination("zzz"), from: 3), .closed("zzz")),
      (.select(Self.destination("t"), from: 1), .closed("t")),
    ]
    for (request, error) in rejected {
      guard case .reject(let reason) = tree.decide(request) else {
        Issue.record("\(request) was not rejected")
        continue
      }
      #expect(reason == error)
    }
  }

  @Test func goingBackToARouteThatIsNotBelowNamesTheRoutesBelow() throws {
    let tree = try tree(
      open("home"), open("search", from: 1), open("search", from: 2, input: "1"), open("form", from: 3))
    let messages = [
      ("hom", 4, "'hom' is not below 'form'; did you mean 'home'?"),
      ("form", 4, "'form' is not below 'form'; go back to 'search', 'home'"),
      ("form", 2, "'form' is not below 'search'; go back to 'home'"),
    ]
    for (route, id, message) in messages {
      guard case .reject(let error) = tree.decide(.back(to: route, from: id)) else {
        Issue.record("\(route) was found below \(id)")
        continue
      }
      #expect(error.description == message)
    }
  }

  @Test func aThousandScreensOnTopOfEachOtherWork() throws {
    var tree = NavigationTree()
    for number in 0..<1_000 {
      let decision = tree.decide(open("r\(number)"))
      guard case .perform(let transition) = decision else { throw Unexpected(decision: decision) }
      tree = transition.after
    }
    #expect(tree.path.count == 1_000)
    guard case .perform(let transition) = tree.decide(.back(to: "r0", from: 1_000)) else {
      throw Unexpected(decision: tree.decide(.close(1)))
    }
    #expect(transition.closed.map(\.id) == Array((2...1_000).reversed()))
  }

  /// Whether a module is visible: none is on top of it, and each of its hosts shows it.
  private func isShown(_ node: NavigationTree.Node, in tree: NavigationTree) -> Bool {
    let chain = tree.ancestors(of: node.id)
    return node.onTop == nil
      && zip(chain, chain.dropFirst()).allSatisfy { child, host in
        switch child.style {
        case .push, .modal, .root: true
        case .tab: host.selected == child.id && host.onTop == nil
        case .embedded: host.onTop == nil
        }
      }
  }

  @Test func randomRequestsKeepTheInvariants() throws {
    var random = SeededNumbers(seed: 7)
    var tree = NavigationTree(), used: Set<Int> = [], performed = 0
    let count = Effort.runs(short: 2_000, full: 100_000)
    for step in 0..<count {
      let ids = tree.nodes.map(\.id) + [999_999]
      let id = ids[Int(random.next() % UInt64(ids.count))]
      let destination = Self.destination("r\(random.next() % 6)"), visible = random.next() % 4 == 0
      let styles: [NavigationTree.Style] = [.push, .modal, .tab, .embedded, .push, .modal, .tab, .embedded, .root]
      let request: NavigationRequest =
        switch random.next() % 10 {
        case 0: .replace(visible ? nil : id, destination)
        case 1, 2: .close(id)
        case 3: .back(to: destination.route, from: visible ? nil : id)
        case 4: .select(destination, from: visible ? nil : id)
        default: .open(destination, styles[Int(random.next() % (step % 50 == 0 ? 9 : 8))], from: id)
        }
      guard case .perform(let transition) = tree.decide(request) else { continue }
      performed += 1
      #expect(transition.before == tree)
      tree = transition.after
      let nodes = tree.nodes.map(\.id)
      #expect(Set(nodes).count == nodes.count, "an id twice after \(request)")
      #expect(transition.opened.allSatisfy { used.insert($0.id).inserted }, "an id used again after \(request)")
      let shown = tree.nodes.filter { isShown($0, in: tree) }.map(\.id)
      #expect(tree.focus.count == shown.count && Set(tree.focus) == Set(shown), "the focus of\n\(tree)")
      #expect(tree.path.first == tree.root)
      #expect(zip(tree.path, tree.path.dropFirst()).allSatisfy { $0.children.contains($1) }, "the path of\n\(tree)")
      #expect(tree.path.last.map { tree.focus.contains($0.id) } == true)
      #expect(tree.visible == tree.path.last && tree.address == tree.path.map(\.name).joined(separator: "/"))
      #expect(transition.opened == tree.nodes(notIn: transition.before))
      #expect(transition.closed == transition.before.nodes(notIn: tree).reversed())
      #expect(transition.opened.allSatisfy { nodes.contains($0.id) } && transition.opened.count <= 1)
      for node in tree.nodes {
        #expect((node.style == .root) == (node.id == tree.root?.id))
        let tabs = node.children.filter { $0.style == .tab }.map(\.id)
        #expect(tabs.isEmpty ? node.selected == nil : node.selected.map(tabs.contains) == true)
        #expect(node.children.count { $0.style == .push || $0.style == .modal } <= 1)
      }
      if performed % 500 == 0 {
        let copy = try JSONDecoder().decode(NavigationTree.self, from: JSONEncoder().encode(tree))
        #expect(copy == tree)
      }
    }
    #expect(performed > count / 10)
  }
}
