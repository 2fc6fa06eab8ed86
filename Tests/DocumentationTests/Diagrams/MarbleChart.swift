import Signals
import SignalsTesting

/// The run of an operator under virtual time: one row for each signal, one column for each tick, first the inputs, then the
/// outputs.
struct MarbleChart {
  struct Row {
    let name: String
    /// The column of the first observation; its ticks count from there.
    let start: Int
    var ticks: [[MarbleDiagram.Mark]]
    /// The column in which the observation was disposed before its end, and the number of marks received until then.
    var left: (column: Int, heard: Int)?

    var end: Int { start + ticks.count }
    var isOver: Bool { ticks.joined().contains { [.completion, .failure, .disposal].contains($0) } }

    func marks(at column: Int) -> [MarbleDiagram.Mark] {
      (start..<end).contains(column) ? ticks[column - start] : []
    }
  }
  private(set) var rows: [Row] = []
  /// The number of input rows; the call of the operator names the next one.
  let inputs: Int
  /// The letters that stand for longer values.
  private(set) var legend: [(letter: Character, text: String)] = []

  /// - Parameters:
  ///   - trace: the recorded events; a column is a second.
  ///   - inputs: the diagrams of the inputs, drawn to their ends even after the observation ends.
  ///   - call: the name of the output.
  ///   - others: the names of the other outputs.
  init(of trace: SignalTrace, inputs: KeyValuePairs<String, String>, call: String, others: [String]) throws {
    var names = inputs.map(\.key)
    for entry in trace.entries where !(names + [call] + others).contains(entry.name) { names.append(entry.name) }
    self.inputs = names.count
    let taken = Set(inputs.map(\.value).joined())
    var letters = "xyzuvwpqrs".filter { !taken.contains($0) }[...]
    for name in names + [call] + others {
      let entries = trace.entries.filter { $0.name == name }
      guard let start = entries.first?.column else { throw MarbleChartError(description: "nobody observes \(name)") }
      var row = Row(name: name, start: start, ticks: [])
      if let input = inputs.first(where: { $0.key == name }) {
        row.ticks = try MarbleDiagram(input.value).ticks
        if let end = entries.firstIndex(where: { $0.event == "disposed" }) {
          row.left = (entries[end].column, entries[..<end].count { $0.event != "observed" })
        }
      } else {
        for entry in entries where entry.event != "observed" {
          while row.end <= entry.column { row.ticks.append([]) }
          row.ticks[entry.column - start].append(mark(for: entry.event, &letters))
        }
      }
      rows.append(row)
    }
    // Time continues in unfinished rows.
    let end = rows.map { max($0.end, $0.start + 1) }.max() ?? 0
    for index in rows.indices where !rows[index].isOver {
      while rows[index].end < end { rows[index].ticks.append([]) }
    }
  }

  private mutating func mark(for event: String, _ letters: inout Substring) -> MarbleDiagram.Mark {
    switch event {
    case "completed": return .completion
    case "disposed": return .disposal
    case _ where event.hasPrefix("failed("): return .failure
    default:
      let text = String(event.dropFirst("value(".count).dropLast())
      if text.count == 1, let letter = text.first { return .value(letter) }
      if let known = legend.first(where: { $0.text == text }) { return .value(known.letter) }
      let letter = letters.popFirst() ?? "?"
      legend.append((letter, text))
      return .value(letter)
    }
  }

  /// The number of columns.
  var columns: Int { rows.map(\.end).max() ?? 0 }

  /// The text that a letter stands for.
  func text(of letter: Character) -> String {
    legend.first { $0.letter == letter }?.text ?? String(letter)
  }

  /// The width of a column, in the row that needs most; a mark at an end has room behind it.
  func width<Number: Comparable>(of column: Int, atLeast least: Number, _ size: ([MarbleDiagram.Mark]) -> Number)
    -> Number
  {
    rows.filter { $0.end != column + 1 }.map { size($0.marks(at: column)) }.reduce(least, max)
  }

  /// The rows as text: the diagram of a comment.
  var lines: [String] {
    let widths = (0..<columns).map { width(of: $0, atLeast: 1) { MarbleDiagram(ticks: [$0]).description.count } }
    let names = (rows.map(\.name.count).max() ?? 0) + 2
    return rows.enumerated().map { index, row in
      let cells = widths.enumerated().map { column, width in
        let isThere = (row.start..<row.end).contains(column)
        return (isThere ? "\(MarbleDiagram(ticks: [row.marks(at: column)]))" : "").padded(to: width)
      }
      let line = row.name.padded(to: names) + cells.joined()
      let legend = index == inputs ? legend.map { " \($0.letter)=\($0.text)" }.joined() : ""
      return String(line.reversed().drop { $0 == " " }.reversed()) + (legend.isEmpty ? "" : "  \(legend)")
    }
  }
}

struct MarbleChartError: Error, CustomStringConvertible {
  let description: String
}

extension SignalTrace.Entry {
  fileprivate var column: Int { Int(time / .seconds(1)) }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
