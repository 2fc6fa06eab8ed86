import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct RestoringTests {
  private let app = TestApp()

  /// A saved tree as text: written by one app, read by another.
  private func saved(_ tree: NavigationTree) throws -> NavigationTree {
    try JSONDecoder().decode(NavigationTree.self, from: JSONEncoder().encode(tree))
  }

  /// A saved screen as JSON.
  private func screen(
    _ route: String, _ style: String, id: Int, input: String? = nil, selected: Int? = nil, _ children: String...
  ) -> String {
    let input = input.map { #""input":"\#($0.replacing("\"", with: "\\\""))","# } ?? ""
    let selected = selected.map { #""selected":\#($0),"# } ?? ""
    return """
      {"id":\(id),"destination":{\(input)"route":"\(route)"},"style":"\(style)",\(selected)\
      "children":[\(children.joined(separator: ","))]}
      """
  }
  private func tree(_ root: String) throws -> NavigationTree {
    try JSONDecoder().decode(NavigationTree.self, from: Data(#"{"nextID":100,"root":\#(root)}"#.utf8))
  }

  /// The outcome of a restoration, and the tree after it.
  private func restoring(_ tree: NavigationTree, _ navigator: Navigator) -> String {
    let restoring = Recorder(navigator.restore(tree))
    return "\(restoring.outcome)\n\(navigator.tree.value)"
  }
  /// The tree without ids.
  private func shape(_ tree: NavigationTree) -> String { tree.description.replacing(/#\d+/, with: "") }

  @Test func randomTreesComeBackAsTheyWere() throws {
    let routes = (0..<6).map { Route<Int, Never>("r\($0)") }
    let styles: [RouteStyle] = [.push, .modal, .tab, .embedded]
    var random = SeededNumbers(seed: 3)
    for _ in 0..<200 {
      var tree = NavigationTree(), ids: [Int?] = [nil]
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let destination = try routes[Int.random(in: 0..<6, using: &random)].destination(with: ids.count % 2)
        let style = styles[Int.random(in: 0..<4, using: &random)],
          id = ids[Int.random(in: 0..<ids.count, using: &random)]
        let tabs = tree.everyNode.flatMap { host in host.children.filter { $0.style == .tab }.map { (host.id, $0) } }
        let request: NavigationRequest =
          if let (host, tab) = tabs.randomElement(using: &random), Bool.random(using: &random) {
            .select(tab.destination, from: host)
          } else { .open(destination, style, from: id) }
        guard case .perform(let transition) = tree.decide(request) else { continue }
        tree = transition.after
        ids += transition.opened.map(\.id)
      }
      let navigator = try Navigator(routes.map { Module($0) { _, _ in Assembly() } })
      #expect(restoring(try saved(tree), navigator).replacing(/#\d+/, with: "") == "done\n" + shape(tree))
    }
  }

  @Test func aTreeOfAnOlderAppIsRestoredAsFarAsPossible() throws {
    struct Query: Codable, Hashable, Sendable {
      var word: String
      var page: Int?
    }
    // Inputs are read as their route writes them today.
    let search = Route<Query, Never>("search"), navigator = try app.makeNavigator([app.module(search)])
    let tree = try tree(
      screen(
        "tabs", "root", id: 1, selected: 4,
        screen(
          "details", "tab", id: 2, input: #""a""#, screen("detials", "push", id: 3, screen("form", "modal", id: 9))),
        screen("other", "tab", id: 4, input: "7", screen("details", "push", id: 5, input: #""x""#)),
        screen("search", "embedded", id: 6, input: #"{"word":"cats","gone":true}"#), screen("home", "root", id: 7)))
    #expect(
      restoring(tree, navigator) == """
        without detials: unknown(detials, nearest: Optional(details)); without other: invalid(the input of other cannot be \
        read as String: 7); without home: invalid(it is saved as a root, and 'tabs' is below it)
        tabs#1 *
          details#2 (tab) "a" *
          search#3 (embedded) {"word":"cats"} *
        """)
  }

  @Test func screensThatCannotBeRestoredAreLeftOutAndARootLeavesTheOpenOnes() throws {
    let live = Route<[Int], Never>(transient: "live"), navigator = try app.open("/home", [app.module(live)])
    navigator.router.push(live, with: [1]).start()
    let tree = try saved(navigator.tree.value)
    let reason = "invalid(live takes an input that lives in memory only; open it from code, not by a link)"
    let roots = [
      tree, try self.tree(screen("live", "root", id: 1, screen("home", "push", id: 2))),
      try self.tree(screen("gone", "root", id: 1)), NavigationTree(),
    ]
    #expect(
      roots.map { restoring($0, navigator) } == [
        "without live: \(reason)\nhome#3 *", "\(reason)\nhome#3 *", "unknown(gone, nearest: nil)\nhome#3 *",
        "invalid(the saved tree is empty: it has no root to open)\nhome#3 *",
      ])
    let screens = (2..<5_000).map { screen("gone", "embedded", id: $0) }.joined(separator: ",")
    let many = Recorder(navigator.restore(try self.tree(screen("home", "root", id: 1, screens))))
    let gone = RouteError.Missing(route: "gone", reason: .unknown("gone", nearest: nil))
    #expect(many.failure == .incomplete(Array(repeating: gone, count: 4_998)))
  }

  @Test func screensThatWouldCloseAreAskedFirst() throws {
    let navigator = try app.open("/home/details;value=a"), before = navigator.tree.value
    app.refusesBack = ["details#2"]
    let tree = try tree(screen("plain", "root", id: 1))
    #expect(restoring(tree, navigator) == "refused('details' refuses to close now)\n\(before)")
    app.refusesBack = []
    #expect(restoring(tree, navigator) == "done\nplain#3 *")
    #expect(navigator.leaks() == [])
  }

  @Test func guardsAreAsked() throws {
    let form = Route<Void, String>.form.destination
    app.guards["details"] = Guard { _, _ in .refuse("members only") }
    app.guards["other"] = Guard { _, _ in .redirect(to: form) }
    let tree = try tree(
      screen(
        "home", "root", id: 1, screen("details", "tab", id: 2, input: #""a""#),
        screen("other", "push", id: 3, input: #""b""#, screen("details", "push", id: 4, input: #""c""#))))
    #expect(
      restoring(tree, try app.makeNavigator()) == """
        without details: refused(members only); without other: refused(its guard redirects to 'form')
        home#1
          form#2 (push) *
        """)
  }

  @Test func aGuardMayHoldItAndGoingBackFromTheHoldOfARootChangesNothing() throws {
    let (signal, input) = Signal<Void, RouteError>.pipe(), tree = try TestApp.tree(of: "/home/details;value=a/form")
    app.guards = ["details": Guard { _, _ in .hold(until: signal) }, "form": Guard { _, _ in .proceed }]
    let navigator = try app.makeNavigator(), held = Recorder(navigator.restore(tree)), before = held.outcome
    input.send(())
    #expect([before, held.outcome, navigator.address] == ["waiting", "done", "home#1/details#2/form#3"])
    app.guards = ["form": Guard { _, _ in .hold(until: .empty) }]
    #expect(restoring(try TestApp.tree(of: "/form"), try app.open("/home")) == "end\nhome#1 *")
  }

  @Test func tabsThatTheHostOpensItselfAreJoinedByALinkAndByARestoration() throws {
    let host = Module(Route<Void, Never>("host"), opens: .details, .other) { router, _ in
      router.tab(.details, with: "a").start().stored(in: router.alive)
      router.tab(.other, with: "b").start().stored(in: router.alive)
      return Assembly()
    }
    let navigator = try app.open("/host/other;value=b/details?value=c", [host]), tree = navigator.tree.value
    #expect(
      tree.description == """
        host#1 *
          details#2 (tab) "a"
          other#3 (tab) "b"
            details#4 (push) "c" *
        """)
    #expect(restoring(try saved(tree), navigator).replacing(/#\d+/, with: "") == "done\n" + shape(tree))
  }

  @Test func disposingARestorationOpensNoMore() throws {
    let navigator = try app.makeNavigator()
    app.slowDown()
    navigator.restore(try TestApp.tree(of: "/home/form")).start().dispose()
    app.time.advance(by: .seconds(9))
    #expect(navigator.address == "home#1")
  }
}
