import Foundation
import REPL

/// A language has its short name with its country, such as `zh_CN`, instead of its long one, such as `zh-Hans-CN`.
struct LanguageNameLaw: Law {
  let name = "language-name", part: String? = ":locale"

  /// The line that sets the language of another line by its short name; nil if that does not name a script, or means another one.
  static func short(_ line: Trial.Line) -> Trial.Line? {
    let long = Locale.Language.Components(identifier: long(line))
    guard let language = long.languageCode, let country = long.region,
      Locale.Language.Components(identifier: TypedLine(line.text).argument).script != nil
    else { return nil }
    let short = Trial.Line.choice(":locale \(language.identifier)_\(country.identifier)")
    return Self.long(short) == Self.long(line) ? short : nil
  }

  private static func long(_ line: Trial.Line) -> String {
    Locale.Language(identifier: TypedLine(line.text).argument).maximalIdentifier
  }

  func usual(_ trial: Trial) -> Trial {
    trial.with(trial.lines.map { has($0) ? .choice(":locale \(Self.long($0))") : $0 })
  }

  func difference(in pair: Comparison) async -> Difference? {
    pair.difference(from: pair.firstAdded + 1, comparesFirst: true) { subject, _ in
      "\(subject) is not the same after '\(pair.command)' as after ':locale \(Self.long(pair.addedLines[0]))'"
    }
  }
}
