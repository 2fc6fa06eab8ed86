import REPL

/// The app is killed and started again, instead of its screens being closed and opened again, or in another language between.
struct RestartLaw: Law {
  let isInOtherLanguage: Bool

  var name: String { isInOtherLanguage ? "language" : "restart" }
  var part: String? { isInOtherLanguage ? ":locale" : ":restart" }

  func usual(_ trial: Trial) -> Trial {
    trial.with(trial.lines.compactMap { has($0) ? isInOtherLanguage ? nil : .closing : $0 })
  }

  func difference(in pair: Comparison) async -> Difference? {
    let changed = pair.changed, restart = changed.steps.firstIndex { has($0.line) } ?? 0
    guard restart > 0, !changed.steps[restart - 1].isBusy, !changed.steps[restart - 1].isRefused,
      changed.isAtRest(restart - 1), !pair.hasFailure(to: pair.last), let difference = pair.difference(from: pair.last)
    else { return nil }
    // What an app rightly keeps in memory only, such as the changes that can be undone, is gone.
    let isForgetful = (pair.last...difference.index).contains { index in
      changed.steps[index].isRefused != pair.usual.steps[pair.other(index)].isRefused
    }
    return isForgetful ? nil : difference
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "After \(isInOtherLanguage ? "another language and back" : "the app was killed and started again"), \(found.effect)"
  }
}
