extension FlowRunner.Run.Step {
  /// The step for a picture; nil where its screen was not kept.
  var drawn: DrawnStep? {
    guard let prompt = shown.first else { return nil }
    return DrawnStep(
      prompt: screen, command: echo, line: expected.line, output: output, path: String(prompt.dropLast()),
      screen: Array(shown.dropFirst()))
  }

  /// What it gave otherwise than recorded, with the prompts where they differ; nil where nothing does.
  var difference: StepDifference? {
    guard isWrong else { return nil }
    let isElsewhere = !expected.screen.isEmpty && expected.screen != screen
    func lines(_ prompt: String, _ output: [String]) -> [String] { (isElsewhere ? ["\(prompt)>"] : []) + output }
    return StepDifference(
      command: echo, line: expected.line, old: lines(expected.screen, expected.output), new: lines(screen, output))
  }
}
