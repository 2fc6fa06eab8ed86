extension Navigator {
  /// The notation of a graph.
  public enum Notation: Sendable {
    /// Graphviz.
    case dot
    /// Mermaid, as Markdown viewers draw it.
    case mermaid
  }

  /// Every route with the routes that it opens, sorted by name.
  package var routes: [(name: String, opens: [String])] {
    let modules = pipeline.modules
    return modules.keys.sorted().map { ($0, Set(modules[$0]?.opens ?? []).sorted()) }
  }

  /// The static graph: each route with an edge to each route that it may open, sorted by name. A route that no module opens has
  /// no incoming edge.
  ///
  ///     digraph routes {
  ///       "add";
  ///       "todo";
  ///       "todo" -> "add";
  ///     }
  public func graph(_ notation: Notation) -> String {
    let routes = routes, names = routes.map(\.name)
    let edges = routes.flatMap { route in route.opens.map { (from: route.name, to: $0) } }
    switch notation {
    case .dot:
      func quoted(_ name: String) -> String {
        "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      }
      let lines = names.map { "  \(quoted($0));" } + edges.map { "  \(quoted($0.from)) -> \(quoted($0.to));" }
      return (["digraph routes {"] + lines + ["}"]).joined(separator: "\n")
    case .mermaid:
      let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, "r\($0)") })
      let lines =
        names.map { "  \(numbers[$0] ?? "")[\"\($0.replacing("\"", with: "#quot;"))\"]" }
        + edges.map { "  \(numbers[$0.from] ?? "") --> \(numbers[$0.to] ?? "")" }
      return (["graph TD"] + lines).joined(separator: "\n")
    }
  }
}
