import Foundation
import REPL

/// A language has its short name with its country, such as `zh_CN`, instead of its long one, such as `zh-Hans-CN`.
struct LanguageNameLaw: Law {
  let name = "language-name", part: String? = ":locale"

  /// The line that sets the same language by its short name; nil if it has none.
  static func short(_ line: Trial.Line) -> Trial.Line? {
    let long = Locale.Language(identifier: Locale.Language(identifier: TypedLine(line.text).argument).maximalIdentifier)
    guard let language = long.languageCode, let country = long.region else { return nil }
    return .choice(":locale \(language.identifier)_\(country.identifier)")
  }

  func usual(_ trial: Trial) -> Trial {
    trial.with(
      trial.lines.map { line in
        has(line)
          ? .choice(":locale \(Locale.Language(identifier: TypedLine(line.text).argument).maximalIdentifier)") : line
      })
  }

  func difference(in pair: Comparison) async -> Difference? {
    pair.difference(from: pair.firstAdded + 1, comparesFirst: true) { subject, _ in
      let usual = usual(pair.trial).lines[pair.firstAdded].text
      return "\(subject) is not the same after '\(pair.addedLines[0].text)' as after '\(usual)'"
    }
  }
}
