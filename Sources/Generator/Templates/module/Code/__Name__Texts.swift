import Foundation

/// All texts of the screen, in one language.
package struct __Name__Texts: Sendable {
  package let title: String, noRows: String, textIsEmpty: String
  // Texts for `help` on a terminal.
  let textHelp: String, addHelp: String

  package static let english = __Name__Texts(
    title: "__title__",
    noRows: "nothing here yet",
    textIsEmpty: "text is empty",
    textHelp: "the text to add",
    addHelp: "adds the text to the list")

  /// The texts for `locale`: another language is another static property, chosen here.
  package static func of(_ locale: Locale) -> __Name__Texts { .english }
}
