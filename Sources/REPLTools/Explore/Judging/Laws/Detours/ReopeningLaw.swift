import REPL

/// A screen is opened again after the clock or the time zone, and perhaps a command, has changed it: it should have been as it is then.
struct ReopeningLaw: Law {
  let name = "reopening", part: String? = nil

  func source(of pair: Comparison) -> [String] { pair.addedLines.filter(\.passesTime).map(\.name) }

  func difference(in pair: Comparison) async -> Difference? {
    let opening = pair.changed.steps[..<pair.firstAdded].last(where: \.line.opens)
    guard pair.endsWhereItBegan, pair.isOver, pair.before.isAtRest, pair.keepsInputs,
      opening?.line.text == pair.after.line.text,
      let difference = pair.difference(
        from: pair.lastAdded, title: { _, _ in "The screen is out of date: opened again, it shows something else" }),
      difference.index == pair.lastAdded, await opensAlike(pair)
    else { return nil }
    return Difference(index: pair.lastAdded, expectation: .asChanged, title: difference.title)
  }

  /// Whether the screen is the same when it is closed and opened again before the clock has changed.
  private func opensAlike(_ pair: Comparison) async -> Bool {
    // A smaller trial may lack some of these lines.
    var lines = pair.trial.lines[...pair.lastAdded]
    guard pair.firstAdded + 1 == pair.lastAdded, pair.trial.lines[pair.firstAdded] == .closing,
      let change = lines.lastIndex(where: \.passesTime), change > 0
    else { return false }
    lines.remove(at: change)
    let steps = await pair.player.play(pair.trial.with(lines), seesScreens: true).steps
    return steps.count == lines.count && steps[pair.firstAdded - 2].screen == steps[pair.lastAdded - 1].screen
  }
}
