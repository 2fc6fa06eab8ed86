import REPL

/// Answers come later, in another order.
struct LateAnswerLaw: Law {
  let name = "order", part: String? = ":delay"

  func difference(in pair: Comparison) async -> Difference? {
    let time = pair.changed.steps[pair.lastAdded].time
    guard pair.delayedCalls.allSatisfy({ $0.isOver(at: time) }), !isClearedByHand(pair),
      pair.hasSameLines(to: pair.lastAdded)
    else { return nil }
    let difference = pair.difference(from: pair.lastAdded, mayRefuse: true) { subject, _ in title(subject, pair) }
    guard var difference else { return otherAlerts(pair) }
    if await isAsIfNeverTyped(pair, difference.index) { difference.expectation = .asChanged }
    return difference
  }

  private func title(_ subject: String, _ pair: Comparison) -> String {
    let names = pair.callNames, others = names.dropLast().joined(separator: ", ")
    return "\(subject) depends on "
      + (names.count < 2 ? "when \(pair.lastCall) answers" : "which of \(others) and \(pair.lastCall) answers first")
  }

  /// Whether the next line, without a call, removes what the answer to a line has shown, such as a note that it is
  /// saved: then their order matters.
  private func isClearedByHand(_ pair: Comparison) -> Bool {
    let names = Set(pair.delayedCalls.map(\.name)), usual = pair.usual, steps = usual.steps
    return steps.indices.dropFirst().dropLast().contains { index in
      let step = steps[index], next = steps[index + 1]
      guard usual.calls[step.calls].contains(where: { names.contains($0.name) }), next.line.isTyped, next.calls.isEmpty,
        step.prompt == next.prompt, usual.prompt(behind: index + 1) == step.prompt
      else { return false }
      return step.screen.contains { !steps[index - 1].screen.contains($0) && !next.screen.contains($0) }
    }
  }

  /// Whether later lines of the same screen have cancelled all delayed calls, and it is as if the lines that made them
  /// had never been typed: then the session in which they were answered is the wrong one.
  private func isAsIfNeverTyped(_ pair: Comparison, _ index: Int) async -> Bool {
    let steps = pair.changed.steps, calls = pair.delayedCalls, isDelay = steps.map { has($0.line) }
    guard let first = isDelay.firstIndex(of: true), !calls.isEmpty, calls.allSatisfy(\.isCancelled),
      steps[first...index].allSatisfy({ $0.prompt == steps[first].prompt })
    else { return false }
    let kept = steps[...index].indices.filter { !isDelay[$0] && ($0 == 0 || !isDelay[$0 - 1]) }
    let never = await pair.player.play(pair.trial.with(kept.map { steps[$0].line }), seesScreens: true).steps
    return kept.last == index && never.count == kept.count && never.last?.screen == steps[index].screen
  }

  /// Late answers may show their alerts at other lines, more or less often, and with other numbers, but not other ones.
  private func otherAlerts(_ pair: Comparison) -> Difference? {
    func alerts(_ steps: some Sequence<Played.Step>) -> Set<String> {
      Set(steps.filter { !$0.isRefused }.flatMap(\.alerts).map { $0.filter { !$0.isNumber } })
    }
    let steps = pair.changed.steps[...pair.lastAdded], typed = steps[pair.firstAdded...].filter { !$0.line.isChoice }
    let usual = alerts(pair.usual.steps.prefix(pair.usualIndex(of: pair.lastAdded) + 1))
    // What the user types may say that work is under way, or cancel a call of the same screen. A screen may show its
    // alerts when it is seen again.
    guard pair.changed.prompt(behind: pair.lastAdded) == steps[pair.firstAdded].prompt,
      alerts(typed).isSubset(of: usual), alerts(steps) != usual,
      !pair.delayedCalls.contains(where: \.isCancelled) || Set(typed.map(\.prompt)).count > 1
    else { return nil }
    return Difference(index: pair.lastAdded, expectation: .otherAlerts, title: title("An alert", pair))
  }
}
