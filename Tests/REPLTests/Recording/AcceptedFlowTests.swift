import Effort
import Fixtures
import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// `accept` writes a flow that passes, whatever the app's output and the names of its screens.
@MainActor @Suite struct AcceptedFlowTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let routes = [
    "home", "my list", "a>b", "#x", "-- f --", "登 录", "<<<<<<<", "a/b", " x", "e\u{301}", "\u{202E}", "100%", "=======",
    ">",
  ]
  private static let pieces = [
    "", " ", "x", "  x", "x  ", "!!", "!! x", "! x", "+300ms", "# x", "-- f --", "> x", "<<<<<<<", "=======", "\u{301}",
    "\t", "\u{A0}", "\u{2028}", "\u{85}", "\u{B}", "\u{C}", "a\rb", "\u{FEFF}", "e\u{301}", "é", "👩‍👩‍👧", "\u{1B}[2J",
    "\u{202E}x", "\\", "\u{3000}", "\u{200B}",
  ]

  /// Screens of odd names, each with a field whose text is printed in several lines.
  private static let app = ConsoleApp("odd", home: "home") { session in
    let calls = session.calls.hermetic
    let modules = routes.map { name in
      Module(Route<Void, Never>(name, style: name == "a>b" ? .modal : .push)) { router, _ in
        let text = MutableProperty(""), scheduler = router.environment.scheduler
        let ask = Command<Void, String, CallFailure> { calls.call("ask", .just(text.value), failure: CallFailure.init) }
        let later = Command.sync {
          _ = scheduler.schedule(after: .milliseconds(300)) { text.value += "|+1s| x" }
        }
        let lines = (0..<3).map { index in
          Control.label(
            "",
            text.map { text in
              let parts = text.split(separator: "|", omittingEmptySubsequences: false)
              return parts.indices.contains(index) ? String(parts[index]) : ""
            })
        }
        return Assembly(
          view: ConsoleView(
            .title(Property(constant: name)), lines[0], lines[1], lines[2], .field("say", text), .button("ask", ask),
            .button("back", Command(back: router)), .button("later", later), .alert("", ask.values),
            .alert("", ask.failures.map(\.text))))
      }
    }
    return try Navigator(stage: session.console, environment: session.environment, modules: modules)
  }

  private func line(_ numbers: inout SeededNumbers) -> String {
    switch Int.random(in: 0..<9, using: &numbers) {
    case 0: ":open \(PromptName.written(Self.routes.randomElement(using: &numbers) ?? ""))"
    case 1...3: "say \((0..<3).map { _ in Self.pieces.randomElement(using: &numbers) ?? "" }.joined(separator: "|"))"
    case 4: "ask"
    case 5: "back"
    case 6: "later"
    default:
      [
        ":screen", ":tree", "help", "", ":advance 1d", ":stub ask -> \"x|y\" once", ":fail ask with \"!! no\"",
        "nonsense", ":now 2014-05-21", ":back", ":trace shown", ":graph", ":calls", ":save x",
      ].randomElement(using: &numbers) ?? ""
    }
  }

  @Test("random flows through screens with odd names and texts: an accepted flow passes, and is accepted unchanged")
  func random() async throws {
    let runner = FlowRunner(Self.app), acceptance = FlowAcceptance(runner: runner, evenErrors: true)
    var numbers = SeededNumbers(seed: 20), accepted = 0
    for _ in 0..<Effort.runs(short: 100, full: 200, all: 1_000) {
      let lineEnd = Bool.random(using: &numbers) ? "\n" : "\r\n"
      var text = ["", "\u{FEFF}"].randomElement(using: &numbers) ?? ""
      for _ in 0..<12 {
        text += ["> ", ">", "home> ", "my%20list> "].randomElement(using: &numbers).map { $0 == ">" ? "> " : $0 } ?? ""
        text += line(&numbers) + lineEnd
        if Int.random(in: 0..<4, using: &numbers) == 0 {
          text += "  what was there\(lineEnd)\(lineEnd)  and there\(lineEnd)"
        }
      }
      let file = try folder.write("a.flow", text + "> :advance 1d")
      do { _ = try await acceptance.accept(file) } catch let refusal as FlowRefusal {
        // The harness may complain about an unused stub; then the file is unchanged.
        #expect(
          try [refusal.reason, folder.read("a.flow")] == ["this cannot be recorded", text + "> :advance 1d"],
          "\(text.debugDescription)")
        continue
      }
      accepted += 1
      let report = await runner.run(file), written = try folder.read("a.flow")
      let again = try await acceptance.accept(file).lines.map(\.text)
      #expect(report.passed, "\(report.text)\n\(written)")
      #expect(again == ["same \(file.relativePath)"], "\(report.text)\n\(written)")
    }
    #expect(accepted > 40)
  }
}
