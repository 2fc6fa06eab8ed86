import REPL

/// The screens of an app and the ways between them, as an SVG picture: a box for each screen with its commands, an arrow for each
/// way. Parts that flows reached have a solid line and the mark `✓`, the others a dashed line and the mark `–`.
struct ScreenMap {
  private static let letter = 7.2, row = 17.0, gap = 70.0, space = 22.0, margin = 12.0
  /// The maximum number of commands in a box.
  private static let limit = 12

  let graph: AppGraph
  private let reach: Reach

  init(_ reach: Reach, of graph: AppGraph) {
    var graph = graph
    graph.learn(from: reach)
    (self.graph, self.reach) = (graph, reach)
  }

  /// The screens in columns, from left to right: first the screens that no other screen opens, then the screens that these
  /// open. In a column they are in the order of their neighbours, so that few ways cross.
  var columns: [[AppGraph.Screen]] {
    let screens = graph.screens, names = screens.map(\.name)
    let ways = graph.ways.filter { $0.from != $0.to && names.contains($0.to) }, opened = Set(ways.map(\.to))
    var depths: [String: Int] = [:], next = names.filter { !opened.contains($0) }, depth = 0
    while depths.count < screens.count {
      // If only cycles of screens are left, the first screen of one starts.
      if next.isEmpty, let first = names.first(where: { depths[$0] == nil }) { (next, depth) = ([first], 0) }
      for name in next { depths[name] = depth }
      depth += 1
      next = ways.filter { depths[$0.from] != nil && depths[$0.to] == nil }.map(\.to)
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

  /// A screen at its place.
  private struct Box {
    let name: String
    let isReached: Bool
    /// The title, and then the commands.
    let lines: [String]
    let width: Double
    var x = 0.0, y = 0.0

    init(_ screen: AppGraph.Screen, _ reach: Reach) {
      name = screen.name
      isReached = reach.screens.contains(name)
      let commands = screen.commands ?? [], more = commands.count - limit
      let marked =
        [(isReached, name)]
        + commands.prefix(limit).map { (reach.typed.contains(Reach.Command($0, on: screen.name)), $0.usage) }
      lines = marked.map { "\($0 ? "✓" : "–") \(Columns.cut($1, to: 28))" } + (more > 0 ? ["… \(more) more"] : [])
      width = Double(lines.map { Columns.width(of: $0) }.max() ?? 0) * letter + 24
    }

    var height: Double { Double(lines.count) * row + 14 }
    /// The height at which arrows start and end.
    var middle: Double { y + 16 }

    var svg: String {
      let texts = lines.enumerated().map { index, line in
        index == 0
          ? Markup.element("text", ["class": "name", "x": x + 12, "y": y + 20], Markup.escaped(line))
          : Markup.element("text", ["x": x + 12, "y": y + 21 + Double(index) * row], Markup.escaped(line))
      }
      let style = "screen \(style(isReached))"
      return Markup.element("rect", ["class": style, "x": x, "y": y, "width": width, "height": height, "rx": 6])
        + texts.joined()
    }
  }

  /// The picture, for a page that contains the style.
  var svg: String {
    let columns = self.columns.map { $0.map { Box($0, reach) } }
    let heights = columns.map { $0.reduce(Self.margin) { $0 + $1.height + Self.space } }, height = heights.max() ?? 0
    var boxes: [Box] = [], width = Self.margin
    for (column, own) in zip(columns, heights) {
      // Each column stands in the middle.
      var y = Self.margin + (height - own) / 2
      for var box in column {
        (box.x, box.y) = (width, y)
        boxes.append(box)
        y += box.height + Self.space
      }
      width += (column.map(\.width).max() ?? 0) + Self.gap
    }
    let reached = boxes.count(where: \.isReached)
    let arrow = """
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" \
      orient="auto-start-reverse"><path class="head" d="M0 0L8 4L0 8Z"/></marker></defs>
      """
    return Markup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "map", "width": width, "height": height, "role": "img",
        "aria-label": "Map of \(boxes.count) screens, of which flows opened \(reached)",
      ],
      "\n" + ([arrow] + graph.ways.compactMap { way($0, among: boxes) } + boxes.map(\.svg)).joined(separator: "\n")
        + "\n")
  }

  private static func style(_ isReached: Bool) -> String { isReached ? "reached" : "missed" }

  private func way(_ way: Reach.Way, among boxes: [Box]) -> String? {
    guard let from = boxes.first(where: { $0.name == way.from }), let to = boxes.first(where: { $0.name == way.to })
    else { return nil }
    // An arrow connects the facing edges, one to the left below the one to the right; in a column it goes around the right edges.
    let isForward = to.x > from.x, isBack = to.x < from.x, below = isBack || way.from == way.to ? 12.0 : 0
    let start = (x: isBack ? from.x : from.x + from.width, y: from.middle + (isBack ? below : 0))
    let end = (x: isForward ? to.x : to.x + to.width, y: to.middle + below)
    let reach = isForward || isBack ? max(24, abs(end.x - start.x) / 2) : 44
    let curve = [
      start.x + (isBack ? -reach : reach), start.y, end.x + (isForward ? -reach : reach), end.y, end.x, end.y,
    ].map(Markup.number).joined(separator: " ")
    let isReached = self.reach.ways.contains(way)
    return Markup.element(
      "path",
      [
        "class": "way \(Self.style(isReached))",
        "d": "M\(Markup.number(start.x)) \(Markup.number(start.y))C\(curve)", "marker-end": "url(#arrow)",
      ],
      Markup.element(
        "title", [:], Markup.escaped("\(way.from) opens \(way.to)" + (isReached ? "" : ", in no flow"))))
  }
}
