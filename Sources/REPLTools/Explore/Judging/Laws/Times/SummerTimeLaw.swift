import REPL

/// The flow is played on days that have 23 or 25 hours, instead of on the same days in a zone without summer time.
struct SummerTimeLaw: Law {
  let name = "summer-time", part: String? = ":zone"

  func usual(_ trial: Trial) -> Trial { moved(trial, to: "Africa/Lagos") }

  private func moved(_ trial: Trial, to zone: String) -> Trial {
    trial.with(trial.lines.map { has($0) ? .choice(":zone \(zone)") : $0 })
  }

  func difference(in pair: Comparison) async -> Difference? {
    guard
      let difference = pair.difference(
        from: 0, comparesFirst: true, title: { "Around a day of 23 or 25 hours, \($1)" })
    else { return nil }
    // Where it is an hour later, a screen that shows times of others is another one.
    let index = difference.index,
      later = await pair.player.play(moved(pair.trial, to: "Africa/Maputo"), seesScreens: true)
    return later.steps.count > index && later.steps[index].lines == pair.usual.steps[index].lines ? difference : nil
  }
}
