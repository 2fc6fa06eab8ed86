import REPL
import Signals
import VIPER

/// A command line whose input and output are a test's.
struct Typed {
  let code: Int32
  let output: [String]
  let errors: [String]

  /// Runs the command line with lines on a pipe, or typed at a terminal.
  @MainActor init(
    _ arguments: [String] = [], lines: [String] = [], isInteractive: Bool = false, machine: [String: String] = [:],
    app: ConsoleApp = Notes.app
  ) async {
    let stream = AsyncStream<String> { continuation in
      for line in lines { continuation.yield(line) }
      continuation.finish()
    }
    await self.init(arguments, input: stream, isInteractive: isInteractive, machine: machine, app: app)
  }

  /// Runs the command line with lines that come one by one.
  @MainActor init(
    _ arguments: [String] = [], input: AsyncStream<String>, isInteractive: Bool = false,
    machine: [String: String] = [:], app: ConsoleApp = Notes.app, sees: @escaping @Sendable (String) -> Void = { _ in }
  ) async {
    let written = MutableProperty(""), wrong = MutableProperty("")
    let terminal = Terminal(
      isInteractive: isInteractive, lines: { input },
      write: { text in
        written.modify { $0 += text }
        sees(written.value)
      },
      writeError: { text in wrong.modify { $0 += text } })
    code = await app.main(arguments, terminal: terminal, machine: machine, environment: .live)
    output = written.value.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    errors = wrong.value.split(separator: "\n").map(String.init)
  }
}
