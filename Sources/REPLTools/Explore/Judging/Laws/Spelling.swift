import REPL

extension Law {
  static let spelling = Spelling(isTwin: false).law
  static let twins = Spelling(isTwin: true).law
}

/// A text ends in signs that mean something in links, queries and patterns, instead of letters alone; or it is the same as another one.
struct Spelling {
  /// What a text of a flow gets at its end, so that no server knows it, and no other is the same; and after that, the signs.
  static let letters = "zz"
  private static let signs = "&%+#"
  let isTwin: Bool

  var law: Law {
    Law(
      name: isTwin ? "twins" : "spelling", usual: { trial, _ in usual(trial) }, expected: expected,
      difference: difference)
  }

  static func signed(_ line: Trial.Line) -> Trial.Line { .choice(line.text + letters + signs) }

  /// The same trial with the signs at the end of a text of its answers and data files.
  static func signed(_ trial: Trial, _ text: String) -> Trial {
    trial.withData { $0.replacing("\"\(text)\"", with: "\"\(text)\(letters)\(signs)\"") }
  }

  private func usual(_ trial: Trial) -> Trial {
    let typed = trial.replacing(Self.isTyped) { .choice(usual($0.text)) }
    return isTwin ? typed : typed.withData { $0.replacing(Self.letters + Self.signs, with: Self.letters) }
  }

  /// The text, or the line with it, without the signs, or unlike its twin.
  private func usual(_ text: String) -> String {
    isTwin ? text + Self.letters : text.hasSuffix(Self.signs) ? String(text.dropLast(Self.signs.count)) : text
  }

  private static func isTyped(_ line: Trial.Line) -> Bool { line.isPart(nil) && line.isTyped }

  /// The usual session, as if its texts had been the changed ones.
  private func expected(_ usual: Played, of trial: Trial) -> Played {
    var played = usual
    for text in texts(trial).sorted() {
      let old = self.usual(text)
      for index in played.steps.indices {
        played.steps[index].output = played.steps[index].output.map { $0.replacing(old, with: text) }
        for screen in [\Played.Step.screen, \.shown] {
          played.steps[index][keyPath: screen] = played.steps[index][keyPath: screen].map {
            $0.replacing(old, with: text)
          }
        }
      }
    }
    return played
  }

  @MainActor private func difference(in pair: Comparison) -> Difference? {
    for index in pair.firstAdded...pair.end {
      let step = pair.changed.steps[index], same = pair.usual.steps[index]
      guard step.prompt == same.prompt, step.enabled == same.enabled, isAccepted(index, pair) else { return nil }
      if step.isBusy || same.isBusy { continue }
      let screens = [step.screen, same.screen].map(Comparison.words)
      if screens[0] == screens[1], Comparison.words(step.alerts) == Comparison.words(same.alerts) { continue }
      // The app may change what is typed, or cut it short. If the order is another one, a number names another row.
      let isReordered = screens[0] != screens[1] && screens[0].sorted() == screens[1].sorted()
      if Self.isTyped(step.line) || isReordered || step.screen.contains(where: { $0.contains("…") }) { return nil }
      // The app may show equal texts once, or join them.
      let hasShownTwins = pair.usual.steps[..<index].contains { hasTwins($0, pair.trial) }
      if isTwin, !hasShownTwins || Set(screens[0]) == Set(screens[1]) { return nil }
      let typed = pair.addedLines.first(where: \.isTyped).map { TypedLine($0.text).argument }
      let text = typed ?? texts(pair.trial).sorted().first ?? "", count = isTwin ? " twice" : ""
      return Difference(
        index: index, expectation: .another, isInOutput: screens[0] == screens[1],
        title: "With '\(text)'\(count) the screen is not the same as with '\(usual(text))'")
    }
    return nil
  }

  /// Whether the app takes the text: it may allow letters only, or no text twice, and say so.
  private func isAccepted(_ index: Int, _ pair: Comparison) -> Bool {
    let alerts = pair.changed.steps[index].alerts, expected = pair.usual.steps[index].alerts
    return pair.changed.isRefused(at: index) == pair.usual.isRefused(at: index) && alerts.count == expected.count
      && zip(alerts, expected).allSatisfy { alert, expected in
        alert == expected
          || texts(pair.trial).contains { expected.contains($0) && alert.contains(isTwin ? $0 : usual($0)) }
      }
  }

  /// The changed texts.
  private func texts(_ trial: Trial) -> Set<String> {
    let data = trial.lines.filter { !$0.isTyped }.map(\.text) + trial.files.values
    let signed = data.flatMap { $0.matches(of: /[\p{L} ]+zz&%\+#/).map { String($0.output) } }
    return Set(trial.lines.filter(Self.isTyped).map { TypedLine($0.text).argument } + signed)
  }

  /// Whether a step shows two rows that equal texts would make the same.
  private func hasTwins(_ step: Played.Step, _ trial: Trial) -> Bool {
    texts(trial).contains { text in
      step.rows.contains { $0.contains(usual(text)) && step.rows.contains($0.replacing(usual(text), with: text)) }
    }
  }
}
