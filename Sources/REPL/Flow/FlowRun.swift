/// What running a flow gave, step by step.
struct FlowRun {
  /// A command, where it was typed, and what it gave.
  struct Step {
    let expected: Flow.Step
    let screen: String
    let output: [String]

    var differs: Bool { !expected.screen.isEmpty && expected.screen != screen || expected.output != output }
    var complaints: [String] { output.filter { $0.hasPrefix("!!") } }
  }
  var phases: [(phase: Flow.Phase, steps: [Step])] = []
  /// What the harness says at the end of a file without `:quit`.
  var end: [String] = []

  var steps: [Step] { phases.flatMap(\.steps) }
  /// How many commands gave something else than what is recorded.
  var differences: Int { steps.count(where: \.differs) }
  /// What the harness said.
  var complaints: [String] { steps.flatMap(\.complaints) + end }
  var isClean: Bool { differences == 0 && complaints.isEmpty }
}
