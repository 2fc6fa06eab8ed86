import REPL

/// A screen is opened again after the clock or the time zone has changed: it should have been as it is then.
struct ReopeningLaw: DetourLaw {
  let name = "reopening"

  func isWhole(_ pair: Comparison) -> Bool {
    let opening = pair.changed.steps[..<pair.first].last { !$0.line.passesTime }
    return pair.isOver && pair.before.isAtRest && pair.keepsInputs && opening?.line.text == pair.after.line.text
  }

  func difference(in pair: Comparison) async -> Difference? {
    guard pair.returns, isWhole(pair), let difference = pair.difference(from: pair.last), difference.index == pair.last,
      await opensAlike(pair)
    else { return nil }
    return Difference(index: pair.last, expectation: .asChanged)
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "The screen is out of date: opened again, it shows something else"
  }

  /// Whether the screen is the same when it is closed and opened again before the clock has changed.
  private func opensAlike(_ pair: Comparison) async -> Bool {
    var lines = pair.trial.lines
    lines.remove(at: pair.last - 2)
    let steps = await pair.player.play(pair.trial.with(lines), seesScreens: true).steps
    return steps.count == lines.count && steps[pair.last - 3].screen == steps[pair.last - 1].screen
  }
}
