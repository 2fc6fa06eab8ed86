import REPL

/// A screen is open when the next day begins, instead of being opened on that day.
struct NewDayLaw: Law {
  let name = "new-day", part: String? = ":now"

  func usual(_ trial: Trial) -> Trial {
    var lines = trial.lines
    if let clock = lines.firstIndex(where: has), clock > 0 { lines.swapAt(clock, clock - 1) }
    return trial.with(lines)
  }

  func difference(in pair: Comparison) async -> Difference? {
    let lines = pair.changed.steps.indices.dropFirst(pair.lastAdded + 1)
    // Fields may keep the day. Only what the app refuses must not depend on it.
    guard let index = lines.first(where: { pair.changed.isRefused(at: $0) != pair.usual.isRefused(at: $0) }),
      !pair.changed.isRefused(at: index), pair.changed.isAtRest(index),
      lines.prefix(through: index).allSatisfy({ pair.changed.steps[$0].prompt == pair.usual.steps[$0].prompt })
    else { return nil }
    let line = pair.changed.steps[index].line.text
    return Difference(
      index: index, expectation: .another,
      title: "'\(line)' is refused if its screen is opened on a new day, and not if it has been open before")
  }
}
