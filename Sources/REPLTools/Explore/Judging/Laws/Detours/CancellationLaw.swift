import REPL

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
