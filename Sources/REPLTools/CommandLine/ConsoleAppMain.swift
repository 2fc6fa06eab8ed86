import Foundation
public import REPL
import VIPER

extension ConsoleApp {
  /// Runs the command line. Without arguments it starts a session. `run`, `accept`, `explore`, `draw`, `graph` and `diff`
  /// work on flows and the screens they reach. `--help` lists the other arguments.
  ///
  /// - Returns: the exit code: 0 passed; 1 a difference, a finding or a complaint of the harness; 2 bad script or usage, an app
  ///   that cannot be built, or lost output; 69 no flow found; 130 interrupted.
  @MainActor public func main(_ arguments: [String]) async -> Int32 {
    var terminal = Terminal.standard, app = self
    // Another process of the program reads the real command line, which differs from the arguments that a test passes here.
    if !CommandLine.arguments.dropFirst().elementsEqual(arguments) { terminal.makeProcess = { _ in nil } }
    let program = CommandLine.arguments.first ?? ""
    if !program.isEmpty { app.command = StartCommand.text(program, in: FileManager.default.currentDirectoryPath) }
    return await app.main(
      arguments, terminal: terminal, machine: ProcessInfo.processInfo.environment, environment: .live)
  }
}
