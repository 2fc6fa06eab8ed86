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
      Module(page, opens: page) { _, _ in Assembly(view: ConsoleView()) },
      Module(Route<Void, Never>("plain")) { _, _ in Assembly(view: ConsoleView()) },
    ]
    return try Navigator(stage: session.console, environment: session.environment, modules: modules)
  }

  private func graph() async throws -> AppGraph {
    var graph = AppGraph(of: try Session(scripted: Self.app).start())
    await graph.readCommands(Self.app, options: [:])
    return graph
  }

  @Test("screens come with what may be typed and where they lead, whatever their names") func screens() async throws {
    #expect(
      try await graph().screens == [
        AppGraph.Screen(name: "list", opens: ["page \"1\""], commands: ["turn"]),
        AppGraph.Screen(name: "page \"1\"", opens: ["page \"1\""], commands: nil),
        AppGraph.Screen(name: "plain", opens: [], commands: []),
      ])
  }

  @Test("as a text") func text() async throws {
    #expect(
      try await graph().text(.text) == """
        list
          type turn
          opens page "1"
        page "1"
          needs an input
          opens page "1"
        plain
        """)
  }

  @Test("for Graphviz") func dot() async throws {
    #expect(
      try await graph().text(.dot) == #"""
        digraph app {
          node [shape=box];
          "list" [label="list\nturn"];
          "page \"1\"" [label="page \"1\""];
          "plain" [label="plain"];
          "list" -> "page \"1\"";
          "page \"1\"" -> "page \"1\"";
        }
        """#)
  }

  @Test("for Mermaid") func mermaid() async throws {
    #expect(
      try await graph().text(.mermaid) == """
        graph TD
          s0["list<br>turn"]
          s1["page #quot;1#quot;"]
          s2["plain"]
          s0 --> s1
          s1 --> s1
        """)
  }

  @Test(":graph shows it in a session") func session() async throws {
    let outputs = try await SmallApp.outputs("> :graph\n> :open todo\n> :graph\n")
    #expect(outputs[0] == ["(nothing is open)"])
    #expect(outputs[2].suffix(3) == ["todo", "  type add", "  opens add"])
  }
}
