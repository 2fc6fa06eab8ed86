import Foundation

/// Every text that an app shows, in one language.
package protocol Texts: Sendable {
  static var english: Self { get }
  static var simplifiedChinese: Self { get }
}

extension Texts {
  /// The texts for `locale`.
  package static func of(_ locale: Locale) -> Self {
    switch Language.of(locale) {
    case .english: english
    case .simplifiedChinese: simplifiedChinese
    }
  }
}
