import REPL

/// An answer comes while another screen is on top, instead of after it closes.
struct AbsenceLaw: Law {
  let name = "order", part: String? = ":advance"

  /// The same time passes, after the line that returns.
  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.filter { !has($0) } + trial.lines.filter(has)) }

  func difference(in pair: Comparison) async -> Difference? {
    let end = pair.changed.steps.count - 1
    guard pair.isAlike(to: end), var difference = pair.difference(from: end) else { return nil }
    if pair.isTypedWhileBusy(to: end) { difference.expectation = .another }
    return difference
  }

  func title(_ found: Difference, _ pair: Comparison) -> String {
    "An answer of \(pair.lastCall) is lost while another screen is on top"
  }
}
