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

  let difference: StepDifference
  let sides: Sides

  var html: String {
    let rows = rows, shown = rows.prefix(Self.limit).joined(separator: "\n"), rest = rows.count - Self.limit
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

  /// The rows, with removed lines beside the lines that replace them. Long runs of equal rows lose their middle.
  private var rows: [String] {
    let lines = LineDifference.between(difference.old, difference.new)
    return LineDifference.runs(of: lines, by: { $0.mark == " " }).flatMap { isSame, run -> [String] in
      guard isSame else {
        return changed(run.filter { $0.mark == "-" }.map(\.text), run.filter { $0.mark == "+" }.map(\.text))
      }
      return LineDifference.folded(run, whole: 12, beginning: 4, show: { [equal($0.text)] }) { count in
        note("… \(count) lines are the same")
      }
    }
  }

  private func equal(_ text: String) -> String {
    let side = side("", Markup.line(text, to: 500))
    return row(side, side)
  }

  private func changed(_ old: [String], _ new: [String]) -> [String] {
    (0..<max(old.count, new.count)).map { index in
      row(
        index < old.count ? side("−", "<del>\(Markup.line(old[index], to: 500))</del>") : side("", ""),
        index < new.count ? side("+", "<ins>\(Markup.line(new[index], to: 500))</ins>") : side("", ""))
    }
  }

  private func row(_ old: String, _ new: String) -> String { "<tr>\(old)\(new)</tr>" }

  /// A mark in a column of its own, because a line of a transcript may begin with the same one; and the line.
  private func side(_ mark: String, _ line: String) -> String { "<td class=\"mark\">\(mark)</td><td>\(line)</td>" }

  private func note(_ text: String) -> String { "<tr class=\"note\"><td colspan=\"4\">\(text)</td></tr>" }
}
