import Foundation
import VIPER

/// What running a flow gave.
public struct FlowReport: Sendable {
  /// The flow's path.
  public let path: String
  /// Whether everything was as recorded and nothing was left over.
  public let passed: Bool
  /// Whether the file is no flow, or cannot be read.
  public let isBadScript: Bool
  /// What to show: a line if it passed, otherwise the first phase that differs, in full.
  public let text: String
}

/// Runs flows, each in a fresh session under virtual time, and compares.
@MainActor struct FlowRunner {
  private let app: ConsoleApp
  private let options: [String: String]
  private let limits: Settling.Limits

  init(_ app: ConsoleApp, options: [String: String] = [:], limits: Settling.Limits = Settling.Limits()) {
    self.app = app
    self.options = options
    self.limits = limits
  }

  /// What each step of a flow gave.
  struct Run {
    struct Step {
      let expected: Flow.Step
      let screen: String
      let output: [String]

      var differs: Bool { !expected.screen.isEmpty && expected.screen != screen || expected.output != output }
    }
    var phases: [(phase: Flow.Phase, steps: [Step])] = []
    /// What the harness says at the end of a file without `:quit`.
    var end: [String] = []

    var isClean: Bool { end.isEmpty && !phases.contains { $0.steps.contains(where: \.differs) } && complaints.isEmpty }
    /// What the harness said.
    var complaints: [String] { phases.flatMap { $0.steps.flatMap { $0.output.filter { $0.hasPrefix("!!") } } } + end }
  }

  func execute(_ flow: Flow) async -> Run {
    let prompt = Prompt(limits: limits) { [app, options] in
      Session(scripted: app, options: options, files: flow.files)
    }
    var run = Run()
    for phase in flow.phases {
      var steps: [Run.Step] = []
      for step in phase.steps where !prompt.isStuck {
        let screen = String(prompt.text.dropLast(2))
        let output = prompt.isOver ? ["!! this comes after :quit"] : await prompt.run(step.command, number: step.line)
        steps.append(Run.Step(expected: step, screen: screen, output: Self.visible(output)))
      }
      run.phases.append((phase, steps))
    }
    guard prompt.isStuck else {
      run.end = await prompt.end()
      return run
    }
    prompt.abandon()
    let done = run.phases.flatMap(\.steps)
    run.end = ["!! stopped at line \(done.last?.expected.line ?? 0); what follows it was not run"]
    return run
  }

  /// Without what nobody could see, nor a file keep: blanks at the ends of lines, blank lines at the start and the end.
  static func visible(_ output: [String]) -> [String] {
    var lines = output.map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }[...]
    while lines.first == "" { lines.removeFirst() }
    while lines.last == "" { lines.removeLast() }
    return Array(lines)
  }

  func run(_ file: URL) async -> FlowReport {
    let path = file.relativePath
    do {
      let flow = try FlowParser.parse(FlowFile.text(of: file))
      guard !flow.steps.isEmpty else {
        return bad(path, "there is no command in it; write one, such as > :open \(app.home)")
      }
      let run = await execute(flow)
      let count = flow.phases.count
      if run.isClean {
        return FlowReport(
          path: path, passed: true, isBadScript: false, text: "ok   \(path) (\(count) phase\(count == 1 ? "" : "s"))")
      }
      return FlowReport(
        path: path, passed: false, isBadScript: false, text: FlowFailure(path, run, app: app.name).text)
    } catch let error as FlowSyntaxError { return bad(path, line: error.line, error.reason) } catch {
      return bad(path, "\(error)")
    }
  }

  private func bad(_ path: String, line: Int? = nil, _ reason: String) -> FlowReport {
    let place = line.map { "\(path):\($0)" } ?? path
    return FlowReport(path: path, passed: false, isBadScript: true, text: "BAD  \(place): \(Printable.line(reason))")
  }
}
