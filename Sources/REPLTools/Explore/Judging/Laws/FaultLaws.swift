import REPL

/// A call fails, or the app is killed.
extension Law {
  /// A call fails after something else was typed into a field. Usually it never answers.
  static let input = Law(
    name: "input", part: ":fail",
    usual: { trial, isPart in
      trial.replacing(isPart) { line in
        if case .fail(let name, _, _, _) = line.command { .delay(name, "forever") } else { line }
      }
    }, source: { $0.failedCalls }
  ) { pair in
    let changed = pair.changed.steps[pair.end], usual = pair.usual.steps[pair.end]
    let typed = pair.changed.steps[pair.end - 1].line
    guard [pair.changed, pair.usual].allSatisfy({ !$0.steps[pair.end - 1].isRefused }), changed.prompt == usual.prompt,
      let lost = usual.inputs.first(where: { $0.hasPrefix("\(typed.name): ") && !changed.inputs.contains($0) })
    else { return nil }
    return Difference(
      index: pair.end, expectation: .another,
      title: "Text that is typed before \(pair.failedCall) fails is lost then: '\(lost)'")
  }

  /// A call fails after something else was typed into a field. Usually nothing is typed, and there is an alert.
  static let hiddenFailure = Law(
    name: "hidden-failure", usual: { $0.replacing($1) { $0.isTyped ? nil : $0 } }, source: { $0.failedCalls }
  ) { pair in
    let steps = pair.changed.steps, typed = pair.lastAdded, field = "\(pair.after.line.name): "
    // If the text makes a call, the failure is that of an older question.
    guard pair.after.line.isTyped, pair.isAccepted, pair.after.inputs.contains(where: { $0.hasPrefix(field) }),
      pair.after.prompt == pair.changed.prompt(behind: typed), steps[typed...].allSatisfy(\.calls.isEmpty),
      pair.failedCalls.count == 1, steps[pair.end].response.isEmpty, !pair.usualStep(pair.end).alerts.isEmpty
    else { return nil }
    // The app may ignore answers to older questions, too.
    var isAnswerSeen: [Bool] = []
    for lines in [pair.trial.lines, pair.law.usual(of: pair.trial).lines] {
      let answered = await pair.steps(
        of: lines.map { line in if case .fail(let call, _, _, _) = line.command { .delay(call, "1s") } else { line } })
      isAnswerSeen.append(answered.last?.response.isEmpty == false)
    }
    if isAnswerSeen == [false, true] { return nil }
    return pair.another(at: pair.end, isInOutput: true) { _ in
      "A failure of \(pair.failedCall) is invisible after \(pair.command)"
    }
  }

  /// A live call fails, and is made again later. The sessions are compared from the first line on at which both make it again.
  static let reload = Law(name: "reload", part: ":fail") { pair in
    let changed = pair.changed, usual = pair.usual
    let again = changed.steps.indices.dropFirst(pair.lastAdded + 2).first { index in
      let names = changed.calls[changed.steps[pair.lastAdded + 1].calls].filter(\.hasFailed).map(\.name)
      return [changed.calls[changed.steps[index].calls], usual.calls[pair.usualStep(index).calls]]
        .allSatisfy { $0.contains { names.contains($0.name) } }
    }
    guard let again else { return nil }
    return pair.difference(from: again) {
      "After a failure that a later success has mended ('\(pair.addedLines[0].text)'), \($1)"
    }
  }

  /// The app is killed and started again, instead of its screens being closed and opened again.
  static let restart = Law(name: "restart", part: ":restart", usual: { $0.replacing($1) { _ in .closing } }) { pair in
    guard let difference = pair.difference(after: "the app was killed and started again") else { return nil }
    // What an app rightly keeps in memory only, such as a draft or what can be undone, is gone after a kill.
    let isForgetful = (pair.lastAdded...difference.index).contains { index in
      let step = pair.changed.steps[index], same = pair.usualStep(index)
      return step.inputs != same.inputs || step.isRefused != same.isRefused
    }
    return isForgetful ? nil : difference
  }

  /// The app is started again in another language, and then in its own, instead of twice in its own.
  static let language = Law(name: "language", part: ":locale") { $0.difference(after: "another language and back") }
}

extension Comparison {
  fileprivate var failedCalls: [String] { changed.calls.filter(\.hasFailed).map(\.name) }
  fileprivate var failedCall: String { failedCalls.last ?? "a call" }

  /// The first difference after the app was started again, while nothing was under way.
  fileprivate func difference(after deed: String) -> Difference? {
    let restart = changed.steps.firstIndex { law.has($0.line) } ?? 0
    guard restart > 0, !changed.steps[restart - 1].isBusy, !changed.steps[restart - 1].isRefused,
      changed.isAtRest(restart - 1), !hasFailure(to: lastAdded)
    else { return nil }
    return difference(from: lastAdded) { "After \(deed), \($1)" }
  }
}
