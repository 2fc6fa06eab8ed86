import Foundation

/// Percent-encodes texts for URLs and forms.
enum PercentEncoding {
  private static let letters = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")
  private static let kept = (
    component: letters.union(["~"]), form: letters.union(["*", " "]),
    path: letters.union(CharacterSet(charactersIn: "~/!$&'()*+,;=:@"))
  )

  /// A query name or value, or a path segment.
  static func component(_ text: String) -> String { encode(text, kept.component) }

  /// A path: slashes and all other characters that are legal in a path stay.
  static func path(_ text: String) -> String { encode(text, kept.path) }

  /// A form field (`application/x-www-form-urlencoded`), with `+` for a space.
  static func form(_ text: String) -> String { encode(text, kept.form).replacing(" ", with: "+") }

  private static func encode(_ text: String, _ kept: CharacterSet) -> String {
    text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
  }
}
