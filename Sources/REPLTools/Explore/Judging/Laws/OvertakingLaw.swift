import REPL

/// The answer to an earlier line comes after the answer to a later line.
struct OvertakingLaw: Law {
  let name = "order", part: String? = ":delay"

  /// Both answers come in the order of their lines.
  func usual(_ trial: Trial) -> Trial { trial.delayed("1s", where: has) }

  func difference(in pair: Comparison) async -> Difference? {
    pair.isAlike(to: pair.last) ? pair.difference(from: pair.changed.steps.count - 1) : nil
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "A late answer of \(pair.lastCall) replaces a newer one"
  }
}

/// A command is cancelled, and its answer comes afterwards instead of never.
struct CancellationLaw: Law {
  let name = "cancel", part: String? = ":delay"

  func usual(_ trial: Trial) -> Trial { trial.delayed("forever", where: has) }

  func difference(in pair: Comparison) async -> Difference? {
    let added = pair.changed.steps[...pair.last].filter(\.line.isChoice)
    guard added.contains(where: { $0.line.text == ":cancel" }), !added.contains(where: \.isRefused),
      pair.isAlike(to: pair.last)
    else { return nil }
    return pair.difference(from: pair.last, comparesFirst: true)
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "An answer of \(pair.lastCall) has an effect after its command was cancelled"
  }
}

extension Trial {
  /// The same trial with other delays.
  fileprivate func delayed(_ time: String, where isDelay: (Line) -> Bool) -> Trial {
    with(
      lines.map { line in
        if case .delay(let name, _) = line.command, isDelay(line) { .choice(":delay \(name) \(time)") } else { line }
      })
  }
}
