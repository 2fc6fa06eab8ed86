extension FlowResult.Step {
  /// The step for a picture; nil if the run did not keep its screen.
  var drawn: DrawnStep? {
    guard let prompt = shown.first else { return nil }
    return DrawnStep(
      prompt: screen, command: echo, line: expected.line, output: output, path: String(prompt.dropLast()),
      screen: Array(shown.dropFirst()))
  }

  /// The difference from the recorded output, with the prompts if these differ; nil if there is none.
  package var difference: StepDifference? {
    guard isWrong else { return nil }
    let isElsewhere = !expected.screen.isEmpty && expected.screen != screen
    func lines(_ prompt: String, _ output: [String]) -> [String] { (isElsewhere ? ["\(prompt)>"] : []) + output }
    return StepDifference(
      command: echo, line: expected.line, old: lines(expected.screen, expected.output), new: lines(screen, output))
  }
}
