import REPL

/// Lines are inserted that must leave nothing behind.
extension Law {
  /// - Parameters:
  ///   - title: the title of a finding, from what is wrong later.
  ///   - isComplete: whether the lines did what the detour is for, and nothing else.
  private static func detour(
    _ name: String, kind: String? = nil, title: @escaping @MainActor (Comparison, _ effect: String) -> String,
    isComplete: @escaping @MainActor (Comparison) -> Bool
  ) -> Law {
    Law(name: name, kind: kind) { pair in
      guard pair.endsWhereItBegan, isComplete(pair),
        let difference = pair.difference(from: pair.lastAdded, title: { title(pair, $1) })
      else { return nil }
      return await pair.isFollowUp(difference.index) ? nil : difference
    }
  }

  /// A command, and another one that happens to restore what the first has changed.
  static let pair = detour("pair", title: { "After \($0.allCommands), \($1)" }) { pair in
    // A timer that ran before may start anew with the command. A screen with an error may not show a change.
    pair.isOver && pair.isAccepted && pair.restoresScreen && pair.isChanged && pair.before.isAtRest
      && !pair.changed.hasFailure(to: pair.firstAdded - 1)
  }

  /// `undo` takes a change back.
  static let undo = detour("undo", title: { "After \($0.command) and 'undo', \($1)" }) { pair in
    // A screen that was out of date is up to date afterwards.
    let lines = pair.changed.steps[..<pair.firstAdded].map(\.line).reversed().prefix { !$0.opens }
    return pair.isOver && pair.isAccepted && pair.isChanged && !lines.contains(where: \.passesTime)
      && pair.detour.count == 2 && pair.after.line.name == "undo"
  }

  /// A line is refused.
  static let refusal = detour("refusal", title: { "After \($0.command) was refused, \($1)" }) { pair in
    pair.isOver && (pair.firstAdded...pair.lastAdded).allSatisfy(pair.changed.isRefused)
      && (pair.restoresScreen || !pair.keepsInputs)
  }

  /// A command fails, before it is typed again or the screen is left.
  static let failure = detour(
    "failure", title: { "After \($0.command) has failed \($0.commands.count > 1 ? "twice" : "once"), \($1)" }
  ) { pair in
    // A failure that is not used here makes a later line fail.
    let faults = pair.detour.count { $0.line.name == ":fail" }
    return pair.isOver && pair.restoresScreen && pair.changed.calls[pair.after.calls].contains(where: \.hasFailed)
      && pair.detourCalls.count(where: \.hasFailed) == faults
  }

  /// A command is cancelled before its call fails.
  static let cancelledFailure = detour(
    "cancelled-failure", kind: "cancel", title: { "After \($0.command) was cancelled, \($1)" }
  ) { pair in
    pair.restoresScreen
      && pair.changed.calls[pair.changed.steps[pair.lastAdded - 1].calls].contains(where: \.isCancelled)
  }

  /// A command is cancelled, and its answer comes afterwards instead of never.
  static let cancellation = Law(
    name: "cancellation", kind: "cancel", part: ":delay", usual: { $0.replacing($1) { $0.delayed("forever") } }
  ) { pair in
    let added = pair.changed.steps[...pair.lastAdded].filter(\.line.isChoice)
    // A usual session that waits forever shows a busy screen, which the mended app does not.
    guard added.contains(where: { $0.line.text == ":cancel" }), !added.contains(where: \.isRefused),
      pair.usual.steps.last?.isBusy == pair.changed.steps.last?.isBusy, pair.hasSameLines(to: pair.lastAdded)
    else { return nil }
    return pair.difference(from: pair.lastAdded, comparesFirst: true) { _, _ in
      "An answer of \(pair.lastCall) has an effect after its command was cancelled"
    }
  }

  /// A screen is opened above another, and closed.
  static let trip = Law(name: "trip") { $0.differenceAfterTrip(isIdle: false) }

  /// The same where the screen below was the same after each such trip in the flows.
  static let idleTrip = Law(name: "idle-trip", kind: "trip") { $0.differenceAfterTrip(isIdle: true) }

  /// A screen is opened again after the clock or the time zone has changed, and perhaps after a command. It should have
  /// looked so before.
  static let reopening = Law(name: "reopening", source: { $0.addedLines.filter(\.passesTime).map(\.name) }) { pair in
    let opening = pair.changed.steps[..<pair.firstAdded].last(where: \.line.opens)
    let change = pair.trial.lines[...pair.lastAdded].last(where: \.passesTime)?.text ?? ""
    guard pair.endsWhereItBegan, pair.isOver, pair.before.isAtRest, pair.keepsInputs,
      opening?.line.text == pair.after.line.text,
      let difference = pair.difference(
        from: pair.lastAdded, title: { "The screen is out of date after '\(change)': opened again, \($1)" }),
      difference.index == pair.lastAdded, await pair.opensAlike()
    else { return nil }
    return Difference(index: pair.lastAdded, expectation: .asChanged, title: difference.title)
  }

  /// The lines that have added a row are typed again, and add none. So the row should stand for one thing, and the last
  /// added line remove it.
  static let addition = Law(
    name: "addition",
    usual: { trial, isPart in
      let last = trial.lines.lastIndex(where: isPart)
      return trial.with(trial.lines.enumerated().filter { !isPart($0.element) || $0.offset == last }.map(\.element))
    }, source: { $0.addedLines.dropLast().map(\.name) }
  ) { pair in
    guard pair.firstAdded > 0, pair.firstAdded < pair.lastAdded, pair.isAccepted, pair.isOver,
      pair.changed.steps[pair.lastAdded - 1].screen == pair.before.screen
    else { return nil }
    let end = pair.usualIndex(of: pair.lastAdded), usual = pair.usual.steps[end]
    guard pair.restoresScreen, pair.after.response.isEmpty, !usual.isRefused,
      pair.usual.prompt(behind: end) == pair.changed.prompt(behind: pair.lastAdded),
      usual.rows.count < pair.before.rows.count, await pair.addsOthers()
    else { return nil }
    return pair.another(at: pair.lastAdded, isInOutput: true) {
      "\($0) leaves a row that was added twice and is shown once"
    }
  }
}

extension Comparison {
  /// Whether a difference follows rightly from a call that failed or was cancelled: it is done again, a command is
  /// offered because of it, or refused for a while.
  fileprivate func isFollowUp(_ index: Int) async -> Bool {
    let names = Set(detourCalls.filter { $0.hasFailed || $0.isCancelled }.map(\.name))
    if names.isEmpty { return false }
    func count(_ calls: ArraySlice<CallLog.Call>) -> Int { calls.count { names.contains($0.name) } }
    if changed.steps[index].isRefused != usualStep(index).isRefused {
      if usualStep(index).isRefused { return true }
      return await steps(of: trial.lines[..<index] + [.settling, trial.lines[index]]).last?.isRefused == false
    }
    let same = usual.calls(after: usualIndex(of: lastAdded), to: usualIndex(of: index))
    return count(changed.calls(after: lastAdded, to: index)) > count(same)
  }

  fileprivate func differenceAfterTrip(isIdle: Bool) -> Difference? {
    // A timer that ran before may start anew with the screen that comes back.
    guard endsWhereItBegan, isOver, isAccepted, before.isAtRest,
      restoresScreen || !keepsInputs || isIdle && readsTheSame
    else { return nil }
    var difference = difference(from: lastAdded) { "After \(allCommands), \($1)" }
    if difference?.index != lastAdded, let alert = alertShownAgain(isIdle: isIdle) {
      return Difference(
        index: lastAdded, expectation: .another, title: "After \(allCommands), '\(alert)' is shown again")
    }
    // A screen may change, but not lose what was typed, when the one above it is left.
    if before.inputs != changed.steps[firstAdded + 1].inputs { difference?.expectation = .another }
    return difference
  }

  /// Whether the screen has to read the same data again: time, events, other stubs and failures may change it.
  private var readsTheSame: Bool {
    changed.steps[..<firstAdded].last { !$0.line.isTyped }?.line.opens == true
      && detourCalls.allSatisfy { if case .real = $0.source { true } else { false } }
      && !changed.hasFailure(to: firstAdded - 1)
  }

  /// The first of the alerts after the trip if the screen has shown all of them before, for other calls.
  private func alertShownAgain(isIdle: Bool) -> String? {
    let names = Set(detour.flatMap { changed.calls[$0.calls] }.map(\.name))
    if !isIdle, !names.isEmpty { return nil }
    let shown = changed.steps[..<firstAdded].filter { step in
      step.prompt == changed.prompt(behind: lastAdded) && !step.calls.isEmpty
        && changed.calls[step.calls].allSatisfy { !names.contains($0.name) }
    }
    return after.alerts.allSatisfy(shown.flatMap(\.alerts).contains) ? after.alerts.first : nil
  }

  /// Whether the screen is the same when it is closed and opened again without the change, and if the change comes after
  /// the command.
  fileprivate func opensAlike() async -> Bool {
    let lines = trial.lines[...lastAdded], end = lines.count - 2
    guard lines[end] == .closing, let change = lines.lastIndex(where: \.passesTime), change > 0 else { return false }
    let rest = lines[(change + 1)..<end], again = lines[end...]
    for late in rest.isEmpty ? [[]] : [[], [lines[change]]] {
      let lines = lines[..<change] + rest + late + again, end = lines.count - 1
      let steps = await steps(of: lines)
      guard steps.count > end, steps[end - 2].screen == steps[end].screen else { return false }
    }
    return true
  }

  /// Whether another text adds a row: the list may have room for some only.
  fileprivate func addsOthers() async -> Bool {
    var lines = trial.lines[..<lastAdded]
    for index in firstAdded..<lastAdded where TextTrials.isPlain(TypedLine(lines[index].text).argument) {
      lines[index].text += Spelling.letters
    }
    return await steps(of: lines).last?.rows != before.rows
  }
}
