import Foundation

/// The languages that the sample apps speak.
package enum Language: Sendable {
  case english, simplifiedChinese

  /// Simplified Chinese for those who read it, English for everyone else.
  package static func of(_ locale: Locale) -> Language {
    let language = Locale.Language(identifier: locale.identifier)
    return language.languageCode == .chinese && language.script == .hanSimplified ? .simplifiedChinese : .english
  }
}
