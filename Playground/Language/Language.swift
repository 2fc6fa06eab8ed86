import Foundation

/// The languages that the sample apps speak.
package enum Language: Sendable {
  case english, simplifiedChinese

  /// Simplified Chinese for those who read it, English for everyone else.
  package static func of(_ locale: Locale) -> Language {
    let language = Locale.Language(identifier: locale.identifier)
    return language.languageCode == .chinese && language.script == .hanSimplified ? .simplifiedChinese : .english
  }

  /// A text, or several, in this language: a line of a table of texts has both.
  package func callAsFunction<Text>(_ english: @autoclosure () -> Text, _ chinese: @autoclosure () -> Text) -> Text {
    switch self {
    case .english: english()
    case .simplifiedChinese: chinese()
    }
  }
}
