public import VIPER

extension Trace {
  private static let widest = 1_000

  /// A row of marbles for each named signal, property, command and event. Each column is one tick, from the first entry on.
  ///
  ///     search#1 query  a--b-c---|  a=c b=ca c=cat
  ///     search#1 load   ------[-^-  ^=no network
  ///     search#1 tap    a---------  a=()
  ///
  /// A row begins where the signal is observed. Equal values have the same letter. `|` is an end and `^` a failure; `[` is a
  /// command that begins to execute and `]` one that is idle again. `*` stands for several marks in one tick.
  ///
  /// - Parameter tick: the duration of a column; zero or less puts all entries in one column. A row has 1,000 columns at most.
  public func marbles(tick: Duration) -> String {
    let drawn = entries.filter { [.bind, .value, .command, .event].contains($0.kind) }
    guard let start = drawn.map(\.time).min() else { return "" }
    func column(_ entry: Entry) -> Int {
      tick > .zero ? Int(min((entry.time - start) / tick, Double(Self.widest))) : 0
    }
    var rows: [Row] = [], indices: [String: Int] = [:]
    for entry in drawn {
      let name = [entry.module, entry.name].filter { !$0.isEmpty }.joined(separator: " ")
      let index = indices[name] ?? rows.count
      if index == rows.count {
        rows.append(Row(name: name, start: entry.kind == .event ? 0 : column(entry)))
        indices[name] = index
      }
      if entry.kind != .bind || !entry.detail.isEmpty { rows[index].add(entry, at: column(entry)) }
    }
    let names = rows.map(\.name.count).max() ?? 0
    let columns = (drawn.map(column).max() ?? 0) + 1
    return rows.map { $0.line(names, min(columns, Self.widest)) }.joined(separator: "\n")
  }

  private struct Row {
    let name: String
    let start: Int
    var marks: [Int: Character] = [:]
    var letters: [String: Character] = [:]
    var legend: [String] = []
    var end: Int?

    mutating func add(_ entry: Entry, at column: Int) {
      let mark = mark(of: entry)
      marks[column] = marks[column] == nil ? mark : "*"
      end = entry.kind == .bind ? column : nil
    }

    private mutating func mark(of entry: Entry) -> Character {
      let detail = entry.detail
      switch (entry.kind, detail) {
      case (.command, TraceMark.executing): return "["
      case (.command, TraceMark.idle): return "]"
      case (.bind, TraceMark.completed): return "|"
      case (.command, _), (.bind, _):
        legend.append("^=\(detail.dropFirst(TraceMark.failed.count))")
        return "^"
      default: return letter(for: detail)
      }
    }

    private mutating func letter(for detail: String) -> Character {
      if let letter = letters[detail] { return letter }
      let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
      let letter = letters.count < alphabet.count ? alphabet[letters.count] : "?"
      letters[detail] = letter
      legend.append("\(letter)=\(detail.replacing("\n", with: "⏎"))")
      return letter
    }

    func line(_ names: Int, _ columns: Int) -> String {
      let cells = (0..<columns).map { column -> Character in
        if let mark = marks[column] { return mark }
        return column < start || column > end ?? column ? " " : "-"
      }
      let padding = String(repeating: " ", count: names - name.count + 2)
      let line = name + padding + String(cells) + (legend.isEmpty ? "" : "  " + legend.joined(separator: " "))
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
