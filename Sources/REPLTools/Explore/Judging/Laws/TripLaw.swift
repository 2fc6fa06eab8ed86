import REPL

/// A screen is opened above another, and closed.
struct TripLaw: DetourLaw {
  /// Whether the trip changes nothing in any flow.
  let isIdle: Bool
  let name = "trip"

  func isWhole(_ pair: Comparison) -> Bool {
    // A timer that ran before may start anew with the screen that comes back.
    guard pair.isOver, pair.isAccepted, pair.before.isAtRest else { return false }
    if pair.isBack || !pair.keepsInputs { return true }
    // After time, an event or another stub, and after a failure, what is read again may rightly be something else.
    let isUndisturbed = pair.changed.steps[..<pair.first].last { !$0.line.isTyped }?.line.opens == true
    let isReal = pair.calls.allSatisfy { if case .real = $0.source { true } else { false } }
    return isIdle && isUndisturbed && isReal && !pair.changed.hasFailure(to: pair.first - 1)
  }

  func difference(in pair: Comparison) async -> Difference? {
    guard pair.returns, isWhole(pair) else { return nil }
    var difference = pair.difference(from: pair.last)
    if difference?.index != pair.last, let alert = alertShownAgain(pair) {
      return Difference(index: pair.last, expectation: .another, effect: "'\(alert)' is shown again")
    }
    // A screen may change, but not lose what was typed, when the one above it is left.
    if pair.before.inputs != pair.changed.steps[pair.first + 1].inputs { difference?.expectation = .another }
    return difference
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "After \(pair.commands.joined(separator: " and ")), \(found.effect)"
  }

  /// The first of alerts that the screen has shown before, for other calls.
  private func alertShownAgain(_ pair: Comparison) -> String? {
    let names = Set(pair.detour.flatMap { pair.changed.calls[$0.calls] }.map(\.name))
    if !isIdle, !names.isEmpty { return nil }
    let shown = pair.changed.steps[..<pair.first].filter { step in
      step.prompt == pair.changed.prompt(behind: pair.last) && !step.calls.isEmpty
        && pair.changed.calls[step.calls].allSatisfy { !names.contains($0.name) }
    }
    return pair.after.alerts.allSatisfy(shown.flatMap(\.alerts).contains) ? pair.after.alerts.first : nil
  }
}
