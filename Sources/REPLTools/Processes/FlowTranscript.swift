import Foundation
import REPL

/// The screens of a flow, after each of its commands. Two transcripts of the same flow can be compared.
struct FlowTranscript: Codable, Equatable, Sendable {
  struct Step: Codable, Equatable, Sendable {
    /// The command, as the flow has it.
    let command: String
    let line: Int
    /// The output of the command.
    let output: [String]
    /// The prompt after it, and the whole screen.
    let screen: [String]

    /// The alerts and refusals, and the screen below them.
    fileprivate var seen: [String] { output.filter { $0.hasPrefix("!") } + screen }
  }
  /// The steps that ran.
  private(set) var steps: [Step] = []
  /// The complaints of the harness at the end.
  private(set) var end: [String] = []
  /// The first mistake of the flow, and the number of the problems that may follow from it; nil if there is none.
  private(set) var mistake: String?

  init(_ run: FlowResult) {
    steps = run.steps.map {
      Step(command: $0.expected.command, line: $0.expected.line, output: $0.output, screen: $0.shown)
    }
    end = run.end
    mistake = run.mistakes.isEmpty ? nil : run.firstMistake.joined(separator: " ")
  }

  /// The transcript of a flow that was stopped, without its earlier screens.
  init(stopped complaint: String) { end = [complaint] }

  /// The differences from another transcript of the same flow: the screens or, where those are equal, the outputs. A command that
  /// prints the same in both has not changed; the screen may still show an earlier difference.
  func differences(from old: FlowTranscript) -> [StepDifference] {
    var differences: [StepDifference] = []
    var wasElsewhere = false
    for (old, new) in zip(old.steps, steps) {
      let isElsewhere = old.screen.first != new.screen.first
      defer { wasElsewhere = isElsewhere }
      guard old.output != new.output || isElsewhere && !wasElsewhere else { continue }
      let isScreen = old.seen != new.seen
      differences.append(
        StepDifference(
          command: new.command, line: new.line, old: isScreen ? old.seen : old.output,
          new: isScreen ? new.seen : new.output))
    }
    if old.end != end {
      let line = max(steps.last?.line ?? 0, old.steps.last?.line ?? 0)
      differences.append(StepDifference(command: "(the end)", line: line, old: old.end, new: end))
    }
    return differences
  }
}

extension FlowRunner {
  /// The screens of a flow after each of its commands.
  func transcript(of file: URL, progress: @escaping LineProgress = { _ in }) async throws -> FlowTranscript {
    var runner = self
    runner.keepsScreens = true
    return FlowTranscript(await runner.execute(try await flow(of: file), progress: progress))
  }
}
