import REPL

/// Answers come at other times, or lines are typed before they come.
extension Law {
  /// Answers come later, in another order.
  static let delays = Law(name: "delays", kind: "order", part: ":delay") { pair in
    guard pair.delayedCalls.allSatisfy({ $0.isOver(at: pair.after.time) }), !pair.isClearedByHand,
      pair.hasSameLines(to: pair.lastAdded)
    else { return nil }
    let difference = pair.difference(from: pair.lastAdded, mayRefuse: true) { line, _ in pair.dependence(of: line) }
    guard var difference else { return pair.otherAlerts }
    if await pair.isAsIfNeverTyped(to: difference.index) { difference.expectation = .asChanged }
    return difference
  }

  /// The answer to an earlier line comes after the answer to a later line, instead of in the order of their lines.
  static let overtaking = Law(
    name: "overtaking", kind: "order", part: ":delay", usual: { $0.replacing($1) { $0.delayed("1s") } }
  ) { pair in
    let names = Set(pair.delayedOrTyped), start = pair.changed.steps[pair.firstAdded].calls.lowerBound
    guard pair.changed.calls[start...].count(where: { names.contains($0.name) }) > 1,
      pair.hasSameLines(to: pair.lastAdded),
      // Each answer may have its own alert.
      !pair.changed.steps[pair.end].looks(like: pair.usualStep(pair.end))
    else { return nil }
    return pair.difference(from: pair.end) { subject, _ in "\(subject) depends on \(pair.order)"
    }
  }

  /// An answer comes while another screen is on top. Usually the same time passes after that screen has closed.
  static let absence = Law(
    name: "absence", kind: "order", part: ":advance",
    usual: { trial, isPart in trial.with(trial.lines.filter { !isPart($0) } + trial.lines.filter(isPart)) }
  ) { pair in
    guard pair.hasSameLines(to: pair.end) else { return nil }
    return pair.difference(from: pair.end, mayRefuse: true) { subject, _ in
      "\(subject) depends on whether \(pair.lastCall) answers while another screen is on top"
    }
  }

  /// A field is changed before an answer opens another screen: what was asked for before does not change with it.
  static let lateInput = Law(
    name: "late-input", kind: "order", usual: { $0.replacing($1) { $0.isTyped ? nil : $0 } }
  ) { pair in
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

  /// A line is typed again before its answer comes. If it is typed once, its answer is as late, since a screen may show the time.
  static let repetition = Law(name: "repetition", usual: { $0.replacing($1) { $0.isTyped ? nil : $0 } }) { pair in
    // A command that the app refuses while it is busy does no work twice.
    guard let again = pair.changed.steps.lastIndex(where: { $0.line.isChoice && $0.line.isTyped }), again > 0,
      !pair.hasFailure(to: pair.lastAdded), !pair.changed.steps[pair.firstAdded...].contains(where: \.isRefused),
      let difference = pair.difference(
        from: pair.end, mayRefuse: true,
        title: { _, _ in
          "\(pair.command), typed twice before \(pair.lastCall) answers, has another effect than typed once"
        })
    else { return nil }
    return await pair.isSameAfterAnswer(again) ? nil : difference
  }
}

extension Comparison {
  fileprivate var order: String { "the order of the answers of \(lastCall)" }
  fileprivate func dependence(of subject: String) -> String {
    let names = callNames, others = names.dropLast().joined(separator: ", ")
    if names.count < 2 { return "\(subject) depends on when \(lastCall) answers" }
    return "\(subject) depends on "
      + (Set(names).count < 2 ? order : "which of \(others) and \(lastCall) answers first")
  }

  /// Whether the next line, without a call, removes what the answer to a line has shown, such as a note that it is
  /// saved: then their order matters.
  fileprivate var isClearedByHand: Bool {
    let names = Set(delayedCalls.map(\.name)), steps = usual.steps
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
  fileprivate func isAsIfNeverTyped(to index: Int) async -> Bool {
    let changed = changed.steps, calls = delayedCalls, isDelay = changed.map { law.has($0.line) }
    guard let first = isDelay.firstIndex(of: true), !calls.isEmpty, calls.allSatisfy(\.isCancelled),
      changed[first...index].allSatisfy({ $0.prompt == changed[first].prompt })
    else { return false }
    let kept = changed[...index].indices.filter { !isDelay[$0] && ($0 == 0 || !isDelay[$0 - 1]) }
    let never = await steps(of: kept.map { changed[$0].line })
    return kept.last == index && never.count == kept.count && never.last?.screen == changed[index].screen
  }

  /// Late answers may show their alerts at other lines, more or less often, and with other numbers, but not other ones.
  fileprivate var otherAlerts: Difference? {
    func alerts(_ steps: some Sequence<Played.Step>) -> Set<String> {
      Set(steps.filter { !$0.isRefused }.flatMap(\.alerts).map { $0.filter { !$0.isNumber } })
    }
    let steps = changed.steps[...lastAdded], typed = steps[firstAdded...].filter { !$0.line.isChoice }
    let usual = alerts(usual.steps.prefix(usualIndex(of: lastAdded) + 1))
    // What the user types may say that work is under way, or cancel a call of the same screen. A screen may show its
    // alerts when it is seen again.
    guard changed.prompt(behind: lastAdded) == changed.steps[firstAdded].prompt, alerts(typed).isSubset(of: usual),
      alerts(steps) != usual,
      !delayedCalls.contains(where: \.isCancelled) || Set(typed.map(\.prompt)).count > 1
    else { return nil }
    return Difference(index: lastAdded, expectation: .otherAlerts, title: dependence(of: "An alert"))
  }

  /// Whether the line that is typed again has the same effect after the answer, on the same screen.
  fileprivate func isSameAfterAnswer(_ again: Int) async -> Bool {
    let changed = changed.steps
    var lines = trial.lines
    lines.insert(.settling, at: changed[again - 1].line.isChoice ? again - 1 : again)
    let turn = await steps(of: lines)
    return turn.count == lines.count && turn[again + 1].prompt == changed[again].prompt
      && turn.last?.screen == changed.last?.screen
  }
}
