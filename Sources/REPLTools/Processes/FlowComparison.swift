import REPL

extension FlowReport {
  /// The differences from a report of the same flow in another build: the screens or, where those are equal, the outputs. A command
  /// that prints the same in both has not changed; the screen may still show an earlier difference.
  func differences(from old: FlowReport) -> [StepDifference] {
    let steps = phases.flatMap(\.steps), oldSteps = old.phases.flatMap(\.steps)
    var differences: [StepDifference] = [], wasElsewhere = false
    for (old, new) in zip(oldSteps, steps) {
      let isElsewhere = old.path != new.path
      defer { wasElsewhere = isElsewhere }
      guard old.output != new.output || isElsewhere && !wasElsewhere else { continue }
      let isScreen = old.seen != new.seen
      differences.append(
        StepDifference(
          command: new.command, line: new.line, old: isScreen ? old.seen : old.output,
          new: isScreen ? new.seen : new.output))
    }
    if old.end != end {
      let line = max(steps.last?.line ?? 0, oldSteps.last?.line ?? 0)
      differences.append(StepDifference(command: "(the end)", line: line, old: old.end, new: end))
    }
    return differences
  }
}

extension DrawnStep {
  /// The alerts and refusals, and the screen below them.
  fileprivate var seen: [String] { output.filter { $0.hasPrefix("!") } + [Mark.prompt(path)] + screen }
}
