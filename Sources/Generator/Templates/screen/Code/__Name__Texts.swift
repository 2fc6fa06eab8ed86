import Foundation

/// All texts of the screen, in one language.
package struct __Name__Texts: Sendable {
  package let title: String

  package static let english = __Name__Texts(title: "__title__")

  /// The texts for `locale`: another language is another static property, chosen here.
  package static func of(_ locale: Locale) -> __Name__Texts { .english }
}
