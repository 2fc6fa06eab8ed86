import Foundation

/// The languages of the sample apps.
package enum Language: Sendable {
  case english, simplifiedChinese

  /// Simplified Chinese for its locales, English for all others.
  package static func of(_ locale: Locale) -> Language {
    let language = Locale.Language(identifier: locale.identifier)
    return language.languageCode == .chinese && language.script == .hanSimplified ? .simplifiedChinese : .english
  }

  /// Chooses the text, or texts, in this language.
  package func callAsFunction<Text>(_ english: @autoclosure () -> Text, _ chinese: @autoclosure () -> Text) -> Text {
    switch self {
    case .english: english()
    case .simplifiedChinese: chinese()
    }
  }
}
