import REPL

/// The clock is set back by an hour while a timer runs.
struct ClockLaw: Law {
  let name = "clock", part: String? = ":now"

  func usual(_ trial: Trial) -> Trial {
    let last = trial.lines.lastIndex(where: has)
    return trial.with(trial.lines.indices.filter { $0 != last }.map { trial.lines[$0] })
  }

  /// A timer that reads the clock does nothing, or counts below zero. Other differences may be times that the app shows.
  func difference(in pair: Comparison) async -> Difference? {
    let steps = pair.changed.steps
    // A smaller trial may not set it before.
    guard let clock = steps[..<pair.lastAdded].last(where: { $0.line.clock != nil })?.line.clock,
      Day.of(clock) == Day.of(pair.after.line.clock ?? ""), steps[pair.lastAdded - 1].screen == pair.after.screen
    else { return nil }
    let index = steps.indices.dropFirst(pair.lastAdded + 1).first { index in
      let step = steps[index], usual = pair.usual.steps[pair.usualIndex(of: index)]
      let isIdle = step.screen == pair.after.screen && step.alerts.isEmpty && !step.isRefused
      let isBelowZero = Self.isBelowZero(step.screen) && !Self.isBelowZero(usual.screen)
      return isBelowZero || isIdle && pair.firstUnlike(from: index) == index
    }
    return index.map { pair.another(at: $0) { "After the clock was set back by an hour, \($0) has another effect" } }
  }

  private static func isBelowZero(_ screen: [String]) -> Bool { screen.contains { $0.contains(/(^| )-\d/) } }
}
