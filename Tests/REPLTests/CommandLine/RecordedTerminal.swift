import Signals

@testable import REPL

/// A terminal in memory.
final class RecordedTerminal: Sendable {
  private let written = MutableProperty("")
  private let errors = MutableProperty("")
  private let input = AsyncStream<String>.makeStream()

  var text: String { written.value }
  var errorText: String { errors.value }

  /// The program's side of the terminal; calls `onWrite` with each text after it is written.
  func terminal(isInteractive: Bool = false, onWrite: @escaping @Sendable (String) -> Void = { _ in }) -> Terminal {
    Terminal(
      isInteractive: isInteractive, lines: { [input] in input.stream },
      write: { [written] text in
        written.modify { $0 += text }
        onWrite(text)
      },
      writeError: { [errors] text in errors.modify { $0 += text } })
  }

  func type(_ lines: String...) { for line in lines { input.continuation.yield(line) } }

  func endInput() { input.continuation.finish() }
}
