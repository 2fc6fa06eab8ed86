import PlainText
import REPL

/// A session in a terminal as an SVG picture for light and dark pages. Equal sessions give equal bytes.
struct SessionPicture {
  /// The width of a column, the height of a row, the margin, and the height of the title bar, in pixels.
  private static let column = 8.4, row = 20.0, margin = 16.0, bar = 34.0
  /// The number of rows visible in an animation.
  private static let window = 22

  private let title: String
  private let columns: Int
  private let session: SessionRows
  private var width: Double { Double(columns) * Self.column + 2 * Self.margin }

  init(_ title: String, _ phases: [SessionRows.Phase]) {
    self.title = Columns.cut(Printable.line(title), to: 60)
    session = SessionRows(phases, columns: 100)
    columns = max(56, session.rows.map { Columns.width(of: $0.text) }.max() ?? 0)
  }

  /// The whole session as a still picture.
  var still: String {
    let rows = session.rows.indices.map(drawing)
    return picture(rows: rows.count, rows.joined(separator: "\n"), style: "")
  }

  /// The session with typing, in a loop. With reduced motion it shows only the end.
  var animated: String {
    let shown = min(session.rows.count, Self.window), height = Double(shown) * Self.row
    let animation = SessionAnimation(session: session, shown: shown, row: Self.row, column: Self.column)
    let rows = session.rows.indices.map { index in
      let style = animation.moment(of: index).map { " class=\"\($0)\"" } ?? ""
      return "<g\(style)>\n\(drawing(of: index))\(cover(of: index))\n</g>"
    }
    return picture(
      rows: shown,
      """
      <svg width="\(Markup.number(width))" height="\(Markup.number(height))">
      <g class="scroll">
      \(rows.joined(separator: "\n"))
      </g>
      </svg>
      """, style: animation.style)
  }

  private func picture(rows: Int, _ content: String, style: String) -> String {
    let height = Double(rows) * Self.row + Self.bar + 2 * Self.margin
    let size = (width: Markup.number(width), height: Markup.number(height))
    let dots = [0, 1, 2].map { "<circle class=\"dot\" cx=\"\(20 + 18 * $0)\" cy=\"17\" r=\"5.5\"/>" }.joined()
    let name = Markup.escaped(title)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
      viewBox="0 0 \(size.width) \(size.height)" \
      role="img" aria-labelledby="title">
      <title id="title">\(name)</title>
      <style>
      \(Self.style)\(style)
      </style>
      <rect class="page" x="0.5" y="0.5" width="\(Markup.number(width - 1))" height="\(Markup.number(height - 1))" rx="8"/>
      \(dots)
      <text class="quiet" x="78" y="21.5">\(name)</text>
      <g transform="translate(0 \(Markup.number(Self.bar + Self.margin)))">
      \(content)
      </g>
      </svg>

      """
  }

  private func drawing(of index: Int) -> String {
    let row = session.rows[index], y = Double(index) * Self.row + 14.5
    return row.runs.map { column, width, text in
      Markup.element(
        "text",
        [
          "class": row.kind == .command && column < row.prompt ? "prompt" : row.kind.rawValue,
          "x": Self.margin + Double(column) * Self.column, "y": y, "textLength": Double(width) * Self.column,
          "lengthAdjust": "spacingAndGlyphs",
        ], Markup.escaped(text))
    }.joined(separator: "\n")
  }

  /// A rectangle that hides a command until it is typed, with a caret at its edge.
  private func cover(of index: Int) -> String {
    let row = session.rows[index]
    guard row.typing != nil else { return "" }
    let x = Self.margin + Double(row.prompt) * Self.column
    let whole = Double(Columns.width(of: row.text) - row.prompt + 1) * Self.column
    let parts = [("cover", whole), ("caret", Self.column)].map { style, width in
      Markup.element(
        "rect", ["class": style, "x": x, "y": Double(index) * Self.row, "width": width, "height": Self.row])
    }
    return "\n" + Markup.element("g", ["class": "t\(index)"], parts.joined())
  }

  private static let style = """
    text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
    .page, .cover { fill: #fff } .page { stroke: #d0d7de } .dot { fill: #d0d7de } .caret { fill: #59636e }
    .output, .command { fill: #1f2328 } .command, .prompt { font-weight: 600 } .prompt { fill: #0550ae }
    .title, .quiet { fill: #59636e } .notice { fill: #953800 } .harness { fill: #cf222e }
    @media (prefers-color-scheme: dark) {
    .page, .cover { fill: #0d1117 } .page { stroke: #3d444d } .dot { fill: #3d444d } .caret { fill: #9198a1 }
    .output, .command { fill: #e6edf3 } .prompt { fill: #79c0ff }
    .title, .quiet { fill: #9198a1 } .notice { fill: #ffa657 } .harness { fill: #ff7b72 }
    }
    """
}
