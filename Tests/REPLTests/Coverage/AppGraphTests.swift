import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct AppGraphTests {
  /// A list that opens a page of a number, which opens itself again.
  private static let app = ConsoleApp("pages", home: "list") { session in
    let page = Route<Int, Never>("page \"1\""), tap = Command<Void, Void, Never> { .empty }
    let modules = [
      Module(Route<Void, Never>("list"), opens: page) { _, _ in Assembly(view: ConsoleView(.button("turn", tap))) },
      Module(Route<Void, Never>("radio")) { router, _ in
        for event in ["b", "a"] { router.received(ModuleEvent<String>(event)).start().stored(in: router.alive) }
        return Assembly(view: ConsoleView(.button("turn", tap)))
      },
      Module(page, opens: page) { _, _ in Assembly(view: ConsoleView()) },
      Module(Route<Void, Never>("plain")) { _, _ in Assembly(view: ConsoleView()) },
    ]
    return try Navigator(stage: session.console, environment: session.environment, modules: modules)
  }

  private func graph() async throws -> AppGraph { try await ScreenCatalog(Self.app, options: [:]).graph() }

  @Test("the graph has screens of any name, with commands, events and the screens that they open")
  func screens() async throws {
    let turn = OfferedCommand(name: "turn", argument: .nothing)
    #expect(
      try await graph().screens == [
        AppGraph.Screen(name: "list", opens: ["page \"1\""], commands: [turn]),
        AppGraph.Screen(
          name: "page \"1\"", opens: ["page \"1\""], commands: nil,
          refusal: "'page \"1\"' needs the parameter 'value' (Int): page%20%221%22;value=…"),
        AppGraph.Screen(name: "plain", opens: [], commands: []),
        AppGraph.Screen(name: "radio", opens: [], commands: [turn], events: ["a", "b"]),
      ])
  }

  /// A screen that shows another one as a tab, or embedded, as soon as it opens.
  @Test(
    "a screen may open another at once; each has its own commands",
    arguments: [
      NavigationTree.Style.tab, .embedded,
    ]) func hosts(_ style: NavigationTree.Style) async throws
  {
    @MainActor final class Host: Presenter {
      private let router: Router<Never>, part: Route<Void, Never>
      init(_ router: Router<Never>, _ part: Route<Void, Never>) { (self.router, self.part) = (router, part) }
      func loaded() {
        let opened = part.style == .tab ? router.tab(part) : router.embed(part)
        opened.start().stored(in: router.alive)
      }
    }
    let part = Route<Void, Never>("part", style: style), tap = Command<Void, Void, Never> { .empty }
    let app = ConsoleApp("hosts", home: "host") { session in
      let modules = [
        Module(Route<Void, Never>("host"), opens: part) { router, _ in
          Assembly(view: ConsoleView(.button("turn", tap)), presenter: Host(router, part))
        },
        Module(part) { _, _ in Assembly(view: ConsoleView(.button("tap", tap))) },
      ]
      return try Navigator(stage: session.console, environment: session.environment, modules: modules)
    }
    let graph = try await ScreenCatalog(app, options: [:]).graph()
    #expect(graph.screens.map { $0.commands?.map(\.usage) } == [["turn"], ["tap"]])
    #expect(graph.screens.allSatisfy { $0.refusal == nil })
  }

  @Test("the graph is drawn for Graphviz") func dot() async throws {
    #expect(
      try await graph().text(.dot) == #"""
        digraph app {
          node [shape=box];
          "list" [label="list\nturn"];
          "page \"1\"" [label="page \"1\""];
          "plain" [label="plain"];
          "radio" [label="radio\nturn\nlistens to a\nlistens to b"];
          "list" -> "page \"1\"";
          "page \"1\"" -> "page \"1\"";
        }
        """#)
  }

  @Test("the graph is drawn for Mermaid") func mermaid() async throws {
    #expect(
      try await graph().text(.mermaid) == """
        graph TD
          s0["list<br>turn"]
          s1["page #quot;1#quot;"]
          s2["plain"]
          s3["radio<br>turn<br>listens to a<br>listens to b"]
          s0 --> s1
          s1 --> s1
        """)
  }

  @Test(":graph shows it in a session") func session() async throws {
    #expect(
      try await FlowRunner(Self.app).execute("> :graph\n> :open list\n> :graph\n").outputs == [
        ["(nothing is open)"], [],
        [
          "list", "  type turn", "  opens page \"1\"", "page \"1\"",
          "  not known until it is opened: 'page \"1\"' needs the parameter 'value' (Int): page%20%221%22;value=…",
          "  opens page \"1\"", "plain", "radio", "  type turn", "  listens to a, b",
        ],
      ])
  }
}
