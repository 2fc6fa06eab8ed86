import REPL

/// The clock is set back by an hour while a timer runs.
struct ClockLaw: Law {
  let name = "clock", part: String? = ":now"

  func usual(_ trial: Trial) -> Trial {
    var lines = trial.lines
    lines.remove(at: lines.lastIndex(where: has) ?? 0)
    return trial.with(lines)
  }

  func difference(in pair: Comparison) async -> Difference? {
    // A smaller trial may not set it before. A screen may show the time.
    guard pair.changed.steps[..<pair.lastAdded].contains(where: { $0.line.clock != nil }),
      pair.changed.steps[pair.lastAdded - 1].screen == pair.after.screen
    else { return nil }
    return pair.difference(from: pair.lastAdded + 1, comparesFirst: true) {
      "After the clock was set back by an hour, \($1)"
    }
  }
}
