import PlainText
import REPL

/// A difference as an HTML table: two texts side by side, line by line.
struct DifferenceTable {
  /// The headings of the columns.
  struct Sides: Equatable {
    let old: String
    let new: String
  }
  /// The maximum number of rows in a table.
  private static let limit = 400

  private typealias Row = (old: String?, new: String?, isSame: Bool)
  let difference: StepDifference
  let sides: Sides

  var html: String {
    let rows = folded(paired), shown = rows.prefix(Self.limit).joined(separator: "\n")
    let rest = rows.count - Self.limit
    return """
      <table class="difference">
      <caption>Line \(difference.line): <code>\(Markup.line(difference.command))</code></caption>
      <colgroup><col class="mark"/><col/><col class="mark"/><col/></colgroup>
      <thead><tr><th scope="col" colspan="2">\(Markup.escaped(sides.old))</th>\
      <th scope="col" colspan="2">\(Markup.escaped(sides.new))</th></tr></thead>
      <tbody>
      \(shown)\(rest > 0 ? "\n\(note("… \(rest) more lines"))" : "")
      </tbody>
      </table>
      """
  }

  /// The rows with removed lines beside the lines that replace them.
  private var paired: [Row] {
    var rows: [Row] = []
    var rest = LineDifference.between(difference.old, difference.new)[...]
    while let first = rest.first {
      if first.mark == " " {
        rows.append((first.text, first.text, true))
        rest = rest.dropFirst()
        continue
      }
      let changed = rest.prefix { $0.mark != " " }
      rest = rest[changed.endIndex...]
      let old = changed.filter { $0.mark == "-" }.map(\.text), new = changed.filter { $0.mark == "+" }.map(\.text)
      for index in 0..<max(old.count, new.count) {
        rows.append((index < old.count ? old[index] : nil, index < new.count ? new[index] : nil, false))
      }
    }
    return rows
  }

  /// The rows as HTML; long runs of equal rows lose their middle.
  private func folded(_ rows: [Row]) -> [String] {
    LineDifference.folded(rows, by: { $0.isSame }, limit: { $0 ? (12, 4) : nil }, show: { [row($0)] }) { _, count in
      note("… \(count) lines are the same")
    }
  }

  private func row(_ row: Row) -> String {
    let (old, new) = row.isSame ? ("", "") : ("del", "ins")
    return "<tr>\(side(row.old, "−", old))\(side(row.new, "+", new))</tr>"
  }

  /// A mark in a column of its own, because a line of a transcript may begin with the same one; and the line.
  private func side(_ text: String?, _ mark: String, _ element: String) -> String {
    guard let text else { return "<td class=\"mark\"></td><td></td>" }
    let line = Markup.line(text, to: 500)
    if element.isEmpty { return "<td class=\"mark\"></td><td>\(line)</td>" }
    return "<td class=\"mark\">\(mark)</td><td><\(element)>\(line)</\(element)></td>"
  }

  private func note(_ text: String) -> String { "<tr class=\"note\"><td colspan=\"4\">\(text)</td></tr>" }
}
