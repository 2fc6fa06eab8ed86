import REPL

extension AppGraph {
  /// The format of a printed graph.
  enum Format: String { case dot, mermaid, text }

  /// The graph as a text, without a newline at the end.
  func text(_ format: Format) -> String {
    switch format {
    case .text: return lines.joined(separator: "\n")
    case .dot:
      func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
      }
      let nodes = screens.map { screen in
        "  \(quoted(screen.name)) [label=\(quoted(Self.label(screen).joined(separator: "\n")))];"
      }
      let edges = screens.flatMap { screen in screen.opens.map { "  \(quoted(screen.name)) -> \(quoted($0));" } }
      return (["digraph app {", "  node [shape=box];"] + nodes + edges + ["}"]).joined(separator: "\n")
    case .mermaid:
      let ids = Dictionary(screens.enumerated().map { ($1.name, "s\($0)") }) { first, _ in first }
      let nodes = screens.enumerated().map { index, screen in
        let label = Self.label(screen).joined(separator: "<br>")
        return "  s\(index)[\"\(label.replacing("\"", with: "#quot;"))\"]"
      }
      let edges = screens.flatMap { screen in
        screen.opens.map { "  \(ids[screen.name] ?? "") --> \(ids[$0] ?? "")" }
      }
      return (["graph TD"] + nodes + edges).joined(separator: "\n")
    }
  }

  private static func label(_ screen: Screen) -> [String] {
    [screen.name] + (screen.commands ?? []).map(\.usage) + screen.events.map { "listens to \($0)" }
  }
}
