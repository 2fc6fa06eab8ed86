import Foundation

/// Texts in a URL or a form, where every character that would mean something else there is percent-encoded.
enum PercentEncoding {
  private static let letters = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._")
  private static let kept = (
    component: letters.union(["~"]), form: letters.union(["*", " "]),
    path: letters.union(CharacterSet(charactersIn: "~/!$&'()*+,;=:@"))
  )

  /// A part of a query, or one segment of a path.
  static func component(_ text: String) -> String { encode(text, kept.component) }

  /// A path: its slashes stay, and all other characters that a path may hold.
  static func path(_ text: String) -> String { encode(text, kept.path) }

  /// A field of a form (`application/x-www-form-urlencoded`), where a space is a plus sign.
  static func form(_ text: String) -> String { encode(text, kept.form).replacing(" ", with: "+") }

  private static func encode(_ text: String, _ kept: CharacterSet) -> String {
    text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
  }
}
