import REPL

/// A line is typed again before its answer comes.
struct RepetitionLaw: Law {
  let name = "repetition", part: String? = nil

  /// The same trial with the line typed once. Its answer is as late, since a screen may show the time.
  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.filter { !$0.isChoice || !$0.isTyped }) }

  func difference(in pair: Comparison) async -> Difference? {
    // A command that the app refuses while it is busy does no work twice.
    guard let again = pair.changed.steps.lastIndex(where: { $0.line.isChoice && $0.line.isTyped }), again > 0,
      !pair.hasFailure(to: pair.lastAdded), !pair.changed.steps[pair.firstAdded...].contains(where: \.isRefused),
      let difference = pair.difference(
        from: pair.end, mayRefuse: true,
        title: { _, _ in
          "\(pair.command) has another effect than once when it is typed again before \(pair.lastCall) answers"
        })
    else { return nil }
    return await isSameAfterAnswer(pair, again) ? nil : difference
  }

  /// Whether the line that is typed again has the same effect after the answer, on the same screen.
  private func isSameAfterAnswer(_ pair: Comparison, _ again: Int) async -> Bool {
    let steps = pair.changed.steps
    var lines = pair.trial.lines
    lines.insert(.settling, at: steps[again - 1].line.isChoice ? again - 1 : again)
    let turn = await pair.player.play(pair.trial.with(lines), seesScreens: true).steps
    return turn.count == lines.count && turn[again + 1].prompt == steps[again].prompt
      && turn.last?.screen == steps.last?.screen
  }
}
