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
    return pair.difference(from: pair.end) { _, _ in "A late answer of \(pair.lastCall) replaces a newer one" }
  }
}

/// A command is cancelled, and its answer comes afterwards instead of never.
struct CancellationLaw: Law {
  let name = "cancel", part: String? = ":delay"

  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.map { has($0) ? $0.delayed("forever") : $0 }) }

  func difference(in pair: Comparison) async -> Difference? {
    let added = pair.changed.steps[...pair.lastAdded].filter(\.line.isChoice)
    // A usual session that waits forever shows a busy screen, which the mended app does not.
    guard added.contains(where: { $0.line.text == ":cancel" }), !added.contains(where: \.isRefused),
      pair.usual.steps.last?.isBusy == pair.changed.steps.last?.isBusy, pair.hasSameLines(to: pair.lastAdded)
    else { return nil }
    return pair.difference(from: pair.lastAdded, comparesFirst: true) { _, _ in
      "An answer of \(pair.lastCall) has an effect after its command was cancelled"
    }
  }
}

extension Trial.Line {
  /// The same `:delay` with another time.
  fileprivate func delayed(_ time: String) -> Self {
    .choice(":delay \(TypedLine(TypedLine(text).argument).name) \(time)")
  }
}
