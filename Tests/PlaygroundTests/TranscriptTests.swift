import Effort
import Fixtures
import Foundation
import Home
import ModuleTemplate
import SignalsTesting
import Testing
import VIPER

@testable import REPL

/// The output of the samples and of a generated module determines the visible screen.
@MainActor @Suite(.inTurn) struct TranscriptTests {
  enum App: CaseIterable {
    case todo, login, search, slow, module

    @MainActor var console: ConsoleApp {
      switch self {
      case .module:
        ConsoleApp("notes", home: "__route__") { session in
          try Navigator(
            stage: session.console, environment: session.environment, modules: __Name__Module.all(for: session))
        }
      default: PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"))
      }
    }

    var options: [String: String] { self == .slow ? ["server": "slow"] : [:] }

    /// The lines to type in addition to the screen's commands.
    var lines: [String] {
      let links =
        switch self {
        case .todo: ["todo", "/todo/add", "home"]
        case .login: ["one", "/one/two", "home"]
        case .search, .slow:
          ["search", "/search/setting/timer", "/search/details?usrid=1", "/search/details?usrid=2", "about"]
        case .module: ["__route__"]
        }
      let calls =
        switch self {
        case .todo: ["store.items", "store.save", "store.delete"]
        case .login: ["login.post"]
        case .search, .slow: ["search.get", "picture.get"]
        case .module: ["__route__.all", "__route__.save"]
        }
      return links.map { ":open \($0)" } + calls.map { ":fail \($0) with \"no\"" }
        + calls.map { ":fail \($0) with \"late\" after 2s" } + Self.everywhere
    }

    private static let everywhere = [
      ":advance 700ms", ":advance 2s", ":advance 1m", ":advance 3h", ":cancel", ":tree", ":screen", ":calls",
      "help",
      ":trace shown", ":back", "nonsense",
    ]
    static let texts = [
      "", "x", "猫", "tangent", "123456", "2001-01-01", "2001-01-05", "- x", "1. x", "x: y", "! x", "todo>",
    ]
  }

  /// A random walk with that number of steps; returns the first wrong reconstruction.
  private func problem(_ app: App, seed: UInt64, steps: Int) async -> String? {
    let console = app.console, options = app.options
    let runner = LineRunner { Session(scripted: console, options: options) }
    var input = RandomInput(seed: seed, lines: app.lines) { _ in App.texts }
    var model = TranscriptModel(), typed: [String] = []
    for step in 0..<steps {
      let line = step == 0 ? app.lines[0] : input.line(for: runner.session.console)
      typed.append(runner.prompt + line)
      let output = FlowRunner.visible(await runner.run(line))
      model.read(line, output, next: String(runner.prompt.dropLast(2)))
      let screen = runner.session.console.screen
      if model.screen != screen {
        let lines = typed.suffix(8).joined(separator: "\n")
        return
          "seed \(seed), \(steps) steps:\n\(lines)\nprinted \(output)\nis read as \(model.screen)\nand is \(screen)"
      }
    }
    _ = await runner.end()
    return nil
  }

  @Test("the screen can be rebuilt from the output after each step", arguments: App.allCases)
  func law(_ app: App) async {
    for seed in 0..<UInt64(Effort.runs(short: 3, full: 30, all: 80)) {
      guard var problem = await problem(app, seed: seed, steps: 50) else { continue }
      // The same walk, shortened to its failure.
      for steps in 1..<50 {
        if let shorter = await self.problem(app, seed: seed, steps: steps) {
          problem = shorter
          break
        }
      }
      Issue.record("\(problem)")
      return
    }
  }
}
