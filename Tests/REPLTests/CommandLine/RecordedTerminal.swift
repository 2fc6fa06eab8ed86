import Signals
import VIPER

@testable import REPL
@testable import REPLTools

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

  /// Runs an app's program at this terminal, and returns its exit code.
  @MainActor func run(
    _ arguments: [String] = [], by app: ConsoleApp = SmallApp.console(), machine: [String: String] = [:],
    environment: AppEnvironment = .still, isInteractive: Bool = false,
    onWrite: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> Int32 {
    await app.main(
      arguments, terminal: terminal(isInteractive: isInteractive, onWrite: onWrite), machine: machine,
      environment: environment)
  }

  func type(_ lines: String...) { for line in lines { input.continuation.yield(line) } }

  /// Types these lines and ends the input.
  func pipe(_ lines: String...) { pipe(lines) }

  func pipe(_ lines: [String]) {
    for line in lines { type(line) }
    input.continuation.finish()
  }
}

extension String {
  /// The parts that this text does not contain.
  func missing(_ parts: String...) -> [String] { parts.filter { !contains($0) } }
}
