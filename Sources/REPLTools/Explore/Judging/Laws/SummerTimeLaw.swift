import REPL

/// The flow is played on a day of 23 or 25 hours, instead of the same day of the week before.
struct SummerTimeLaw: Law {
  let name = "summer-time", part: String? = ":zone"

  func usual(_ trial: Trial) -> Trial { trial.moved(days: -7) }

  func difference(in pair: Comparison) async -> Difference? {
    guard let index = pair.firstUnlike(from: 0) else { return nil }
    // Other months have other names, and days of the flow may be in the store.
    var weeks = pair
    weeks.changed = await pair.player.play(pair.trial.moved(days: 7), seesScreens: true)
    guard weeks.changed.problem == nil, weeks.changed.steps.count == pair.usual.steps.count,
      (weeks.firstUnlike(from: 0) ?? .max) > index
    else { return nil }
    let line = pair.changed.steps[index].line.text
    return Difference(
      index: index, expectation: .another,
      title: "On a day of 23 or 25 hours, '\(line)' has another effect than a week before and after")
  }
}
