import Foundation
import REPL

/// A text ends in signs that mean something in links, queries and patterns, instead of letters alone; or it is the same as another one.
struct SpellingLaw: Law {
  /// What a text of a flow gets at its end, so that no server knows it, and no other is the same; and after that, the signs.
  private nonisolated static let letters = "zz", signs = "<b>&%+#"
  let isTwin: Bool

  var name: String { isTwin ? "twins" : "spelling" }
  var part: String? { nil }

  nonisolated static func signed(_ line: Trial.Line) -> Trial.Line { .choice(line.text + letters + signs) }

  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.map { has($0) ? .choice(usual($0.text)) : $0 }) }

  /// The text, or the line with it, without the signs, or unlike its twin.
  private func usual(_ text: String) -> String {
    isTwin ? text + Self.letters : text.hasSuffix(Self.signs) ? String(text.dropLast(Self.signs.count)) : text
  }

  /// The usual session, as if its texts had been the changed ones.
  func expected(_ usual: Played, of trial: Trial) -> Played {
    var played = usual
    for text in texts(trial) {
      let old = self.usual(text)
      for index in played.steps.indices {
        played.steps[index].output = played.steps[index].output.map { $0.replacing(old, with: text) }
        played.steps[index].screen = played.steps[index].screen.map { $0.replacing(old, with: text) }
      }
    }
    return played
  }

  func difference(in pair: Comparison) async -> Difference? {
    for index in pair.firstAdded...pair.end {
      let step = pair.changed.steps[index], same = pair.usual.steps[index]
      // The app may allow letters only, or no text twice: then it says so.
      guard step.prompt == same.prompt, step.isRefused == same.isRefused, step.alerts.count == same.alerts.count,
        zip(step.alerts, same.alerts).allSatisfy({ alert, expected in
          alert == expected || texts(pair.trial).contains(where: expected.contains)
        })
      else { return nil }
      if step.isBusy || same.isBusy { continue }
      let shown = Self.words(step.alerts + step.screen), expected = Self.words(same.alerts + same.screen)
      if shown == expected { continue }
      // A number names another row if the order is another one.
      if shown.sorted() == expected.sorted() || isShortened(step, pair.trial) { return nil }
      // The app may show equal texts once.
      if isTwin, !pair.changed.steps[..<index].contains(where: { hasTwins($0, pair.trial) }) { return nil }
      let line = pair.addedLines.first?.text ?? "", cause = isTwin ? "two equal texts" : "the signs"
      return Difference(
        index: index, expectation: .another,
        title: "After '\(line)' the screen is not as after '\(usual(line))', with \(cause)")
    }
    return nil
  }

  /// The changed texts.
  private func texts(_ trial: Trial) -> Set<String> {
    Set(trial.lines.filter { has($0) && $0.isTyped }.map { TypedLine($0.text).argument })
  }

  /// Lines without what depends on the number of characters, and without the encoding in links.
  private static func words(_ lines: [String]) -> [String] {
    lines.map { line in
      (line.removingPercentEncoding ?? line).filter { !$0.isNumber }.split(separator: " ").joined(separator: " ")
    }
  }

  /// Whether several rows have a changed text.
  private func hasTwins(_ step: Played.Step, _ trial: Trial) -> Bool {
    texts(trial).contains { text in step.rows.count { $0.contains(text) } > 1 }
  }

  /// Whether a field has cut a text short, as it takes only so many characters.
  private func isShortened(_ step: Played.Step, _ trial: Trial) -> Bool {
    let shown = step.inputs.map { $0.drop { $0 != " " }.dropFirst() }
    return texts(trial).contains { text in
      shown.contains { $0.count > 1 && text.hasPrefix($0) && $0 != text && $0 != usual(text) }
    }
  }
}
