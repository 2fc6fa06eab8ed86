import REPL

/// A field is changed before an answer opens another screen: what was asked for before does not change with it.
struct LateInputLaw: Law {
  let name = "order", part: String? = nil

  /// The same trial without the change of the field.
  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.filter { !$0.isChoice || !$0.isTyped }) }

  func difference(in pair: Comparison) async -> Difference? {
    let steps = pair.changed.steps
    guard let typed = steps.firstIndex(where: { $0.line.isChoice && $0.line.isTyped }), typed > 0,
      steps[typed - 1].isBusy, !steps[typed].isRefused, steps[typed].calls.isEmpty,
      !pair.hasFailure(to: pair.lastAdded),
      let difference = pair.difference(
        from: pair.lastAdded,
        title: { subject, _ in "\(subject) depends on \(pair.command), typed before \(pair.lastCall) answers" }),
      // The screen of the field shows the other text.
      (pair.lastAdded...difference.index).allSatisfy({ index in
        pair.changed.prompt(behind: index).hasPrefix("\(steps[typed].prompt)/")
          && !steps[index].inputs.contains { $0.hasPrefix("\(steps[typed].line.name): ") }
      })
    else { return nil }
    return difference
  }
}
