import REPL

/// A line is typed again before its answer comes.
struct RepetitionLaw: Law {
  let name = "repetition", part: String? = nil

  func difference(in pair: Comparison) async -> Difference? {
    // A command that the app refuses while it is busy does no work twice.
    guard !pair.hasFailure(to: pair.last), !pair.changed.steps[pair.first...].contains(where: \.isRefused),
      var difference = pair.difference(from: pair.changed.steps.count - 1), await !isInTurn(pair)
    else { return nil }
    if pair.isTypedWhileBusy(to: difference.index) { difference.expectation = .another }
    return difference
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "\(pair.command) has another effect than once when it is typed again before \(pair.lastCall) answers"
  }

  /// Whether a line that is typed again has the effect of both, one after the answer to the other, on the same screen.
  private func isInTurn(_ pair: Comparison) async -> Bool {
    let steps = pair.changed.steps
    guard let again = steps.lastIndex(where: { has($0.line) && $0.line.isTyped }) else { return false }
    var lines = pair.trial.lines
    lines.insert(.settling, at: steps[again - 1].line.isChoice ? again - 1 : again)
    let turn = await pair.player.play(pair.trial.with(lines), seesScreens: true).steps
    return turn.count == lines.count && turn[again + 1].prompt == steps[again].prompt
      && turn.last?.screen == steps.last?.screen
  }
}
