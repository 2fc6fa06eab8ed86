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
    /// Whether a line may be kept for the next time.
    var isKept: @MainActor (String) -> Bool = { _ in true }
  }
  var client = Client()

  /// The editor whose line is edited: the library's callbacks carry nothing with them.
  private static weak var current: LineEditor?

  private let library: EditLibrary
  private let historyPath: String?
  private let queue = DispatchQueue(label: "REPL.keys")
  private var result: String??
  private var isEditing = false
  private var isInterrupted = false
  /// Whether the keys that are read now were typed before the line was begun.
  private var isTypedAhead = false
  private var prompt = ""
  private var resizing: (any DispatchSourceSignal)?

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
      endBefore: { _, _ in
        MainActor.assumeIsolated { LineEditor.current?.endedBefore() }
        return 0
      })
    if let historyPath { library.readHistory(historyPath, limit: 1000) }
    let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { library.resize() } }
    source.resume()
    resizing = source
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
      guard await isReadable() else {
        library.end()
        return nil
      }
      library.readKey()
      guard isInterrupted else { continue }
      // As shells show it: what was typed stays above, and a new line begins.
      library.end()
      client.write("^C\n")
      if let result { return result }
      begin()
    }
  }

  private func begin() {
    isInterrupted = false
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
    let rows = old.split(separator: "\n").map { 1 + max(0, Columns.width(of: $0) - 1) / columns }.reduce(0, +)
    client.write(backward(over: library.line, rows) + text)
    if let prompt {
      self.prompt = prompt
      library.setPrompt(prompt)
    }
    library.redraw()
  }

  /// Shows the line that was just read in other words: what is secret in it does not stay on the screen.
  func retell(_ line: String, as shown: String) { client.write(backward(over: line, 1) + prompt + shown + "\n") }

  /// To the beginning of a line that was typed behind the prompt, and so many rows above; clears what is there.
  private func backward(over line: String, _ count: Int) -> String {
    let rows = (Columns.width(of: prompt) + Columns.width(of: line)) / columns + count
    return (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J"
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
    isInterrupted = true
  }

  /// Ctrl-D, typed while nothing was read: the end, as it would be on the empty line that came after.
  private func endedBefore() {
    if isTypedAhead, library.line.isEmpty { result = .some(nil) }
  }

  private func keep(_ line: String) {
    guard !line.allSatisfy(\.isWhitespace), client.isKept(line) else { return }
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
