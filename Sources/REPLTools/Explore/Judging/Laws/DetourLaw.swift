import REPL

/// Lines are inserted of which nothing may remain.
@MainActor protocol DetourLaw: Law {
  /// Whether the lines have done what they are meant to do, and nothing else.
  func isWhole(_ pair: Comparison) -> Bool
}

extension DetourLaw {
  var part: String? { nil }

  func source(of pair: Comparison) -> [String] { pair.lines.map(\.name) }

  func difference(in pair: Comparison) async -> Difference? {
    pair.returns && isWhole(pair) ? pair.difference(from: pair.last) : nil
  }
}

extension Comparison {
  /// The lines of the detour.
  var detour: ArraySlice<Played.Step> { changed.steps[first...last] }
  var before: Played.Step { changed.steps[first - 1] }
  var after: Played.Step { changed.steps[last] }
  /// Whether the detour ends on the screen where it began.
  var returns: Bool { first > 0 && changed.prompt(behind: last) == changed.steps[first].prompt }
  /// Whether the screen is the same after the detour.
  var isBack: Bool { before.screen == after.screen }
  var keepsInputs: Bool { before.inputs == after.inputs }
  var isAccepted: Bool { !detour.contains(where: \.isRefused) }
  var calls: ArraySlice<CallLog.Call> { changed.calls[changed.steps[first].calls.lowerBound..<after.calls.upperBound] }
  /// Whether nothing is under way after the detour, which may have its effect later.
  var isOver: Bool { calls.allSatisfy { $0.isOver(at: after.time) } }
}

/// A change and its opposite: a command happens to restore what another one has changed.
struct PairLaw: DetourLaw {
  let name = "pair"

  func isWhole(_ pair: Comparison) -> Bool {
    // A timer that ran before may start anew with the command. A screen that shows an error may not show what a command changes.
    pair.isOver && pair.isAccepted && pair.isBack && pair.before.isAtRest
      && !pair.changed.hasFailure(to: pair.first - 1)
      && pair.detour.first?.screen != pair.before.screen
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "After \(pair.commands.joined(separator: " and ")), \(found.effect)"
  }
}

/// `undo` takes a change back.
struct UndoLaw: DetourLaw {
  let name = "undo"

  func isWhole(_ pair: Comparison) -> Bool {
    pair.isOver && pair.isAccepted && pair.detour.count == 2 && pair.after.line.name == name
      && pair.detour.first?.screen != pair.before.screen
  }

  func title(_ found: Difference, _ pair: Comparison) -> String { "'undo' does not take back \(pair.command)" }
}

/// A line is refused.
struct RefusalLaw: DetourLaw {
  let name = "refusal"

  func isWhole(_ pair: Comparison) -> Bool {
    pair.isOver && (pair.first...pair.last).allSatisfy(pair.changed.isRefused) && (pair.isBack || !pair.keepsInputs)
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "After \(pair.command) was refused, \(found.effect)"
  }
}

/// A command fails, before it is typed again or the screen is left.
struct FailureLaw: DetourLaw {
  let name = "failure"

  func isWhole(_ pair: Comparison) -> Bool {
    // A failure that is not used here makes a later line fail.
    let faults = pair.detour.count { $0.line.name == ":fail" }
    return pair.isOver && pair.isBack && pair.changed.calls[pair.after.calls].contains(where: \.hasFailed)
      && pair.calls.count(where: \.hasFailed) == faults
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "After \(pair.command) has failed \(pair.commands.count > 1 ? "twice" : "once"), \(found.effect)"
  }
}

/// A command is cancelled before its call fails.
struct CancelledFailureLaw: DetourLaw {
  let name = "cancel"

  func isWhole(_ pair: Comparison) -> Bool {
    pair.isBack && pair.changed.calls[pair.changed.steps[pair.last - 1].calls].contains(where: \.isCancelled)
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "After \(pair.command) was cancelled, \(found.effect)"
  }
}
