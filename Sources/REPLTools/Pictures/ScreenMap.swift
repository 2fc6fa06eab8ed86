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
  /// open. In a column they are in the order of their neighbours, so that few ways cross.
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
    var columns = (0..<count).map { depth in screens.filter { depths[$0.name] == depth } }.filter { !$0.isEmpty }
    for _ in 0..<2 {
      for index in columns.indices.dropFirst() { columns[index] = sorted(columns[index], by: columns[index - 1]) }
      for index in columns.indices.dropLast().reversed() {
        columns[index] = sorted(columns[index], by: columns[index + 1])
      }
    }
    return columns
  }

  /// A column in the order of the mean positions of its neighbours in another column. A screen without one keeps its position.
  private func sorted(_ column: [AppGraph.Screen], by other: [AppGraph.Screen]) -> [AppGraph.Screen] {
    let ways = graph.ways
    let places = column.enumerated().map { index, screen in
      let near = other.indices.filter { place in
        let names = [screen.name, other[place].name]
        return ways.contains { [$0.from, $0.to] == names || [$0.to, $0.from] == names }
      }
      let middle = Double(near.reduce(0, +)) / Double(max(1, near.count)) + 0.5
      return near.isEmpty
        ? (Double(index) + 0.5) / Double(column.count) : middle / Double(other.count)
    }
    return column.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { column[$0] }
  }
}
