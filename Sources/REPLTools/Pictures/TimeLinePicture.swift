import REPL

/// A time line as an SVG picture: a row for each name, with its marks as marbles. Each mark has its own column; marks of the
/// same time stand side by side below that time.
struct TimeLinePicture {
  /// The height of a row, the height above the rows, the width of a letter, and the width of a mark without text.
  private static let row = 30.0, top = 30.0, letter = 7.2, mark = 26.0

  private let timeLine: TimeLine
  private let id: String
  private let count: Int
  /// The horizontal centre of each entry.
  private var middles: [Double] = []
  /// The times, and their horizontal positions.
  private var times: [(time: Duration, start: Double)] = []
  private let rows: [String]
  private let start: Double
  private var end: Double

  /// - Parameter id: begins the ids of the values in the page, such as `flow-1-mark-0`.
  init(_ all: TimeLine, id: String) {
    self.id = id
    count = all.entries.count
    timeLine = TimeLine(entries: Array(all.entries.prefix(TimeLine.limit)))
    rows = timeLine.rows
    start = Double(rows.map { Columns.width(of: Self.name($0)) }.max() ?? 0) * Self.letter + 20
    end = start
    var last: Duration?
    for entry in timeLine.entries {
      if entry.time != last {
        // A time is at least as wide as its text.
        if let time = times.last { end = max(end, time.start + Self.width(DurationText.print(time.time))) + 8 }
        times.append((entry.time, end))
        last = entry.time
      }
      let width = Self.width(entry.mark)
      middles.append(end + width / 2)
      end += width
    }
    if let time = times.last { end = max(end, time.start + Self.width(DurationText.print(time.time))) + 8 }
  }

  /// The picture, for a page that contains the style.
  var svg: String {
    let height = Self.top + Double(rows.count) * Self.row + 8
    let size = "width=\"\(Markup.number(end))\" height=\"\(Markup.number(height))\""
    let bands = times.indices.map { band($0, height) }
    let more = count > timeLine.entries.count ? ", the first \(timeLine.entries.count) of \(count) marks" : ""
    let label = "Time line of \(rows.joined(separator: ", "))\(more)"
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"marbles\" \(size) role=\"img\" "
      + "aria-label=\"\(Markup.escaped(label))\">\n"
      + (bands + rows.indices.map(line) + timeLine.entries.indices.map(drawing)).joined(separator: "\n") + "\n</svg>"
  }

  /// A time and its band in the picture; every second band is shaded.
  private func band(_ index: Int, _ height: Double) -> String {
    let (time, x) = times[index], next = index + 1 < times.count ? times[index + 1].start : end
    let shade =
      index % 2 == 0
      ? ""
      : "<rect class=\"band\" x=\"\(Markup.number(x - 4))\" y=\"0\" width=\"\(Markup.number(next - x))\" "
        + "height=\"\(Markup.number(height))\"/>"
    return shade + "<text class=\"time\" x=\"\(Markup.number(x))\" y=\"16\">\(DurationText.print(time))</text>"
  }

  /// The name of a row, its line, and a bar for each period of work.
  private func line(_ index: Int) -> String {
    let y = middle(index), name = rows[index]
    var bars = "", began: Double?
    for (entry, x) in zip(timeLine.entries, middles) where entry.row == name {
      switch entry.mark {
      case .began: began = x
      case .ended, .failed:
        if let from = began { bars += bar(from, x, y) }
        began = nil
      case .value, .completed: break
      }
    }
    if let from = began { bars += bar(from, end - 8, y) }
    return "<text class=\"row\" x=\"4\" y=\"\(Markup.number(y + 4))\">\(Markup.escaped(Self.name(name)))</text>"
      + "<path class=\"axis\" d=\"M\(Markup.number(start - 8)) \(Markup.number(y))H\(Markup.number(end - 8))\"/>" + bars
  }

  private func bar(_ from: Double, _ to: Double, _ y: Double) -> String {
    "<rect class=\"bar\" x=\"\(Markup.number(from))\" y=\"\(Markup.number(y - 4))\" "
      + "width=\"\(Markup.number(max(2, to - from)))\" height=\"8\" rx=\"4\"/>"
  }

  private func drawing(_ index: Int) -> String {
    let entry = timeLine.entries[index], x = middles[index], y = middle(rows.firstIndex(of: entry.row) ?? 0)
    let (left, right, up, down) = (x - 6, x + 6, y - 6, y + 6)
    switch entry.mark {
    case .value(let text):
      let width = Self.width(entry.mark) - 4
      return
        "<g id=\"\(id)-mark-\(index)\">\(title(entry, text))<rect class=\"value\" x=\"\(Markup.number(x - width / 2))\" "
        + "y=\"\(Markup.number(y - 10))\" width=\"\(Markup.number(width))\" height=\"20\" rx=\"10\"/>"
        + "<text class=\"text\" x=\"\(Markup.number(x))\" y=\"\(Markup.number(y + 4))\">"
        + "\(Markup.escaped(Self.short(text)))</text></g>"
    case .began:
      return
        "<g>\(title(entry, "begins"))<circle class=\"began\" cx=\"\(Markup.number(x))\" cy=\"\(Markup.number(y))\" r=\"6\"/></g>"
    case .ended: return "<g>\(title(entry, "is over"))\(path("ended", "M\(pair(x, y - 8))L\(pair(x, y + 8))"))</g>"
    case .completed:
      return "<g>\(title(entry, "has ended"))\(path("ended", "M\(pair(x, y - 10))L\(pair(x, y + 10))"))</g>"
    case .failed(let text):
      let cross = "M\(pair(left, up))L\(pair(right, down))M\(pair(left, down))L\(pair(right, up))"
      return "<g>\(title(entry, "fails: \(text)"))\(path("cross", cross))</g>"
    }
  }

  private func path(_ style: String, _ path: String) -> String { "<path class=\"\(style)\" d=\"\(path)\"/>" }

  private func pair(_ x: Double, _ y: Double) -> String { "\(Markup.number(x)) \(Markup.number(y))" }

  /// The tooltip of a mark.
  private func title(_ entry: TimeLine.Entry, _ text: String) -> String {
    let whole = "\(entry.row) at \(DurationText.print(entry.time)): \(Columns.cut(text, to: 200))"
    return "<title>\(Markup.escaped(whole))</title>"
  }

  private func middle(_ row: Int) -> Double { Self.top + (Double(row) + 0.5) * Self.row }

  private static func name(_ row: String) -> String { Columns.cut(row, to: 32) }

  private static func short(_ text: String) -> String { Columns.cut(text, to: 16) }

  private static func width(_ text: String) -> Double { Double(Columns.width(of: text)) * letter }

  private static func width(_ mark: TimeLine.Mark) -> Double {
    guard case .value(let text) = mark else { return Self.mark }
    return max(Self.mark, width(short(text)) + 16)
  }
}
