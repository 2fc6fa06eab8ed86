import REPL

/// A time line as an SVG picture: a row for each name, with its marks as marbles. Each mark has its own column; marks of the
/// same time stand side by side below that time.
struct TimeLinePicture {
  /// The height of a row, the height above the rows, the width of a letter, and the width of a mark without text.
  private static let row = 30.0, top = 30.0, letter = 7.2, mark = 26.0
  /// The maximum number of marks in a picture.
  private static let limit = 400

  private let marks: ArraySlice<TimeLineMark>
  private let id: String
  private let count: Int
  /// The horizontal centre of each mark.
  private var middles: [Double] = []
  /// The times, and their horizontal positions.
  private var times: [(time: Duration, start: Double)] = []
  /// The names of the rows, in the order of their first marks.
  private let rows: [String]
  private let start: Double
  private var end: Double

  /// - Parameters:
  ///   - all: the marks, in chronological order.
  ///   - id: begins the ids of the values in the page, such as `flow-1-mark-0`.
  init(_ all: [TimeLineMark], id: String) {
    self.id = id
    count = all.count
    marks = all.prefix(Self.limit)
    var seen: Set<String> = []
    rows = marks.map(\.row).filter { seen.insert($0).inserted }
    start = Double(rows.map { Columns.width(of: Self.name($0)) }.max() ?? 0) * Self.letter + 20
    end = start
    for mark in marks {
      if mark.time != times.last?.time {
        endTime()
        times.append((mark.time, end))
      }
      let width = Self.width(mark.kind)
      middles.append(end + width / 2)
      end += width
    }
    endTime()
  }

  /// A time is at least as wide as its text.
  private mutating func endTime() {
    if let time = times.last { end = max(end, time.start + Self.width(DurationText.print(time.time))) + 8 }
  }

  /// The picture, for a page that contains the style.
  var svg: String {
    let height = Self.top + Double(rows.count) * Self.row + 8
    let more = count > marks.count ? ", the first \(marks.count) of \(count) marks" : ""
    let parts = times.indices.map { band($0, height) } + rows.indices.map(line) + marks.indices.map(drawing)
    return Markup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "marbles", "width": end, "height": height, "role": "img",
        "aria-label": "Time line of \(rows.joined(separator: ", "))\(more)",
      ], "\n\(parts.joined(separator: "\n"))\n")
  }

  /// A time and its band in the picture; every second band is shaded.
  private func band(_ index: Int, _ height: Double) -> String {
    let (time, x) = times[index], next = index + 1 < times.count ? times[index + 1].start : end
    let shade = Markup.element("rect", ["class": "band", "x": x - 4, "y": 0, "width": next - x, "height": height])
    return (index % 2 == 0 ? "" : shade)
      + Markup.element("text", ["class": "time", "x": x, "y": 16], DurationText.print(time))
  }

  /// The name of a row, its line, and a bar for each period of work.
  private func line(_ index: Int) -> String {
    let y = middle(index), name = rows[index]
    var bars = "", began: Double?
    func endBar(_ to: Double) {
      guard let from = began.take() else { return }
      bars += Markup.element(
        "rect", ["class": "bar", "x": from, "y": y - 4, "width": max(2, to - from), "height": 8, "rx": 4])
    }
    for (mark, x) in zip(marks, middles) where mark.row == name {
      switch mark.kind {
      case .began: began = x
      case .ended, .failed: endBar(x)
      case .value, .completed: break
      }
    }
    endBar(end - 8)
    let axis = "M\(Self.pair(start - 8, y))H\(Markup.number(end - 8))"
    return Markup.element("text", ["class": "row", "x": 4, "y": y + 4], Markup.escaped(Self.name(name)))
      + Markup.element("path", ["class": "axis", "d": axis]) + bars
  }

  /// A mark with its tooltip. A value has an id.
  private func drawing(_ index: Int) -> String {
    let mark = marks[index], x = middles[index], y = middle(rows.firstIndex(of: mark.row) ?? 0)
    func line(_ width: Double, _ height: Double) -> String {
      "M\(Self.pair(x - width, y - height))L\(Self.pair(x + width, y + height))"
    }
    func path(_ style: String, _ path: String) -> String { Markup.element("path", ["class": style, "d": path]) }
    func group(_ says: String, _ shape: String, id: KeyValuePairs<String, any CustomStringConvertible> = [:]) -> String
    {
      let says = "\(mark.row) at \(DurationText.print(mark.time)): \(Columns.cut(says, to: 200))"
      return Markup.element("g", id, Markup.element("title", [:], Markup.escaped(says)) + shape)
    }
    switch mark.kind {
    case .value(let text):
      let width = Self.width(mark.kind) - 4
      let shape = Markup.element(
        "rect", ["class": "value", "x": x - width / 2, "y": y - 10, "width": width, "height": 20, "rx": 10])
      let name = Markup.element("text", ["class": "text", "x": x, "y": y + 4], Markup.escaped(Self.short(text)))
      return group(text, shape + name, id: ["id": "\(id)-mark-\(index)"])
    case .began: return group("begins", Markup.element("circle", ["class": "began", "cx": x, "cy": y, "r": 6]))
    case .ended: return group("is over", path("ended", line(0, 8)))
    case .completed: return group("has ended", path("ended", line(0, 10)))
    case .failed(let text): return group("fails: \(text)", path("cross", line(6, 6) + line(6, -6)))
    }
  }

  private static func pair(_ x: Double, _ y: Double) -> String { "\(Markup.number(x)) \(Markup.number(y))" }

  private func middle(_ row: Int) -> Double { Self.top + (Double(row) + 0.5) * Self.row }

  private static func name(_ row: String) -> String { Columns.cut(row, to: 32) }

  private static func short(_ text: String) -> String { Columns.cut(text, to: 16) }

  private static func width(_ text: String) -> Double { Double(Columns.width(of: text)) * letter }

  private static func width(_ kind: TimeLineMark.Kind) -> Double {
    guard case .value(let text) = kind else { return mark }
    return max(mark, width(short(text)) + 16)
  }
}
