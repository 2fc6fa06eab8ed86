import Foundation
import SignalsTesting

/// A chart as an SVG picture, for light and dark pages: time lines with marbles, and the operator in a box between its inputs
/// and outputs. Events after the end of the observation are pale.
struct MarblePicture {
  /// The sizes of a mark, a row, the operator and a marble, and the width of a character.
  private static let mark = 26.0, row = 42.0, box = 34.0, marble = 11.0, letter = 7.8
  private static let margin = 12.0, colors = 8

  private let chart: MarbleChart
  /// The start of each column; the last element is the arrow that continues time.
  private var columns: [Double]
  private var colors: [Character: Int] = [:]

  init(_ chart: MarbleChart) {
    self.chart = chart
    let names = chart.rows.enumerated().filter { $0.offset != chart.inputs }.map(\.element.name.count).max() ?? 0
    columns = [Self.margin + (names == 0 ? 0 : Double(names) * Self.letter + 14)]
    for column in 0..<chart.columns {
      let width = chart.width(of: column, atLeast: Self.mark) { $0.map { Self.width(of: $0, in: chart) }.reduce(0, +) }
      columns.append(columns[column] + width)
    }
    for case .value(let letter) in chart.rows.flatMap({ $0.ticks.joined() }) where colors[letter] == nil {
      colors[letter] = colors.count % Self.colors
    }
  }

  /// The picture as text for a file.
  var svg: String {
    let call = chart.rows[chart.inputs].name, top = Double(chart.inputs) * Self.row + 6
    let end = chart.rows.map(end(of:)).max() ?? 0
    let width = max(end, Double(call.count) * Self.letter + 32) + 2 * Self.margin
    let height = top + Self.box + Double(chart.rows.count - chart.inputs) * Self.row + 6
    var parts = chart.rows.enumerated().flatMap { index, row in
      let y = Double(index) * Self.row + Self.row / 2 + (index < chart.inputs ? 2 : 8 + Self.box)
      return (index == chart.inputs ? [] : [text("name", row.name, Self.margin, y + 4.5)]) + drawing(of: row, at: y)
    }
    parts += [
      rectangle("box", Self.margin, top, width - 2 * Self.margin, Self.box, 8),
      text("call", call, width / 2, top + Self.box / 2 + 4.5),
    ]
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width.short)" height="\(height.short)" \
      viewBox="0 0 \(width.short) \(height.short)">
      <title>\(chart.lines.joined(separator: "\n").escaped)</title>
      \(Self.style)
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }

  /// A row: its line, and the marks on it.
  private func drawing(of row: MarbleChart.Row, at y: Double) -> [String] {
    var parts: [String] = [], start = columns[row.start] + 2
    let end = end(of: row), isLeft = row.left.map { $0.column < row.end } ?? false
    if let left = row.left, isLeft {
      let before = row.ticks[..<(left.column - row.start)].joined().count
      let heard = row.marks(at: left.column).prefix(max(0, left.heard - before))
      let leaving = columns[left.column] + (heard.isEmpty ? 2 : width(of: Array(heard)) - 1)
      parts.append(line("line", start, y, leaving, y))
      start = leaving
    }
    parts.append(line(isLeft ? "line gone" : "line", start, y, end, y))
    if !row.isOver {
      let head = [(-6, -4.5), (0, 0), (-6, 4.5)].map { "\((end + $0.0).short) \((y + $0.1).short)" }
      parts.append(#"<path class="\#(isLeft ? "line gone" : "line")" d="M\#(head.joined(separator: "L"))"/>"#)
    }
    var told = 0
    for column in row.start..<row.end {
      let marks = row.marks(at: column)
      var x = columns[column]
      if marks.count > 1 { parts.append(rectangle("group", x - 1, y - 15, width(of: marks) + 2, 30, 15)) }
      for mark in marks {
        let drawn = drawing(of: mark, at: x + Self.width(of: mark, in: chart) / 2, y)
        parts += told < row.left?.heard ?? .max ? drawn : [#"<g class="gone">"#] + drawn + ["</g>"]
        x += Self.width(of: mark, in: chart)
        told += 1
      }
    }
    return parts
  }

  private func drawing(of mark: MarbleDiagram.Mark, at x: Double, _ y: Double) -> [String] {
    switch mark {
    case .completion: return [line("end", x, y - 12, x, y + 12)]
    case .failure: return [line("failure", x - 8, y - 8, x + 8, y + 8), line("failure", x - 8, y + 8, x + 8, y - 8)]
    case .disposal: return [#"<circle class="disposal" cx="\#(x.short)" cy="\#(y.short)" r="5"/>"#]
    case .value(let letter):
      let width = Self.width(of: mark, in: chart) - 4, style = "c\(colors[letter] ?? 0)"
      return [
        rectangle(style, x - width / 2, y - Self.marble, width, 2 * Self.marble, Self.marble),
        text("value", chart.text(of: letter), x, y + 4.2),
      ]
    }
  }

  /// The end of a row's line.
  private func end(of row: MarbleChart.Row) -> Double {
    let marks = row.marks(at: row.end - 1)
    guard row.isOver, let last = marks.last else {
      return max(columns[row.end], columns[row.end - 1] + width(of: marks)) + 12
    }
    return columns[row.end - 1] + width(of: marks) - Self.width(of: last, in: chart) / 2
  }

  private func width(of marks: [MarbleDiagram.Mark]) -> Double {
    marks.map { Self.width(of: $0, in: chart) }.reduce(0, +)
  }

  private static func width(of mark: MarbleDiagram.Mark, in chart: MarbleChart) -> Double {
    guard case .value(let letter) = mark else { return Self.mark }
    return max(Self.mark, Double(chart.text(of: letter).count) * 7.2 + 14)
  }

  private func line(_ style: String, _ x: Double, _ y: Double, _ toX: Double, _ toY: Double) -> String {
    #"<path class="\#(style)" d="M\#(x.short) \#(y.short)L\#(toX.short) \#(toY.short)"/>"#
  }

  private func rectangle(
    _ style: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double
  ) -> String {
    #"<rect class="\#(style)" x="\#(x.short)" y="\#(y.short)" width="\#(width.short)" height="\#(height.short)" "#
      + #"rx="\#(radius.short)"/>"#
  }

  private func text(_ style: String, _ text: String, _ x: Double, _ y: Double) -> String {
    #"<text class="\#(style)" x="\#(x.short)" y="\#(y.short)">\#(text.escaped)</text>"#
  }

  private static let style = """
    <style>
    text { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
    .name, .call { fill: #3a3f47 } .call { font-weight: 600; text-anchor: middle }
    .value { font-size: 12px; font-weight: 600; fill: #fff; text-anchor: middle }
    .line { stroke: #8b919b; stroke-width: 1.6; fill: none; stroke-linecap: round; stroke-linejoin: round }
    .end { stroke: #3a3f47; stroke-width: 2.6; stroke-linecap: round }
    .failure { stroke: #e5484d; stroke-width: 3; stroke-linecap: round }
    .disposal { fill: none; stroke: #8b919b; stroke-width: 2 }
    .box { fill: #f2f4f8; stroke: #c8cdd7 } .group { fill: #8b919b; opacity: .22 } .gone { opacity: .3 }
    .c0 { fill: #2f6fde } .c1 { fill: #d9700d } .c2 { fill: #2b9558 } .c3 { fill: #8a5cf0 }
    .c4 { fill: #cf3d8e } .c5 { fill: #0c8f9c } .c6 { fill: #9a6b2f } .c7 { fill: #5b6472 }
    @media (prefers-color-scheme: dark) {
    .name, .call { fill: #e2e5ea } .end { stroke: #e2e5ea } .box { fill: #22262d; stroke: #464c57 }
    }
    </style>
    """
}

extension Double {
  /// The number with one decimal, or without if it is whole.
  fileprivate var short: String {
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}

extension String {
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }
}
