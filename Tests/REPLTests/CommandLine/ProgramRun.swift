import Fixtures
import VIPER

@testable import REPL
@testable import REPLTools

/// The output of a program in this process, and its exit code.
struct ProgramRun: Equatable {
  let code: Int32
  var text = ""
  var errors = ""
}

extension TemporaryFolder {
  @MainActor func run(
    _ arguments: String..., by app: ConsoleApp = SmallApp.console(), machine: [String: String] = [:]
  ) async -> ProgramRun {
    await run(arguments, by: app, machine: machine)
  }

  /// Runs an app's program with each of these arguments.
  @MainActor func runs(_ lines: [[String]], by app: ConsoleApp = SmallApp.console()) async -> [ProgramRun] {
    var runs: [ProgramRun] = []
    for arguments in lines { runs.append(await run(arguments, by: app)) }
    return runs
  }

  /// Runs an app's program at a terminal of its own, without input. The path of this folder is left out of the output.
  @MainActor func run(
    _ arguments: [String], by app: ConsoleApp = SmallApp.console(), machine: [String: String] = [:],
    isTerminal: Bool = false
  ) async -> ProgramRun {
    let recorded = RecordedTerminal()
    var terminal = recorded.terminal()
    terminal.isTerminal = isTerminal
    recorded.pipe()
    let code = await app.main(arguments, terminal: terminal, machine: machine, environment: .still)
    return ProgramRun(
      code: code, text: recorded.text.replacing(path + "/", with: ""),
      errors: recorded.errorText.replacing(path + "/", with: ""))
  }
}
