import Signals
import Testing
import VIPER

@MainActor @Suite struct RouteGraphTests {
  private let list = Route<Void, Never>("list"), add = Route<Void, Int>("add"), odd = Route<Void, Never>(#"a "b" \c"#)

  private func navigator() throws -> Navigator {
    try Navigator([
      Module(list, opens: odd, add, add) { _, _ in Assembly() }, Module(add) { _, _ in Assembly() },
      Module(odd, opens: odd) { _, _ in Assembly() },
    ])
  }

  @Test func graphvizDrawsTheRoutesThatEachModuleMayOpen() throws {
    #expect(
      try navigator().graph(.dot) == #"""
        digraph routes {
          "a \"b\" \\c";
          "add";
          "list";
          "a \"b\" \\c" -> "a \"b\" \\c";
          "list" -> "a \"b\" \\c";
          "list" -> "add";
        }
        """#)
  }

  @Test func mermaidDrawsTheSame() throws {
    #expect(
      try navigator().graph(.mermaid) == #"""
        graph TD
          r0["a #quot;b#quot; \c"]
          r1["add"]
          r2["list"]
          r0 --> r0
          r2 --> r0
          r2 --> r1
        """#)
  }
}
