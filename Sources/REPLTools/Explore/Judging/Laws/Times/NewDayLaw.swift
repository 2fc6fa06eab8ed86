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
    let changed = pair.changed, lines = changed.steps.indices.dropFirst(pair.lastAdded + 1)
    guard pair.firstAdded > 0, pair.before.line.isTyped,
      let index = lines.first(where: { changed.isRefused(at: $0) != pair.usual.isRefused(at: $0) }),
      !changed.isRefused(at: index), changed.isAtRest(index)
    else { return nil }
    // Its own field may have kept the day. Another one may be a reason to refuse it.
    let screens = [changed, pair.usual].map { played in
      played.steps[index - 1].screen.filter { !$0.hasPrefix("\(played.steps[index].line.name): ") }
    }
    guard screens[0] == screens[1] else { return nil }
    return pair.another(at: index, isInOutput: true) {
      "\($0) is refused if its screen is opened on a new day, and not if it has been open before"
    }
  }
}
