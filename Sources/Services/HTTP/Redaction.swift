import Foundation

/// Removes secrets from texts for people, never from values that the program uses.
struct Redaction {
  /// Replaces a secret.
  static let mark = "•••"

  /// A pattern for each secret. The longest come first.
  private let patterns: [String]

  init(_ secrets: [String]) {
    patterns = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }.map(Self.pattern)
  }

  func applied(to text: String) -> String { String(decoding: applied(to: Data(text.utf8)), as: UTF8.self) }

  /// The same for bytes that need not be text.
  func applied(to data: Data) -> Data {
    if patterns.isEmpty { return data }
    let mark = Self.letters(Self.mark.utf8)
    let shown = patterns.reduce(Self.letters(data)) { text, pattern in
      text.replacingOccurrences(of: pattern, with: mark, options: .regularExpression)
    }
    return Data(shown.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  /// A text with a letter for each byte, so that a pattern can search bytes.
  private static func letters(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The letters after the backslash in JSON.
  private static let escapes: [Unicode.Scalar: String] = [
    "\n": "n", "\r": "r", "\t": "t", "\u{8}": "b", "\u{C}": "f", "\"": "\"", "'": "'", "/": "/", "\\": #"\\"#,
  ]

  /// A pattern for a secret. Each character may be plain, as in JSON or as in URLs, because programs escape different characters.
  private static func pattern(_ secret: String) -> String {
    let pattern = secret.unicodeScalars.map { character in
      let text = String(character)
      // The longest form comes first: `%` is also the beginning of `%25`.
      var forms = [text.utf16.map { #"\\u(?i:\#(hexadecimal($0, digits: 4)))"# }.joined()]
      forms.append(text.utf8.map { "%(?i:\(hexadecimal($0, digits: 2)))" }.joined())
      if let escape = escapes[character] { forms.append(#"\\"# + escape) }
      if character == " " { forms += [#"\+"#, #"\\u(?i:002b)"#] }
      forms.append(NSRegularExpression.escapedPattern(for: letters(text.utf8)))
      return "(?:\(forms.joined(separator: "|")))"
    }.joined()
    // A short secret such as `a` would hide half of any text, so it must be a whole word.
    let word = #"[0-9A-Za-z\x80-\xFF]"#
    return secret.utf8.count < 4 ? "(?<!\(word))\(pattern)(?!\(word))" : pattern
  }

  private static func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
