import REPL

/// A map of screens as an SVG picture: a box for each screen with its commands, an arrow for each way. Reached parts have a
/// solid line and the mark `✓`, the others a dashed line and the mark `–`.
struct ScreenMapPicture {
  private static let letter = 7.2, row = 17.0, gap = 70.0, space = 22.0, margin = 12.0
  /// The maximum number of commands in a box.
  private static let limit = 12

  /// The position of a screen.
  private struct Box {
    /// The name of its screen.
    let name: String
    let isReached: Bool
    /// Its texts: the title, and the commands.
    let title: String, lines: [String]
    var x = 0.0, y = 0.0
    let width: Double

    init(_ screen: AppGraph.Screen, _ reach: Reach) {
      name = screen.name
      isReached = reach.screens.contains(name)
      title = "\(mark(isReached)) \(Columns.cut(name, to: 28))"
      let commands = screen.commands ?? [], more = commands.count - limit
      lines =
        commands.prefix(limit).map { command in
          let isTyped = reach.typed.contains(Reach.Command(command, on: screen.name))
          return "\(mark(isTyped)) \(Columns.cut(command.usage, to: 28))"
        } + (more > 0 ? ["… \(more) more"] : [])
      width = Double(([title] + lines).map { Columns.width(of: $0) }.max() ?? 0) * letter + 24
    }
    var height: Double { Double(lines.count + 1) * row + 14 }
    /// The height at which arrows start and end.
    var middle: Double { y + 16 }
  }
  private let map: ScreenMap
  private var boxes: [Box] = []
  private var width = 0.0, height = 0.0

  init(_ map: ScreenMap) {
    self.map = map
    var x = Self.margin, ends: [Range<Int>] = []
    for column in map.columns {
      var y = Self.margin
      let first = boxes.count
      for screen in column {
        var box = Box(screen, map.reach)
        (box.x, box.y) = (x, y)
        y += box.height + Self.space
        boxes.append(box)
      }
      height = max(height, y)
      ends.append(first..<boxes.count)
      x += (boxes[first...].map(\.width).max() ?? 0) + Self.gap
    }
    width = x
    // Each column stands in the middle.
    for column in ends {
      let rest = height - (boxes[column].last.map { $0.y + $0.height + Self.space } ?? 0)
      for index in column { boxes[index].y += rest / 2 }
    }
  }

  /// The picture, for a page that contains the style.
  var svg: String {
    let label = "Map of \(boxes.count) screens, of which flows opened \(boxes.count(where: \.isReached))"
    let arrow = """
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" \
      orient="auto-start-reverse"><path class="head" d="M0 0L8 4L0 8Z"/></marker></defs>
      """
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" width=\"\(Markup.number(width))\" "
      + "height=\"\(Markup.number(height))\" role=\"img\" aria-label=\"\(label)\">\n"
      + ([arrow] + map.graph.ways.compactMap(drawing) + boxes.map(drawing)).joined(separator: "\n") + "\n</svg>"
  }

  private static func mark(_ isReached: Bool) -> String { isReached ? "✓" : "–" }

  private static func style(_ isReached: Bool) -> String { isReached ? "reached" : "missed" }

  private func drawing(_ box: Box) -> String {
    let lines = box.lines.enumerated().map { index, line in
      let y = Markup.number(box.y + 21 + Double(index + 1) * Self.row)
      return "<text x=\"\(Markup.number(box.x + 12))\" y=\"\(y)\">\(Markup.escaped(line))</text>"
    }
    return "<rect class=\"screen \(Self.style(box.isReached))\" x=\"\(Markup.number(box.x))\" "
      + "y=\"\(Markup.number(box.y))\" width=\"\(Markup.number(box.width))\" height=\"\(Markup.number(box.height))\" "
      + "rx=\"6\"/><text class=\"name\" x=\"\(Markup.number(box.x + 12))\" y=\"\(Markup.number(box.y + 20))\">"
      + "\(Markup.escaped(box.title))</text>" + lines.joined()
  }

  private func drawing(_ way: Reach.Way) -> String? {
    guard let from = boxes.first(where: { $0.name == way.from }),
      let to = boxes.first(where: { $0.name == way.to })
    else { return nil }
    // An arrow connects the facing edges, one to the left below the one to the right; in a column it goes around the right edges.
    let isForward = to.x > from.x, isBack = to.x < from.x, below = isBack || way.from == way.to ? 12.0 : 0
    let start = (x: isBack ? from.x : from.x + from.width, y: from.middle + (isBack ? below : 0))
    let end = (x: isForward ? to.x : to.x + to.width, y: to.middle + below)
    let reach = isForward || isBack ? max(24, abs(end.x - start.x) / 2) : 44
    let numbers = [
      start.x, start.y, start.x + (isBack ? -reach : reach), start.y, end.x + (isForward ? -reach : reach), end.y,
      end.x,
      end.y,
    ].map(Markup.number)
    let path = "M\(numbers[0]) \(numbers[1])C\(numbers[2...].joined(separator: " "))"
    let isReached = map.reach.ways.contains(way)
    let says = "\(way.from) opens \(way.to)" + (isReached ? "" : ", in no flow")
    return "<path class=\"way \(Self.style(isReached))\" d=\"\(path)\" marker-end=\"url(#arrow)\">"
      + "<title>\(Markup.escaped(says))</title></path>"
  }
}
