import Signals
import Testing
import VIPER

@MainActor @Suite struct RouteGraphTests {
  @Test func graphvizAndMermaidDrawTheRoutesThatEachModuleMayOpen() throws {
    let list = Route<Void, Never>("list"), add = Route<Void, Int>("add"), odd = Route<Void, Never>(#"a "b" \c"#)
    let navigator = try Navigator([
      Module(list, opens: odd, add, add) { _, _ in Assembly() }, Module(add) { _, _ in Assembly() },
      Module(odd, opens: odd) { _, _ in Assembly() },
    ])
    #expect(
      navigator.graph(.dot) == #"""
        digraph routes {
          "a \"b\" \\c";
          "add";
          "list";
          "a \"b\" \\c" -> "a \"b\" \\c";
          "list" -> "a \"b\" \\c";
          "list" -> "add";
        }
        """#)
    #expect(
      navigator.graph(.mermaid) == #"""
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
