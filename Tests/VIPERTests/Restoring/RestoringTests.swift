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

  private func saved(_ json: String) throws -> NavigationTree {
    try JSONDecoder().decode(NavigationTree.self, from: Data(json.utf8))
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
  private func tree(_ root: String) throws -> NavigationTree { try saved(#"{"nextID":100,"root":\#(root)}"#) }

  private func routes(_ navigator: Navigator) -> String { navigator.tree.value.description }
  /// The tree without ids.
  private func shape(_ tree: NavigationTree) -> String { tree.description.replacing(/#\d+/, with: "") }

  @Test func everyKindOfTreeComesBack() throws {
    let first = try app.open("/tabs")
    let tabs = try app.router("tabs#1")
    tabs.tab(.details, with: "a").start()
    tabs.tab(.other, with: "b").start()
    tabs.select(.other, with: "b").start()
    app.presenter("other#3", as: Int.self)?.router.embed(.details, with: "part").start()
    app.presenter("other#3", as: Int.self)?.router.push(.details, with: "top").start()
    app.presenter("details#5", as: Int.self)?.router.present(.form).start()
    app.presenter("details#2", as: Int.self)?.router.push(.other, with: "hidden").start()
    let tree = try saved(first.tree.value)
    let second = try TestApp().makeNavigator()
    #expect(Recorder(second.restore(tree)).values.count == 1)
    #expect(shape(second.tree.value) == shape(first.tree.value))
    #expect(second.routesOfPath == ["tabs", "other", "details", "form"])
  }

  @Test func randomTreesComeBackAsTheyWere() throws {
    let routes = (0..<6).map { Route<Void, Never>("r\($0)") }
    var random = SeededNumbers(seed: 3)
    for _ in 0..<200 {
      var tree = NavigationTree(), ids: [Int?] = [nil]
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let destination = routes[Int.random(in: 0..<6, using: &random)].destination
        let styles: [NavigationTree.Style] = [.push, .modal, .tab, .embedded]
        let style = styles[Int.random(in: 0..<4, using: &random)],
          id = ids[Int.random(in: 0..<ids.count, using: &random)]
        let request: NavigationRequest =
          if let id, Bool.random(using: &random) { .select(destination, from: id) } else {
            .open(destination, style, from: id)
          }
        guard case .perform(let transition) = tree.decide(request) else { continue }
        tree = transition.after
        ids += transition.opened.map(\.id)
      }
      let navigator = try Navigator(routes.map { Module($0) { _, _ in Assembly() } })
      #expect(Recorder(navigator.restore(try saved(tree))).isCompleted, "\(tree)")
      #expect(shape(navigator.tree.value) == shape(tree))
    }
  }

  @Test func aTreeOfAnOlderAppIsRestoredAsFarAsPossible() throws {
    let navigator = try app.makeNavigator()
    let tree = try tree(
      screen(
        "tabs", "root", id: 1, selected: 4,
        screen(
          "details", "tab", id: 2, input: #""a""#, screen("detials", "push", id: 3, screen("form", "modal", id: 9))),
        screen("other", "tab", id: 4, input: "7", screen("details", "push", id: 5, input: #""x""#)),
        screen("details", "embedded", id: 6, input: #""part""#), screen("home", "root", id: 7)))
    let restoring = Recorder(navigator.restore(tree))
    #expect(
      restoring.failure
        == .incomplete([
          .init(route: "detials", reason: .unknown("detials", nearest: "details")),
          .init(route: "other", reason: .invalid("the input of other cannot be read as String: 7")),
          .init(route: "home", reason: .invalid("it is saved as a root, and 'tabs' is below it")),
        ]))
    #expect(
      routes(navigator) == """
        tabs#1 *
          details#2 (tab) "a" *
          details#3 (embedded) "part" *
        """)
  }

  @Test func inputsAreReadAsTheirRouteWritesThemToday() throws {
    struct Query: Codable, Hashable, Sendable {
      var word: String
      var page: Int?
    }
    let search = Route<Query, Never>("search")
    let navigator = try app.makeNavigator([Module(search) { _, _ in Assembly() }])
    let input = #"{"word":"cats","gone":true}"#
    navigator.restore(try tree(screen("search", "root", id: 1, input: input))).start()
    #expect(navigator.tree.value.root?.destination == (try search.destination(with: Query(word: "cats"))))
  }

  @Test func transientInputsAreNotRestored() throws {
    let live = Route<[Int], Never>(transient: "live")
    let navigator = try app.makeNavigator([Module(live) { _, _ in Assembly() }])
    navigator.open("/home").start()
    navigator.router.push(live, with: [1]).start()
    let tree = try saved(navigator.tree.value)
    let reason = RouteError.invalid("live takes an input that lives in memory only; open it from code, not by a link")
    #expect(Recorder(navigator.restore(tree)).failure == .incomplete([.init(route: "live", reason: reason)]))
    #expect(routes(navigator) == "home#3 *")
    let root = try self.tree(screen("live", "root", id: 1, screen("home", "push", id: 2)))
    #expect(Recorder(navigator.restore(root)).failure == reason)
    #expect(routes(navigator) == "home#3 *")
  }

  @Test func aRootThatCannotBeRestoredLeavesTheOpenScreens() throws {
    let navigator = try app.open("/home/details;value=a")
    let before = navigator.tree.value
    let gone = Recorder(navigator.restore(try tree(screen("gone", "root", id: 1))))
    #expect(gone.failure == .unknown("gone", nearest: nil))
    let empty = Recorder(navigator.restore(NavigationTree()))
    #expect(empty.failure == .invalid("the saved tree is empty: it has no root to open"))
    #expect(navigator.tree.value == before)
  }

  @Test func screensThatWouldCloseAreAskedFirst() throws {
    let navigator = try app.open("/home/details;value=a")
    app.refusesBack = ["details#2"]
    let before = navigator.tree.value
    let tree = try tree(screen("plain", "root", id: 1))
    #expect(Recorder(navigator.restore(tree)).failure == .refused("'details' refuses to close now"))
    #expect(navigator.tree.value == before)
    app.refusesBack = []
    #expect(Recorder(navigator.restore(tree)).isCompleted)
    #expect(routes(navigator) == "plain#3 *" && navigator.leaks() == [])
  }

  @Test func guardsAreAsked() throws {
    let form = Route<Void, String>.form.destination
    app.guards["details"] = Guard { _, _ in .refuse("members only") }
    app.guards["other"] = Guard { _, _ in .redirect(to: form) }
    let navigator = try app.makeNavigator()
    let tree = try tree(
      screen(
        "home", "root", id: 1, screen("details", "tab", id: 2, input: #""a""#),
        screen("other", "push", id: 3, input: #""b""#, screen("details", "push", id: 4, input: #""c""#))))
    #expect(
      Recorder(navigator.restore(tree)).failure
        == .incomplete([
          .init(route: "details", reason: .refused("members only")),
          .init(route: "other", reason: .refused("its guard redirects to 'form'")),
        ]))
    #expect(routes(navigator) == "home#1\n  form#2 (push) *")
  }

  @Test func aGuardMayHoldIt() throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    app.guards["details"] = Guard { _, _ in .hold(until: signal) }
    let navigator = try app.makeNavigator()
    let tree = try tree(
      screen("home", "root", id: 1, screen("details", "push", id: 2, input: #""a""#, screen("form", "modal", id: 3))))
    let restoring = Recorder(navigator.restore(tree))
    #expect(restoring.events.isEmpty)
    input.send(())
    #expect(restoring.values.count == 1 && navigator.routesOfPath == ["home", "details", "form"])
  }

  @Test func goingBackFromTheHoldOfARootChangesNothing() throws {
    app.guards["form"] = Guard { _, _ in .hold(until: .empty) }
    let navigator = try app.open("/home")
    let restoring = Recorder(navigator.restore(try TestApp.tree(of: "/form")))
    #expect(restoring.isCompleted && restoring.values.isEmpty && navigator.path == ["home#1"])
  }

  @Test func tabsThatTheHostOpensItselfAreJoinedByALinkAndByARestoration() throws {
    let host = Route<Void, Never>("host")
    let navigator = try app.makeNavigator([
      Module(host, opens: .details, .other) { router, _ in
        router.tab(.details, with: "a").start().stored(in: router.alive)
        router.tab(.other, with: "b").start().stored(in: router.alive)
        return Assembly()
      }
    ])
    #expect(Recorder(navigator.open("/host/other;value=b/details?value=c")).isCompleted)
    let tree = navigator.tree.value
    #expect(
      tree.description == """
        host#1 *
          details#2 (tab) "a"
          other#3 (tab) "b"
            details#4 (push) "c" *
        """)
    #expect(Recorder(navigator.restore(try saved(tree))).isCompleted)
    #expect(shape(navigator.tree.value) == shape(tree))
  }

  @Test func thousandsOfScreensThatCannotBeRestoredAreLeftOut() throws {
    let navigator = try app.makeNavigator()
    let screens = (2..<5_000).map { screen("gone", "embedded", id: $0) }.joined(separator: ",")
    let restoring = Recorder(navigator.restore(try tree(screen("home", "root", id: 1, screens))))
    let gone = RouteError.Missing(route: "gone", reason: .unknown("gone", nearest: nil))
    #expect(restoring.failure == .incomplete(Array(repeating: gone, count: 4_998)))
  }

  @Test func disposingARestorationOpensNoMore() throws {
    let navigator = try app.makeNavigator()
    app.stage.answer = .after(.seconds(1), app.time)
    let restoring = navigator.restore(try tree(screen("home", "root", id: 1, screen("form", "modal", id: 2)))).start()
    restoring.dispose()
    app.time.advance(by: .seconds(9))
    #expect(routes(navigator) == "home#1 *")
  }
}
