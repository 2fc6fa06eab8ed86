import REPL

/// A secret is typed into a field, before its screen is left by a link and opened again.
struct SecretLaw: Law {
  let name = "secret", part: String? = nil

  func difference(in pair: Comparison) async -> Difference? {
    let steps = pair.changed.steps, last = pair.end - 1, typed = steps[pair.lastAdded]
    // A smaller trial may not leave the screen.
    guard last > pair.lastAdded, steps[last].line.opens, !steps[last].isRefused,
      [pair.changed, pair.usual].allSatisfy({ $0.prompt == typed.prompt }),
      steps[pair.lastAdded...last].indices.contains(where: { !isThere(typed.prompt, $0, pair) }),
      let kept = steps[last].inputs.first(where: { $0 == "\(typed.line.name): ***" }),
      !pair.usual.steps[pair.usualIndex(of: last)].inputs.contains(kept)
    else { return nil }
    return Difference(index: last, title: "A secret is still in its field when the screen is opened again: '\(kept)'")
  }

  /// Whether the screen with that path is open behind a line.
  private func isThere(_ prompt: String, _ index: Int, _ pair: Comparison) -> Bool {
    "\(pair.changed.prompt(behind: index))/".hasPrefix("\(prompt)/")
  }
}
