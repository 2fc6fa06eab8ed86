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

  private func open(
    _ route: String, _ style: RouteStyle = .push, from: Int? = nil, input: String? = nil
  ) -> NavigationRequest {
    .open(Self.destination(route, input), style, from: from)
  }

  private func error(_ request: NavigationRequest, in tree: NavigationTree) -> RouteError? {
    if case .reject(let error) = tree.decide(request) { error } else { nil }
  }

  @Test func aPushOfTheVisibleScreenStacksUnlessToldOtherwise() throws {
    let tree = try NavigationTree.after(open("home"), open("page", from: 1))
    let requests = [2, nil].flatMap { asking in
      let another = NavigationRequest.pushUnlessVisible(Self.destination("page", "2"), from: asking)
      return [open("page", from: asking), another, .pushUnlessVisible(Self.destination("page"), from: asking)]
    }
    let decisions = requests.map { request in
      switch tree.decide(request) {
      case .perform(let transition): transition.after.address
      case .join(let id): "join \(id)"
      case .reject(let error): "\(error)"
      }
    }
    let stacked = "home#1/page#2/page#3"
    #expect(decisions == [stacked, stacked, "join 2", stacked, stacked, "join 2"])
  }

  @Test func whenTheSelectedTabClosesTheFirstIsSelected() throws {
    let tree = try NavigationTree.after(
      open("host"), open("x", .tab, from: 1), open("y", .tab, from: 1), open("z", .tab, from: 1),
      .select(Self.destination("y"), from: 1), .close(3))
    #expect(tree.description == "host#1 *\n  x#2 (tab) *\n  z#4 (tab)")
  }

  @Test func impossibleRequestsAreRejected() throws {
    let tree = try NavigationTree.after(open("a"), open("b", from: 1), open("t", .tab, from: 2))
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
    #expect(rejected.map { error($0.0, in: tree) } == rejected.map(\.1))
  }

  private static let goingBackToARouteThatIsNotBelowNamesTheRoutesBelowRows: [(String, Int, String)] = [
    ("hom", 4, "'hom' is not below 'form'; did you mean 'home'?"),
    ("form", 4, "'form' is not below 'form'; go back to 'search', 'home'"),
    ("form", 2, "'form' is not below 'search'; go back to 'home'"),
  ]

  @Test(arguments: goingBackToARouteThatIsNotBelowNamesTheRoutesBelowRows)
  func goingBackToARouteThatIsNotBelowNamesTheRoutesBelow(route: String, id: Int, message: String) throws {
    let tree = try NavigationTree.after(
      open("home"), open("search", from: 1), open("search", from: 2, input: "1"), open("form", from: 3))
    #expect(error(.back(to: route, from: id), in: tree)?.description == message)
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

  /// The promises that a transition breaks.
  private func brokenPromises(_ transition: NavigationTree.Transition) -> [String] {
    let tree = transition.after, nodes = tree.nodes, ids = nodes.map(\.id)
    let shown = nodes.filter { isShown($0, in: tree) }.map(\.id)
    let promises = [
      "each id is there once": Set(ids).count == ids.count,
      "at most one module opens": transition.opened.count <= 1,
      "the new modules have opened": transition.opened == tree.nodes(notIn: transition.before),
      "the others have closed, top first": transition.closed == transition.before.nodes(notIn: tree).reversed(),
      "the modules that are shown have the focus": tree.focus.count == shown.count && Set(tree.focus) == Set(shown),
      "the path begins at the root": tree.path.first == tree.root,
      "the path goes from host to child": zip(tree.path, tree.path.dropFirst()).allSatisfy {
        $0.children.contains($1)
      },
      "the path ends at the visible screen, which has the focus": tree.visible == tree.path.last
        && tree.path.last.map { tree.focus.contains($0.id) } == true,
      "the address names the path": tree.address == tree.path.map(\.name).joined(separator: "/"),
      "only the root has the style of a root": nodes.allSatisfy { ($0.style == .root) == ($0.id == tree.root?.id) },
      "one of the tabs is selected": nodes.allSatisfy { node in
        let tabs = node.children.filter { $0.style == .tab }.map(\.id)
        return tabs.isEmpty ? node.selected == nil : node.selected.map(tabs.contains) == true
      },
      "one module at most is on top of another": nodes.allSatisfy {
        $0.children.count { $0.style == .push || $0.style == .modal } <= 1
      },
    ]
    return promises.filter { !$0.value }.map(\.key)
  }

  @Test func randomRequestsKeepTheInvariants() throws {
    var random = SeededNumbers(seed: 7)
    var tree = NavigationTree(), used: Set<Int> = [], performed = 0
    let count = Effort.runs(short: 2_000, full: 10_000, all: 100_000)
    for step in 0..<count {
      let ids = tree.nodes.map(\.id) + [999_999]
      let id = ids[Int(random.next() % UInt64(ids.count))]
      let destination = Self.destination("r\(random.next() % 6)"), visible = random.next() % 4 == 0
      let styles: [RouteStyle] = [.push, .modal, .tab, .embedded, .push, .modal, .tab, .embedded, .root]
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
      var broken = brokenPromises(transition)
      if transition.before != tree { broken.append("a transition begins at the tree") }
      tree = transition.after
      if !transition.opened.allSatisfy({ used.insert($0.id).inserted }) { broken.append("no id is used again") }
      if performed % 500 == 0, try JSONDecoder().decode(NavigationTree.self, from: JSONEncoder().encode(tree)) != tree {
        broken.append("a tree is encoded and decoded")
      }
      #expect(broken == [], "\(request) leads to\n\(tree)")
    }
    #expect(performed > count / 10)
  }
}
