import REPL

/// Lines are inserted that must leave nothing behind.
struct DetourLaw: Law {
  let name: String, part: String? = nil
  /// The title of a finding, from what is wrong later.
  let title: @MainActor (Comparison, String) -> String
  /// Whether the lines did what the detour is for, and nothing else.
  let isComplete: @MainActor (Comparison) -> Bool

  func difference(in pair: Comparison) async -> Difference? {
    guard pair.endsWhereItBegan, isComplete(pair),
      let difference = pair.difference(from: pair.lastAdded, title: { title(pair, $1) })
    else { return nil }
    return await isFollowUp(difference.index, pair) ? nil : difference
  }

  /// Whether a difference follows rightly from a call that failed or was cancelled: it is done again, a command is
  /// offered because of it, or refused for a while.
  private func isFollowUp(_ index: Int, _ pair: Comparison) async -> Bool {
    let names = Set(pair.detourCalls.filter { $0.hasFailed || $0.isCancelled }.map(\.name))
    if names.isEmpty { return false }
    func count(_ calls: ArraySlice<CallLog.Call>) -> Int { calls.count { names.contains($0.name) } }
    let usual = pair.usual.steps[pair.usualIndex(of: index)]
    if pair.changed.steps[index].isRefused != usual.isRefused {
      if usual.isRefused { return true }
      let lines = pair.trial.lines[..<index] + [.settling, pair.trial.lines[index]]
      return await pair.player.play(pair.trial.with(lines)).steps.last?.isRefused == false
    }
    let later = pair.changed.calls(after: pair.lastAdded, to: index)
    let same = pair.usual.calls(after: pair.usualIndex(of: pair.lastAdded), to: pair.usualIndex(of: index))
    return count(later) > count(same)
  }

  /// A command, and another one that happens to restore what the first has changed.
  static let pair = DetourLaw(name: "pair", title: { "After \($0.allCommands), \($1)" }) { pair in
    // A timer that ran before may start anew with the command. A screen with an error may not show a change.
    pair.isOver && pair.isAccepted && pair.restoresScreen && pair.isChanged && pair.before.isAtRest
      && !pair.changed.hasFailure(to: pair.firstAdded - 1)
  }

  /// `undo` takes a change back.
  static let undo = DetourLaw(name: "undo", title: { pair, _ in "'undo' does not take back \(pair.command)" }) { pair in
    // A screen that was out of date is up to date afterwards.
    let lines = pair.changed.steps[..<pair.firstAdded].map(\.line).reversed().prefix { !$0.opens }
    return pair.isOver && pair.isAccepted && pair.isChanged && !lines.contains(where: \.passesTime)
      && pair.detour.count == 2 && pair.after.line.name == "undo"
  }

  /// A line is refused.
  static let refusal = DetourLaw(name: "refusal", title: { "After \($0.command) was refused, \($1)" }) { pair in
    pair.isOver && (pair.firstAdded...pair.lastAdded).allSatisfy(pair.changed.isRefused)
      && (pair.restoresScreen || !pair.keepsInputs)
  }

  /// A command fails, before it is typed again or the screen is left.
  static let failure = DetourLaw(
    name: "failure",
    title: { "After \($0.command) has failed \($0.commands.count > 1 ? "twice" : "once"), \($1)" }
  ) { pair in
    // A failure that is not used here makes a later line fail.
    let faults = pair.detour.count { $0.line.name == ":fail" }
    return pair.isOver && pair.restoresScreen && pair.changed.calls[pair.after.calls].contains(where: \.hasFailed)
      && pair.detourCalls.count(where: \.hasFailed) == faults
  }

  /// A command is cancelled before its call fails.
  static let cancelledFailure = DetourLaw(
    name: "cancel", title: { "After \($0.command) was cancelled, \($1)" }
  ) { pair in
    pair.restoresScreen
      && pair.changed.calls[pair.changed.steps[pair.lastAdded - 1].calls].contains(where: \.isCancelled)
  }
}

extension Comparison {
  /// The lines of the detour, the line before them and the last of them.
  var detour: ArraySlice<Played.Step> { changed.steps[firstAdded...lastAdded] }
  var before: Played.Step { changed.steps[firstAdded - 1] }
  var after: Played.Step { changed.steps[lastAdded] }
  /// Whether the detour ends on the screen where it began.
  var endsWhereItBegan: Bool { firstAdded > 0 && changed.prompt(behind: lastAdded) == changed.steps[firstAdded].prompt }
  /// Whether the screen is the same after the detour.
  var restoresScreen: Bool { before.screen == after.screen }
  /// Whether the first line of the detour has changed the screen.
  var isChanged: Bool { before.screen != changed.steps[firstAdded].screen }
  var keepsInputs: Bool { before.inputs == after.inputs }
  var isAccepted: Bool { !detour.contains(where: \.isRefused) }
  var detourCalls: ArraySlice<CallLog.Call> {
    changed.calls[changed.steps[firstAdded].calls.lowerBound..<after.calls.upperBound]
  }
  /// Whether the calls of the detour are over, so that none has its effect later.
  var isOver: Bool { detourCalls.allSatisfy { $0.isOver(at: after.time) } }
  var allCommands: String { commands.joined(separator: " and ") }
}
