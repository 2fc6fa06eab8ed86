import NamedCalls
import PlainText
import Signals
import VIPER

/// The promises of every app, checked after a line: a screen is busy only while work is under way, a disabled command gives its
/// reason, `back` goes back or gives a reason, a screen above another has an enabled command, the stage shows the screens that are
/// open in the tree, every row and alert shows something, no two unequal rows look the same,
/// a command that removes one row removes its own, and a secret is not shown.
@MainActor struct StandingPromises {
  private let session: Session
  private let line: String
  private let topmost: NavigationTree.Node.ID?
  /// The rows of the list that the line is about.
  private let rows: [String]
  private let history: [HistoryEntry]

  init(_ session: Session, before line: String, _ history: [HistoryEntry]) {
    (self.session, self.line, self.history) = (session, line, history)
    topmost = session.console.topmostID
    let typed = TypedLine(line)
    rows = typed.argument.isEmpty ? [] : Self.rows(typed.name, session)
  }

  /// What a line has typed openly, and printed. The help may name a secret on purpose.
  private static func open(_ entry: HistoryEntry) -> [String] {
    let isOpen = entry.secret == nil && entry.isCommand && !entry.line.hasPrefix(":")
    return (isOpen ? [entry.line] : []) + (TypedLine(entry.line).name == Console.helpName ? [] : entry.output)
  }

  /// Whether lines show a text that was typed into a secret field, and typed and shown nowhere else.
  private func showsSecret(_ output: [String]) -> Bool {
    Set(history.compactMap(\.secret)).contains { field in
      let typed = history.filter { $0.isCommand && ($0.secret == field || TypedLine($0.line).name == field) }
      return Set(typed.map { TypedLine($0.line).argument }).contains { secret in
        secret.count >= Self.secretLength && output.contains { $0.contains(secret) }
          && (history.last?.secret != nil || !line.contains(secret))
          && !history.contains { Self.open($0).contains { $0.contains(secret) } } && !isAnswered(without: secret, typed)
      }
    }
  }

  /// Whether calls have answered the line, and each of them began while the field had another text: the server cannot know this one.
  private func isAnswered(without secret: String, _ typed: [HistoryEntry]) -> Bool {
    let log = session.calls.log
    let answered = log.calls.indices.filter { index in
      let call = log.calls[index]
      return call.kind != .live && [call.answers.last?.moment, call.failure?.moment].contains { $0?.turn == log.turn }
    }
    let texts = answered.map { index in typed.last { $0.callCount <= index }.map { TypedLine($0.line).argument } }
    return !texts.isEmpty && !texts.contains(secret)
  }

  /// A shorter text may be on a screen by chance.
  private static let secretLength = 6

  private static func rows(_ command: String, _ session: Session) -> [String] {
    session.console.lists.first { $0.commands.contains(command) }?.rows ?? []
  }

  /// The complaints about promises that the line has broken, one line each.
  func broken(printing output: [String]) -> [String] {
    let console = session.console, isAtRest = session.isAtRest
    var broken: [String] = []
    if session.time != nil, isAtRest, !console.busyLines.isEmpty {
      broken.append("the screen stays busy, but nothing is under way")
    }
    broken += console.unexplained.map { "'\($0)' is disabled without a reason; give its command one" }
    if TypedLine(line).name == "back", topmost != nil, console.topmostID == topmost, output.isEmpty, isAtRest {
      broken.append("'back' does nothing, and gives no reason")
    }
    if session.time != nil, isAtRest, session.isOnTop, console.enabled.isEmpty, !session.isWaitingForOthers {
      broken.append("no command of \(console.path) is enabled, so the screen cannot be left")
    }
    let lists = console.lists
    if lists.contains(where: { $0.rows.contains(where: Self.isInvisible) }) { broken.append("a row shows nothing") }
    if lists.contains(where: { Self.hasTwins($0.rows) }) {
      broken.append("two rows look the same, but for invisible characters")
    }
    let alerts = output.filter { $0.hasPrefix("!") && !$0.hasPrefix("!!") }
    if alerts.contains(where: { Self.isInvisible($0.dropFirst()) }) { broken.append("an alert shows nothing") }
    if alerts.contains(where: { $0.contains("<html") }) { broken.append("an alert shows the text of a page") }
    if let removed = removedRow, let own = row, removed != own {
      broken.append("'\(TypedLine(line).name)' removes another row: '\(removed)' instead of '\(own)'")
    }
    if TypedLine(line).name != Console.helpName, !output.isEmpty, showsSecret(output) {
      broken.append("a text that was typed into a secret field is shown")
    }
    if isAtRest, let tree = session.navigator?.tree.value, let difference = console.difference(from: tree) {
      broken.append(difference)
    }
    return broken
  }

  private var row: String? {
    let named = RowName.indices(of: TypedLine(line).argument, in: rows)
    return named.count == 1 ? rows[named[0]] : nil
  }

  /// The only row that is gone, if the line has left the others as they were.
  private var removedRow: String? {
    guard !rows.isEmpty, session.console.topmostID == topmost else { return nil }
    let left = Self.rows(TypedLine(line).name, session)
    guard left.count == rows.count - 1 else { return nil }
    let index = zip(rows, left).enumerated().first { $1.0 != $1.1 }?.offset ?? left.count
    return Array(rows[(index + 1)...]) == Array(left[index...]) ? rows[index] : nil
  }

  /// Whether two rows differ only in characters that are invisible in any script, or in blanks at the end.
  private static func hasTwins(_ rows: [String]) -> Bool {
    func visible(_ row: String) -> String {
      let text = row.filter { !"\u{AD}\u{200B}\u{200E}\u{200F}\u{2060}\u{FEFF}".contains($0) }
      return String(text.replacing("\u{A0}", with: " ").reversed().drop { $0 == " " }.reversed())
    }
    // Rows of ASCII have none but a blank at the end.
    guard rows.contains(where: { $0.last == " " || $0.utf8.contains { $0 > 0x7F } }) else { return false }
    return Set(rows.map(visible)).count < Set(rows).count
  }

  private static func isInvisible(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint }
  }
}
