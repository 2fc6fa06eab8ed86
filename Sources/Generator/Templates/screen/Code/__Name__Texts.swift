import Foundation

/// Every text the screen shows, in one language.
package struct __Name__Texts: Sendable {
  package let title: String
  package let nothingBelow: String
  /// What `back` does, for `help` on a terminal.
  package let backHelp: String

  package static let english = __Name__Texts(
    title: "__title__", nothingBelow: "this is the first screen", backHelp: "goes back")

  /// The texts for `locale`: another language is another static property, chosen here.
  package static func of(_ locale: Locale) -> __Name__Texts { .english }
}
