import REPL

extension AppGraph {
  /// The format of a printed graph.
  enum Format: String { case dot, mermaid, text }

  /// The graph as a text, without a newline at the end.
  func text(_ format: Format) -> String {
    let nodes = screens.map { screen in
      (screen.name, [screen.name] + (screen.commands ?? []).map(\.usage) + screen.events.map { "listens to \($0)" })
    }
    let edges = screens.flatMap { screen in screen.opens.map { (screen.name, $0) } }
    switch format {
    case .text: return lines.joined(separator: "\n")
    case .dot:
      func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
      }
      return
        (["digraph app {", "  node [shape=box];"]
        + nodes.map { "  \(quoted($0)) [label=\(quoted($1.joined(separator: "\n")))];" }
        + edges.map { "  \(quoted($0)) -> \(quoted($1));" } + ["}"]).joined(separator: "\n")
    case .mermaid:
      let ids = Dictionary(screens.enumerated().map { ($1.name, "s\($0)") }) { first, _ in first }
      let boxes = nodes.enumerated().map { index, node in
        "  s\(index)[\"\(node.1.joined(separator: "<br>").replacing("\"", with: "#quot;"))\"]"
      }
      return (["graph TD"] + boxes + edges.map { "  \(ids[$0] ?? "") --> \(ids[$1] ?? "")" }).joined(separator: "\n")
    }
  }
}
