import REPL

/// An answer comes while another screen is on top, instead of after it closes.
struct AbsenceLaw: Law {
  let name = "order", part: String? = ":advance"

  /// The same time passes, after the line that returns.
  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.filter { !has($0) } + trial.lines.filter(has)) }

  func difference(in pair: Comparison) async -> Difference? {
    guard pair.hasSameLines(to: pair.end) else { return nil }
    return pair.difference(from: pair.end, mayRefuse: true) { _, _ in
      "An answer of \(pair.lastCall) is lost while another screen is on top"
    }
  }
}
