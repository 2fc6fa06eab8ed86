import Signals
import Testing
import VIPER

@testable import REPL

/// A console that shows one view.
@MainActor struct Screen {
  let console = Console()
  private let navigator: Navigator

  init(_ view: ConsoleView) throws {
    let module = Module(Route<Void, Never>("home")) { _, _ in Assembly(view: view) }
    navigator = try Navigator(stage: console, environment: .still, modules: [module])
    navigator.open("home").start()
  }

  /// Runs a line; what was printed before is not printed again.
  func run(_ line: String) -> [String] {
    _ = console.takeChanges()
    return console.run(line)
  }

  /// Runs each line, which has to print the output beside it.
  func prints(_ session: KeyValuePairs<String, String>, sourceLocation: SourceLocation = #_sourceLocation) {
    let printed = session.map { line, _ in "> \(line)\n\(run(line).joined(separator: "\n"))" }
    #expect(printed == session.map { "> \($0)\n\($1)" }, sourceLocation: sourceLocation)
  }

  func close() { navigator.closeAll() }
}
