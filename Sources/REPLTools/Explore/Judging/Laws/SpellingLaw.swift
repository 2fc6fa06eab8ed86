import Foundation
import REPL

/// A text ends in signs that mean something in links, queries and patterns, instead of letters alone.
struct SpellingLaw: Law {
  /// What a text of a flow gets at its end, so that no server knows it; and in the changed session, after that.
  private nonisolated static let letters = "zz", signs = "<b>&%+#"
  let name = "spelling", part: String? = nil

  nonisolated static func spelled(_ line: Trial.Line) -> Trial.Line { .choice(line.text + letters + signs) }

  func usual(_ trial: Trial) -> Trial {
    trial.with(trial.lines.map { has($0) ? .choice(Self.withoutSigns($0.text)) : $0 })
  }

  /// The usual session, as if its texts had been typed with the signs.
  func expected(_ usual: Played, of trial: Trial) -> Played {
    texts(trial).reduce(usual) { played, text in
      var played = played
      func signed(_ lines: [String]) -> [String] { lines.map { $0.replacing(Self.withoutSigns(text), with: text) } }
      for index in played.steps.indices {
        played.steps[index].output = signed(played.steps[index].output)
        played.steps[index].screen = signed(played.steps[index].screen)
      }
      return played
    }
  }

  func difference(in pair: Comparison) async -> Difference? {
    for index in pair.firstAdded...pair.end {
      let step = pair.changed.steps[index], same = pair.usual.steps[index]
      // The app may allow letters only: then it says so.
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
      let line = pair.addedLines.first?.text ?? ""
      return Difference(
        index: index, expectation: .another,
        title: "After '\(line)' the screen is not as after '\(Self.withoutSigns(line))', with the signs")
    }
    return nil
  }

  private nonisolated static func withoutSigns(_ text: String) -> String {
    text.hasSuffix(signs) ? String(text.dropLast(signs.count)) : text
  }

  /// The texts that are typed with signs.
  private func texts(_ trial: Trial) -> Set<String> {
    Set(trial.lines.filter { has($0) && $0.isTyped }.map { TypedLine($0.text).argument })
  }

  /// Lines without what depends on the number of characters, and without the encoding in links.
  private static func words(_ lines: [String]) -> [String] {
    lines.map { line in
      (line.removingPercentEncoding ?? line).filter { !$0.isNumber }.split(separator: " ").joined(separator: " ")
    }
  }

  /// Whether a field has cut a text short, as it takes only so many characters.
  private func isShortened(_ step: Played.Step, _ trial: Trial) -> Bool {
    let shown = step.inputs.map { $0.drop { $0 != " " }.dropFirst() }
    return texts(trial).contains { text in
      shown.contains { $0.count > 1 && text.hasPrefix($0) && $0 != text && $0 != Self.withoutSigns(text) }
    }
  }
}
