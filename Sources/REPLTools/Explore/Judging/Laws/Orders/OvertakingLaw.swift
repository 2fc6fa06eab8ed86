import REPL

/// The answer to an earlier line comes after the answer to a later line.
struct OvertakingLaw: Law {
  let name = "order", part: String? = ":delay"

  /// Both answers come in the order of their lines.
  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.map { has($0) ? $0.delayed("1s") : $0 }) }

  func difference(in pair: Comparison) async -> Difference? {
    let names = Set(source(of: pair)),
      calls = pair.changed.calls[pair.changed.steps[pair.firstAdded].calls.lowerBound...]
    guard calls.count(where: { names.contains($0.name) }) > 1, pair.hasSameLines(to: pair.lastAdded) else { return nil }
    let difference = pair.difference(from: pair.end) { _, _ in
      "A late answer of \(pair.lastCall) replaces a newer one"
    }
    // Each answer may have its own alert.
    return pair.changed.steps[pair.end].looks(like: pair.usual.steps[pair.usualIndex(of: pair.end)]) ? nil : difference
  }
}
