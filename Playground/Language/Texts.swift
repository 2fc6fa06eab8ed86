import Foundation

/// A table of an app's texts in both languages.
package protocol Texts: Sendable {
  init(_ language: Language)
}

extension Texts {
  package static var english: Self { Self(.english) }
  package static var simplifiedChinese: Self { Self(.simplifiedChinese) }

  /// The texts for `locale`.
  package static func of(_ locale: Locale) -> Self { Self(Language.of(locale)) }
}
