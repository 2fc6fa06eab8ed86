import REPL

/// The screens of an app and the ways between them, with what the flows reached.
struct ScreenMap {
  let graph: AppGraph
  let reach: Reach

  init(_ reach: Reach, of graph: AppGraph) {
    var graph = graph
    graph.learn(from: reach)
    (self.graph, self.reach) = (graph, reach)
  }

  /// The screens in columns, from left to right: first the screens that no other screen opens, then the screens that these
  /// open.
  var columns: [[AppGraph.Screen]] {
    let screens = graph.screens, ways = graph.ways
    var depths: [String: Int] = [:]
    let opened = Set(ways.filter { $0.from != $0.to }.map(\.to))
    var next = screens.map(\.name).filter { !opened.contains($0) }, depth = 0
    while depths.count < screens.count {
      // If only cycles of screens are left, the first screen of one starts.
      if next.isEmpty, let first = screens.first(where: { depths[$0.name] == nil }) {
        (next, depth) = ([first.name], 0)
      }
      for name in next { depths[name] = depth }
      depth += 1
      next = ways.filter { depths[$0.from] != nil && depths[$0.to] == nil }.map(\.to)
        .filter { name in screens.contains { $0.name == name } }
    }
    let count = (depths.values.max() ?? -1) + 1
    return (0..<count).map { depth in screens.filter { depths[$0.name] == depth } }.filter { !$0.isEmpty }
  }
}
