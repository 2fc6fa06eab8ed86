import REPL

/// The app is killed and started again, instead of its screens being closed and opened again; or it is started again in
/// another language, and then in its own, instead of twice in its own.
struct RestartLaw: Law {
  let isInOtherLanguage: Bool

  var name: String { isInOtherLanguage ? "language" : "restart" }
  var part: String? { isInOtherLanguage ? ":locale" : ":restart" }

  func usual(_ trial: Trial) -> Trial {
    trial.with(trial.lines.compactMap { has($0) ? isInOtherLanguage ? nil : .closing : $0 })
  }

  func difference(in pair: Comparison) async -> Difference? {
    let changed = pair.changed, restart = changed.steps.firstIndex { has($0.line) } ?? 0
    let deed = isInOtherLanguage ? "another language and back" : "the app was killed and started again"
    guard restart > 0, !changed.steps[restart - 1].isBusy, !changed.steps[restart - 1].isRefused,
      changed.isAtRest(restart - 1), !pair.hasFailure(to: pair.lastAdded),
      let difference = pair.difference(from: pair.lastAdded, title: { "After \(deed), \($1)" })
    else { return nil }
    // What an app rightly keeps in memory only, such as a draft or what can be undone, is gone after a kill.
    let isForgetful = (pair.lastAdded...difference.index).contains { index in
      let step = changed.steps[index], same = pair.usual.steps[pair.usualIndex(of: index)]
      return step.inputs != same.inputs || step.isRefused != same.isRefused
    }
    return isForgetful && !isInOtherLanguage ? nil : difference
  }
}
