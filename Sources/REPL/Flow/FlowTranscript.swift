/// What a flow shows: the screen after each of its commands. Two of the same flow can be compared.
struct FlowTranscript: Codable, Equatable, Sendable {
  struct Step: Codable, Equatable, Sendable {
    /// The command, as the flow has it.
    let command: String
    let line: Int
    /// What was printed under it.
    let output: [String]
    /// The prompt after it, and the whole screen.
    let screen: [String]

    /// What was said, above the screen.
    fileprivate var seen: [String] { output.filter { $0.hasPrefix("!") } + screen }
  }
  /// Those that ran.
  private(set) var steps: [Step] = []
  /// What the harness said at the end.
  private(set) var end: [String] = []

  init(_ run: FlowRunner.Run) {
    steps = run.phases.flatMap(\.steps).map {
      Step(command: $0.expected.command, line: $0.expected.line, output: $0.output, screen: $0.shown)
    }
    end = run.end
  }

  /// One of a flow that was stopped: what it showed before is lost.
  init(stopped complaint: String) { end = [complaint] }

  /// What is shown otherwise than in another transcript of the same flow: the screens, and where they are the same, what was printed
  /// on the way.
  func differences(from old: FlowTranscript) -> [StepDifference] {
    var differences: [StepDifference] = []
    for (old, new) in zip(old.steps, steps) where old != new {
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
