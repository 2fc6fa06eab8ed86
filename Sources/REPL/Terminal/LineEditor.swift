import Dispatch
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// Reads lines at a terminal with editing, history and completion. All of it happens on the main actor, key by key: what is
/// printed meanwhile comes above the line.
@MainActor final class LineEditor {
  /// What the line means to the session.
  struct Client {
    /// What the last word of a line may go on as.
    var completions: @MainActor (String) -> [String] = { _ in [] }
    /// Ctrl-C behind what was typed so far; gives the line that it stands for, if it stands for one.
    var interrupt: @MainActor (String) -> String? = { _ in nil }
    var write: @Sendable (String) -> Void = { _ in }
    /// What is above the line may be somebody else's now: the program was stopped.
    var continued: @MainActor () -> Void = {}
    /// A line as it may stay on the screen; only one that is the same may be kept for the next time.
    var shown: @MainActor (String) -> String = { $0 }
  }
  var client = Client()

  /// The editor whose line is edited: the library's callbacks carry nothing with them.
  private static weak var current: LineEditor?

  private let library: EditLibrary
  private let historyPath: String?
  private let queue = DispatchQueue(label: "REPL.keys")
  private var result: String??
  private var isEditing = false
  /// What a key has asked for that ends or stops the editing.
  private enum Asked: String { case interrupt = "^C", stop = "^Z" }
  private var asked: Asked?
  /// Whether a key was read for this line: before that, the library still has the line before it.
  private var isTyped = false
  /// Whether the keys that are read now were typed before the line was begun.
  private var isTypedAhead = false
  private var prompt = ""
  /// Whether the line was drawn again after a stop, before the system has said that the program goes on.
  private var hasContinued = false
  private var signals: [any DispatchSourceSignal] = []

  /// nil where the library is missing.
  ///
  /// - Parameter historyPath: the file that keeps the lines from one run to the next.
  init?(historyPath: String?) {
    guard let library = EditLibrary() else { return nil }
    self.library = library
    self.historyPath = historyPath
    library.start(
      completer: { text, _, end in
        let word = text.map { String(cString: $0) } ?? ""
        return MainActor.assumeIsolated { Matches(LineEditor.current?.complete(word, end: Int(end)) ?? []) }.list
      },
      interrupt: { _, _ in
        MainActor.assumeIsolated { LineEditor.current?.interrupted() }
        return 0
      },
      suspend: { _, _ in
        MainActor.assumeIsolated { LineEditor.current?.asked = .stop }
        return 0
      },
      endBefore: { _, _ in
        MainActor.assumeIsolated { LineEditor.current?.endedBefore() }
        return 0
      })
    if let historyPath { library.readHistory(historyPath, limit: 1000) }
    hear(SIGWINCH) { $0.library.resize() }
    hear(SIGCONT) { editor in
      if editor.isEditing, !editor.hasContinued, editor.waitForTerminal() { editor.drawAgain() }
      editor.hasContinued = false
    }
  }

  private func hear(_ signal: CInt, _ act: @escaping @MainActor (LineEditor) -> Void) {
    let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { if let self { act(self) } }
    }
    source.resume()
    signals.append(source)
  }

  /// The next line; nil at the end of input.
  func read(_ prompt: String) async -> String? {
    self.prompt = prompt
    result = nil
    Self.current = self
    begin()
    isTypedAhead = true
    isEditing = true
    defer { isEditing = false }
    while true {
      if let result {
        library.end()
        if let line = result { keep(line) }
        return result
      }
      isTypedAhead = isTypedAhead && Self.hasKeys(within: 0)
      guard await isReadable(), waitForTerminal() else {
        library.end()
        return nil
      }
      (isTyped, hasContinued) = (true, false)
      library.readKey()
      switch asked {
      case nil: continue
      case .stop: stop()
      case .interrupt:
        // As shells show it: what was typed stays above, and a new line begins.
        leave(.interrupt)
        library.end()
        client.write("\n")
        if let result { return result }
        begin()
      }
    }
  }

  private func begin() {
    asked = nil
    isTyped = false
    library.begin(prompt) { line in
      let text = line.map { String(cString: $0) }
      free(line)
      MainActor.assumeIsolated { LineEditor.current?.result = .some(text) }
    }
  }

  /// Shows text above the line that is edited, and then another prompt if there is one.
  ///
  /// - Parameter old: the lines above that line that it takes the place of.
  func show(_ text: String, inPlaceOf old: String = "", prompt: String? = nil) {
    guard isEditing else { return client.write(text) }
    let columns = columns
    let rows = old.split(separator: "\n").map { 1 + Columns.end(of: $0, in: columns).row }.reduce(0, +)
    client.write(backward(over: typed, rows) + text)
    if let prompt {
      self.prompt = prompt
      library.setPrompt(prompt)
    }
    library.redraw()
  }

  /// Shows the line that was just read as it may stay on the screen.
  func retell(_ line: String) {
    let shown = client.shown(line)
    if shown != line { client.write(backward(over: line, 1) + prompt + Self.drawn(shown) + "\n") }
  }

  /// Leaves the line that is edited on the screen, with the key that did it behind it: all of it, wherever the cursor is, but
  /// for what is secret.
  private func leave(_ key: Asked) {
    client.write(backward(over: typed, 0) + prompt + Self.drawn(client.shown(library.line)) + key.rawValue)
  }

  /// What is typed in front of the cursor.
  private var typed: String {
    isTyped ? String(decoding: library.line.utf8.prefix(library.cursor), as: UTF8.self) : ""
  }

  /// To the beginning of a line that was typed behind the prompt, and so many rows above; clears what is there.
  private func backward(over line: String, _ count: Int) -> String {
    let columns = columns, end = Columns.end(of: prompt + Self.drawn(line), in: columns)
    // The library goes on to the next row as soon as one is full.
    let rows = end.row + (end.column == columns ? 1 : 0) + count
    return (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J"
  }

  /// A line as the library draws it: a control character that was quoted is `^A`.
  private static func drawn(_ line: String) -> String {
    line.unicodeScalars.reduce(into: "") { drawn, scalar in
      let isControl = scalar != "\t" && (scalar.value < 0x20 || scalar.value == 0x7F)
      if isControl { drawn += "^" }
      drawn.unicodeScalars.append(isControl ? Unicode.Scalar(UInt8(scalar.value ^ 0x40)) : scalar)
    }
  }

  /// How wide the terminal is; as they mostly are, if it does not say it.
  private var columns: Int {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Waits for a key; false if the terminal has gone.
  private func isReadable() async -> Bool {
    await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Self.hasKeys(within: -1))
      }
    }
  }

  /// Whether a key can be read within so many milliseconds, for ever if it is negative; false if the terminal has gone.
  private nonisolated static func hasKeys(within milliseconds: CInt) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0), count: CInt
    repeat { count = poll(&descriptor, 1, milliseconds) } while count < 0 && errno == EINTR
    return count != 0 && descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
  }

  private func complete(_ word: String, end: Int) -> [String] {
    library.endCompletion()
    let line = String(decoding: library.line.utf8.prefix(end), as: UTF8.self)
    return client.completions(line).filter { $0.hasPrefix(word) }
  }

  private func interrupted() {
    if let line = client.interrupt(library.line) { result = .some(line) }
    asked = .interrupt
  }

  /// Stops the program and all that belongs to it, as the terminal would.
  private func stop() {
    asked = nil
    leave(.stop)
    library.pause()
    signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    signal(SIGTSTP, SIG_DFL)
    // All others have it.
    Self.stopHere()
    _ = waitForTerminal()
    drawAgain()
    hasContinued = true
  }

  /// Stops while the terminal is somebody else's: another program reads its keys and writes what is seen. False if nobody gives it
  /// back.
  private func waitForTerminal() -> Bool {
    for _ in 0..<100 {
      let owner = tcgetpgrp(STDIN_FILENO)
      if owner <= 0 || owner == getpgrp() { return true }
      Self.stopHere()
    }
    return false
  }

  /// Stops the program in this thread right here, and not some time later in another one; not at all where nobody could let it
  /// go on. Dispatch's threads block signals.
  private static func stopHere() {
    var stop = sigset_t(), before = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    pthread_kill(pthread_self(), SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Draws the line where the cursor is now: others had the terminal while the program was stopped.
  private func drawAgain() {
    client.continued()
    library.resume()
    client.write("\r\u{1B}[J")
    library.redraw()
  }

  /// Ctrl-D, typed while nothing was read: the end, as it would be on the empty line that came after.
  private func endedBefore() {
    if isTypedAhead, library.line.isEmpty { result = .some(nil) }
  }

  private func keep(_ line: String) {
    guard !line.allSatisfy(\.isWhitespace), client.shown(line) == line else { return }
    library.addHistory(line)
    if let historyPath { library.writeHistory(historyPath) }
  }
}

/// Matches as the library takes them: what they have in common, each of them, and an end; it frees them. It looks at three at
/// least, to see whether there is only one.
private struct Matches: @unchecked Sendable {  // made on the main actor and handed to the caller there
  let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  init(_ matches: [String]) {
    guard let first = matches.first else {
      list = nil
      return
    }
    let common = matches.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let all = matches.count == 1 ? [first] : [common] + matches
    let count = max(3, all.count + 1), memory = calloc(count, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)
    list = memory?.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: count)
    for (index, match) in all.enumerated() { list?[index] = strdup(match) }
  }
}
