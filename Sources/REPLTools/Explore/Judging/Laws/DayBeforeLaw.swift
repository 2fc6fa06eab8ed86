import REPL

/// A screen was open the day before, instead of earlier on the same day.
struct DayBeforeLaw: Law {
  let name = "day-before", part: String? = ":now"

  func usual(_ trial: Trial) -> Trial {
    let clock = trial.lines.first { $0.clock != nil && !$0.isChoice }
    return trial.with(trial.lines.map { has($0) ? .choice(clock?.text ?? $0.text) : $0 })
  }

  func difference(in pair: Comparison) async -> Difference? {
    guard pair.isAccepted, pair.isOver else { return nil }
    return pair.difference(from: pair.lastAdded + 1, comparesFirst: true) { "After it was open the day before, \($1)" }
  }
}
