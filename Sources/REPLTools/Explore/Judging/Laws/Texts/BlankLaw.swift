import REPL

/// A field gets a text that shows nothing, instead of an empty one: the app refuses both.
struct BlankLaw: Law {
  /// A word joiner, which has no width and is no white space.
  static let text = "\u{2060}"
  let name = "blank", part: String? = nil

  func usual(_ trial: Trial) -> Trial {
    trial.with(trial.lines.map { has($0) ? .choice("\($0.name) ") : $0 })
  }

  func difference(in pair: Comparison) async -> Difference? {
    let lines = pair.changed.steps.indices.dropFirst(pair.lastAdded + 1).prefix { index in
      pair.changed.steps[index].prompt == pair.usual.steps[index].prompt
    }
    // The first refusal of the usual session: what follows depends on it.
    guard ![pair.changed, pair.usual].contains(where: { $0.isRefused(at: pair.lastAdded) }),
      let index = lines.first(where: pair.usual.isRefused), !pair.changed.isRefused(at: index),
      !pair.hasFailure(to: index)
    else { return nil }
    return pair.another(at: index, isInOutput: true) {
      "\($0) is refused without a text for '\(pair.addedLines[0].name)', and not with an invisible one (U+2060)"
    }
  }
}
