import REPL

/// A screen is opened above another, and closed.
struct TripLaw: Law {
  /// Whether the screen below was the same after each such trip in the flows.
  let isIdle: Bool
  let name = "trip", part: String? = nil

  func difference(in pair: Comparison) async -> Difference? {
    // A timer that ran before may start anew with the screen that comes back.
    guard pair.endsWhereItBegan, pair.isOver, pair.isAccepted, pair.before.isAtRest,
      pair.restoresScreen || !pair.keepsInputs || isIdle && readsTheSame(pair)
    else { return nil }
    var difference = pair.difference(from: pair.lastAdded) { "After \(pair.allCommands), \($1)" }
    if difference?.index != pair.lastAdded, let alert = alertShownAgain(pair) {
      return Difference(
        index: pair.lastAdded, expectation: .another, title: "After \(pair.allCommands), '\(alert)' is shown again")
    }
    // A screen may change, but not lose what was typed, when the one above it is left.
    if pair.before.inputs != pair.changed.steps[pair.firstAdded + 1].inputs { difference?.expectation = .another }
    return difference
  }

  /// Whether the screen has to read the same data again: time, events, other stubs and failures may change it.
  private func readsTheSame(_ pair: Comparison) -> Bool {
    pair.changed.steps[..<pair.firstAdded].last { !$0.line.isTyped }?.line.opens == true
      && pair.detourCalls.allSatisfy { if case .real = $0.source { true } else { false } }
      && !pair.changed.hasFailure(to: pair.firstAdded - 1)
  }

  /// The first of the alerts after the trip if the screen has shown all of them before, for other calls.
  private func alertShownAgain(_ pair: Comparison) -> String? {
    let names = Set(pair.detour.flatMap { pair.changed.calls[$0.calls] }.map(\.name))
    if !isIdle, !names.isEmpty { return nil }
    let shown = pair.changed.steps[..<pair.firstAdded].filter { step in
      step.prompt == pair.changed.prompt(behind: pair.lastAdded) && !step.calls.isEmpty
        && pair.changed.calls[step.calls].allSatisfy { !names.contains($0.name) }
    }
    return pair.after.alerts.allSatisfy(shown.flatMap(\.alerts).contains) ? pair.after.alerts.first : nil
  }
}
