import Foundation
import REPL

/// Reads lines at a terminal, on the main actor, key by key. Output in the meantime is printed above the line.
@MainActor final class LineEditor {
  /// The session's part in editing a line.
  struct Client {
    /// The completions of the last word of a line.
    var completions: @MainActor (String) -> [String] = { _ in [] }
    /// Called after Ctrl-C with the text typed before it; returns the line to run, if any.
    var interrupt: @MainActor (String) -> String? = { _ in nil }
    var write: @Sendable (String) -> Void = { _ in }
    /// Called when the program goes on after a stop: other programs may have printed above the line.
    var continued: @MainActor () -> Void = {}
    /// A line without its secrets.
    var shown: @MainActor (String) -> String = { $0 }
    /// Whether a line may be stored in the history.
    var keeps: @MainActor (String) -> Bool = { _ in true }
  }
  private enum Step { case goOn, line(String), endOfInput }
  var client = Client()

  private var mode: TerminalMode
  private var history: LineHistory
  private let queue = DispatchQueue(label: "REPL.keys")
  private var decoder = KeyDecoder()
  private var line = EditedLine()
  /// The drawn text of the line, on both sides of the cursor.
  private var drawn = (before: "", after: "")
  private var prompt = "", isEditing = false
  /// The lines of a paste that run after the one before them.
  private var pasted: ArraySlice<Substring> = []
  /// The text that Ctrl-R searches for, until another key is pressed.
  private var sought: String?
  /// Whether the present keys were typed before the line began.
  private var isTypedAhead = false
  /// Whether the line was redrawn after a stop, before SIGCONT arrived.
  private var hasContinued = false
  private let continuing = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .main)

  /// Returns nil if standard input is not a terminal.
  ///
  /// - Parameter historyPath: the file of the history; nil keeps the history in memory.
  init?(historyPath: String?) {
    guard let mode = TerminalMode() else { return nil }
    self.mode = mode
    history = LineHistory(path: historyPath)
    continuing.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.continued() }
    }
    continuing.resume()
  }

  /// The next line; nil at the end of input.
  func read(_ prompt: String) async -> String? {
    self.prompt = prompt
    if let next = pasted.popFirst() {
      client.write("\(prompt)\(Self.printed(client.shown(String(next))))\n")
      return added(String(next))
    }
    mode.prepare()
    begin()
    (isTypedAhead, isEditing) = (true, true)
    defer {
      mode.restore()
      isEditing = false
    }
    while true {
      isTypedAhead = isTypedAhead && Self.hasKeys(within: 0)
      guard await isReadable(), TerminalMode.waitForForeground() else { return nil }
      hasContinued = false
      var isFirst = true
      repeat {
        guard let byte = Self.readByte() else { return nil }
        let isAlone = isFirst && !Self.hasKeys(within: 0)
        isFirst = false
        guard let key = decoder.take(byte, isAlone: isAlone) else { continue }
        switch press(key) {
        case .goOn: break
        case .line(let text): return text
        case .endOfInput: return nil
        }
      } while Self.hasKeys(within: 0)
      // Keys that arrive together, such as a paste, are drawn together.
      draw()
    }
  }

  private func begin() {
    line.set("")
    history.rewind()
    drawn = ("", "")
    client.write(prompt)
  }

  // MARK: Keys

  private func press(_ key: Key) -> Step {
    if key != .control(18) { sought = nil }
    switch key {
    case .control(10), .control(13): return entered()
    case .control(4) where line.isEmpty: return .endOfInput
    // Ctrl-D that was typed before reading began: the terminal has already converted it to the end of a line.
    case .control(0) where isTypedAhead && line.isEmpty: return .endOfInput
    case .control(3): return interrupted()
    case .control(26): stop()
    case .control(9): complete()
    case .control(12):
      client.write("\u{1B}[H\u{1B}[2J")
      drawAll()
    case .control(18): search()
    case .up, .control(16): recall(by: -1)
    case .down, .control(14): recall(by: 1)
    default: if !line.press(key) { client.write("\u{7}") }
    }
    return .goOn
  }

  private func entered() -> Step {
    let lines = line.text.split(separator: "\n")
    // Each line of a paste is printed again before it runs.
    line.set(lines.first.map(String.init) ?? "")
    pasted = lines.dropFirst()
    if pasted.isEmpty { draw() } else { leave("") }
    client.write("\n")
    return .line(added(line.text))
  }

  /// Returns a line after it was added to the history.
  private func added(_ text: String) -> String {
    if !text.allSatisfy(\.isWhitespace), client.keeps(text) { history.add(text) }
    return text
  }

  private func recall(by step: Int) {
    if let text = history.move(by: step, from: line.text) { line.set(text) }
  }

  /// Shows the last line of the history that contains the typed text; pressed again, the one before.
  private func search() {
    let text = sought ?? line.text
    sought = text
    if let found = history.find(text, before: line.text) { line.set(found) } else { client.write("\u{7}") }
  }

  private func complete() {
    let word = line.before.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let matches = client.completions(line.before).filter { $0.hasPrefix(word) }
    guard let first = matches.first else { return client.write("\u{7}") }
    let isWhole = matches.count == 1
    let rest = matches.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }.dropFirst(word.count)
    line.insert(rest + (isWhole ? " " : ""))
    guard !isWhole, rest.isEmpty else { return }
    draw()
    let width = (matches.map { Columns.width(of: $0) }.max() ?? 0) + 2, count = max(1, columns / width)
    let rows = stride(from: 0, to: matches.count, by: count).map { Array(matches[$0..<min($0 + count, matches.count)]) }
    client.write("\n" + Columns.aligned(rows).map { "\($0)\n" }.joined())
    drawAll()
  }

  /// Begins a new line below the typed text, as shells do, or returns the line that Ctrl-C stands for.
  private func interrupted() -> Step {
    leave("^C")
    client.write("\n")
    if let meant = client.interrupt(line.text) { return .line(meant) }
    begin()
    return .goOn
  }

  // MARK: Drawing

  /// Prints text above the edited line, and draws that line again, with a new prompt.
  ///
  /// - Parameter old: the lines above the edited line that the text replaces.
  func show(_ text: String, inPlaceOf old: String, prompt: String) {
    guard isEditing else { return client.write(text) }
    let columns = columns
    let rows = old.split(separator: "\n").map { 1 + Columns.end(of: $0, in: columns).row }.reduce(0, +)
    client.write(backward(rows) + text)
    self.prompt = prompt
    drawAll()
  }

  /// The visible text of the line. A line with a secret is shown without it, with the cursor at the end.
  private var visible: (before: String, after: String) {
    let text = line.text
    let shown = text.split(separator: "\n", omittingEmptySubsequences: false).map { client.shown(String($0)) }
      .joined(separator: "\n")
    return shown == text ? (Self.printed(line.before), Self.printed(line.after)) : (Self.printed(shown), "")
  }

  /// Draws the changes since the last time.
  private func draw() {
    let new = visible
    guard new != drawn else { return }
    guard new.after.isEmpty, drawn.after.isEmpty, new.before.utf8.starts(with: drawn.before.utf8) else {
      client.write(backward(0))
      return drawAll()
    }
    let added = String(decoding: new.before.utf8.dropFirst(drawn.before.utf8.count), as: UTF8.self)
    drawn = new
    client.write(added + (isRowFull(behind: new.before) ? Self.nextRow : ""))
  }

  /// Draws the prompt and the line from the beginning of the cursor's row.
  private func drawAll() {
    drawn = visible
    let text = drawn.before + drawn.after, end = place(behind: text), cursor = place(behind: drawn.before)
    let up = end.row > cursor.row ? "\u{1B}[\(end.row - cursor.row)A" : ""
    let right = cursor.column > 0 ? "\u{1B}[\(cursor.column)C" : ""
    client.write(
      prompt + text + (isRowFull(behind: text) ? Self.nextRow : "") + (drawn.after.isEmpty ? "" : "\(up)\r\(right)"))
  }

  /// Draws the whole line and the key that ends it, such as `^C`, and leaves them on the screen.
  private func leave(_ key: String) {
    draw()
    client.write(backward(0) + prompt + drawn.before + drawn.after + key)
  }

  /// The escape sequences that move to the beginning of the drawn text, and `count` rows further up, and clear the rest.
  private func backward(_ count: Int) -> String {
    let rows = place(behind: drawn.before).row + count
    return (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J"
  }

  /// Moves on from a full row at once: the terminal itself would do so only with the next character.
  private static let nextRow = " \r"

  private func isRowFull(behind text: String) -> Bool { Columns.end(of: prompt + text, in: columns).column == columns }

  /// The position of the cursor after a text, from the first row of the prompt on.
  private func place(behind text: String) -> (row: Int, column: Int) {
    let end = Columns.end(of: prompt + text, in: columns)
    return end.column == columns ? (end.row + 1, 0) : end
  }

  /// A text as it is drawn: a control character is `^A`, a pasted newline `↵`.
  private static func printed(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { printed, scalar in
      if scalar == "\n" { return printed += "↵" }
      let isControl = scalar != "\t" && (scalar.value < 0x20 || scalar.value == 0x7F)
      if isControl { printed += "^" }
      printed.unicodeScalars.append(isControl ? Unicode.Scalar(UInt8(scalar.value ^ 0x40)) : scalar)
    }
  }

  /// The width of the terminal; 80 if it is unknown.
  private var columns: Int {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  // MARK: Reading

  /// Waits for a key; false if the terminal is closed.
  private func isReadable() async -> Bool {
    await withCheckedContinuation { key in queue.async { key.resume(returning: Self.hasKeys(within: -1)) } }
  }

  /// Waits at most `milliseconds` for a key, for ever if that is negative; false if no key comes or the terminal is closed.
  private nonisolated static func hasKeys(within milliseconds: CInt) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), count: CInt
    repeat { count = poll(&descriptor, 1, milliseconds) } while count < 0 && errno == EINTR
    return count > 0 && descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
  }

  /// Reads a single byte: the bytes after a line may belong to another program.
  private static func readByte() -> UInt8? {
    var byte: UInt8 = 0, count: Int
    repeat { count = Foundation.read(STDIN_FILENO, &byte, 1) } while count < 0 && errno == EINTR
    return count == 1 ? byte : nil
  }

  // MARK: Stopping

  /// Stops the program and its process group, as the terminal would.
  private func stop() {
    leave("^Z")
    mode.restore()
    signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    signal(SIGTSTP, SIG_DFL)
    // The other processes of the group have the signal already.
    TerminalMode.stopHere()
    _ = TerminalMode.waitForForeground()
    drawAgain()
    hasContinued = true
  }

  private func continued() {
    if isEditing, !hasContinued, TerminalMode.waitForForeground() { drawAgain() }
    hasContinued = false
  }

  /// Draws the line at the present cursor: other programs used the terminal during the stop.
  private func drawAgain() {
    client.continued()
    mode.prepare()
    client.write("\r\u{1B}[J")
    drawAll()
  }
}
