import PlainText
import REPL

/// A row of a terminal in a picture.
struct SessionRow: Equatable {
  /// The kind of a row sets its colour. Colour alone carries no meaning: each kind begins with a mark of its own.
  enum Kind: String {
    case title, command, output, notice, harness, quiet
  }
  let kind: Kind
  let text: String
  /// The number of columns that the prompt takes.
  var prompt = 0
  /// The time at which the row appears, in milliseconds from the start.
  var time = 0
  /// The time in which its command is typed; nil for a row that appears at once.
  var typing: Range<Int>?

  /// The row as runs of narrow characters without double blanks, and single wide characters, so that each keeps its column in
  /// every font: the first column, the number of columns, and the text.
  var runs: [(column: Int, width: Int, text: String)] {
    var runs: [(column: Int, width: Int, text: String)] = [], column = 0, canGrow = false
    for character in text {
      let width = Columns.width(of: character)
      defer { column += width }
      if column == prompt { canGrow = false }
      if character == " " { continue }
      let blanks = column - (runs.last.map { $0.column + $0.width } ?? 0)
      if canGrow, width < 2, blanks < 2 {
        runs[runs.count - 1].width += blanks + width
        runs[runs.count - 1].text += String(repeating: " ", count: blanks) + String(character)
      } else {
        runs.append((column, width, String(character)))
      }
      canGrow = width < 2
    }
    return runs
  }
}

/// The rows of a session, each with the time at which a terminal shows it.
struct SessionRows {
  /// The maximum number of rows in a picture.
  static let limit = 1000

  private(set) var rows: [SessionRow] = []
  /// The times at which rows appear, except the start.
  private(set) var moments: [Int] = []
  /// The duration until all rows are visible, in milliseconds.
  private(set) var duration = 0
  private let columns: Int

  /// A phase with its title; nil for a first phase without one.
  typealias Phase = (title: String?, steps: [DrawnStep])

  init(_ phases: [Phase], columns: Int) {
    self.columns = columns
    for phase in phases {
      if !rows.isEmpty, phase.title != nil { add(.quiet, "") }
      if let title = phase.title { add(.title, "# \(title)") }
      for step in phase.steps { add(step) }
    }
    let rest = rows.count - Self.limit
    if rest > 0 {
      rows.removeLast(rest)
      add(.quiet, "… \(rest) more lines")
    }
    hurry()
    duration += 4000
    moments = Set(rows.map(\.time)).subtracting([0]).sorted()
  }

  /// Shortens the time before the first refusal or alert to five seconds: it is the point of the picture.
  private mutating func hurry() {
    let longest = 5000
    guard let point = rows.first(where: { $0.kind == .notice })?.time, point > longest else { return }
    func sooner(_ time: Int) -> Int { time < point ? time * longest / point : time - point + longest }
    for index in rows.indices {
      rows[index].time = sooner(rows[index].time)
      rows[index].typing = rows[index].typing.map { sooner($0.lowerBound)..<sooner($0.upperBound) }
    }
    duration = sooner(duration)
  }

  private mutating func add(_ step: DrawnStep) {
    // The first screen is there from the start. Then a reader sees the prompt, the typing, and the output.
    let isTyped = rows.contains { $0.kind == .output }, first = rows.count, prompt = "\(step.prompt)> "
    add(.command, prompt + step.command)
    rows[first].prompt = Columns.width(of: prompt)
    if isTyped {
      let start = duration + 500, end = start + min(1600, 45 * step.command.count)
      rows[first].typing = start..<end
      duration = end + 200
      for index in rows.indices.dropFirst(first + 1) { rows[index].time = duration }
    }
    for line in step.output {
      if Mark.isStamp(line), let later = DurationText.parse(line.dropFirst()) {
        duration += Int(min(later / .milliseconds(1), 1500))
      }
      add(Self.kind(of: line), line.isEmpty ? "" : "  \(line)")
    }
    if isTyped || !step.output.isEmpty { duration += min(2000, 400 + 120 * step.output.count) }
  }

  /// Adds a line, wrapped to as many rows as it needs.
  private mutating func add(_ kind: SessionRow.Kind, _ line: String) {
    for text in Columns.wrap(Printable.line(line), to: columns, indent: "    ") {
      rows.append(SessionRow(kind: kind, text: text, time: duration))
    }
  }

  private static func kind(of line: String) -> SessionRow.Kind {
    if line.hasPrefix("!!") { return .harness }
    if line.hasPrefix("! ") { return .notice }
    return line.hasPrefix(Mark.gone) || Mark.isStamp(line) || line == Mark.busy ? .quiet : .output
  }
}
