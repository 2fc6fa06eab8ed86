import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

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

  @Test("the graph has screens of any name, with commands, events and ways; it is drawn for Graphviz and Mermaid")
  func drawn() async throws {
    let graph = try await ScreenCatalog(Self.app).graph()
    let dot = #"""
      digraph app {
        node [shape=box];
        "list" [label="list\nturn"];
        "page \"1\"" [label="page \"1\""];
        "plain" [label="plain"];
        "radio" [label="radio\nturn\nlistens to a\nlistens to b"];
        "list" -> "page \"1\"";
        "page \"1\"" -> "page \"1\"";
      }
      """#
    let mermaid = """
      graph TD
        s0["list<br>turn"]
        s1["page #quot;1#quot;"]
        s2["plain"]
        s3["radio<br>turn<br>listens to a<br>listens to b"]
        s0 --> s1
        s1 --> s1
      """
    #expect([.dot, .mermaid].map(graph.text) == [dot, mermaid])
  }

  @Test(":graph shows it in a session, with the reason why a screen is not known") func session() async throws {
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
