import REPL

/// The time zone changes between two lines, instead of before the first screen.
struct TravelLaw: Law {
  let name = "travel", part: String? = ":zone"

  func usual(_ trial: Trial) -> Trial {
    let rest = trial.lines.filter { !has($0) }, open = rest.firstIndex(where: \.opens) ?? 0
    return trial.with(rest[..<open] + trial.lines.filter(has) + rest[open...])
  }

  func difference(in pair: Comparison) async -> Difference? {
    // Other times on the screen would rightly be other ones later.
    guard pair.after.screen == pair.usual.steps[pair.lastAdded].screen, pair.after.isAtRest else { return nil }
    return pair.difference(from: pair.lastAdded + 1, comparesFirst: true) { "After the time zone has changed, \($1)" }
  }
}
