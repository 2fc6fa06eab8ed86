/// A command with different output in two runs of a flow: recorded and current output, or the screens of two builds.
package struct StepDifference: Codable, Equatable, Sendable {
  package let command: String
  package let line: Int
  package let old: [String]
  package let new: [String]

  package init(command: String, line: Int, old: [String], new: [String]) {
    (self.command, self.line, self.old, self.new) = (command, line, old, new)
  }
}

extension FlowResult.Step {
  /// The difference from the recorded output, with the prompts if these differ; nil if there is none.
  package var difference: StepDifference? {
    guard isWrong else { return nil }
    let isElsewhere = !expected.screen.isEmpty && expected.screen != screen
    func lines(_ prompt: String, _ output: [String]) -> [String] { (isElsewhere ? ["\(prompt)>"] : []) + output }
    return StepDifference(
      command: echo, line: expected.line, old: lines(expected.screen, expected.output), new: lines(screen, output))
  }
}
