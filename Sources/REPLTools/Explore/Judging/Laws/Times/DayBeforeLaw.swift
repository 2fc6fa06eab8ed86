import REPL

/// A screen was open the day before, instead of earlier on the same day.
struct DayBeforeLaw: Law {
  let name = "day-before", part: String? = ":now"

  func usual(_ trial: Trial) -> Trial {
    let clock = trial.lines.first { $0.clock != nil && !$0.isChoice }
    return trial.with(trial.lines.map { has($0) ? .choice(clock?.text ?? $0.text) : $0 })
  }

  func difference(in pair: Comparison) async -> Difference? {
    let first = pair.lastAdded + 1
    guard pair.isAccepted, pair.isOver, pair.changed.steps[first].line.clock != nil,
      let difference = pair.difference(
        from: first, comparesFirst: true, title: { "After its screen was open the day before, \($1)" })
    else { return nil }
    // What an app shows once a day is not shown again.
    let plain = await pair.player.play(pair.trial.with(pair.trial.lines.filter { !$0.isPart(nil) }), seesScreens: true)
    let index = difference.index - pair.detour.count
    return plain.steps.count > index && plain.steps[index].lines == pair.usual.steps[difference.index].lines
      ? difference : nil
  }
}
