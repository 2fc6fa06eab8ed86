import Foundation

/// Removes secrets from texts for people, never from values that the program uses.
struct Redaction {
  /// Replaces a secret.
  static let mark = "•••"

  /// The longest come first.
  private let secrets: [String]

  init(_ secrets: [String]) {
    self.secrets = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
  }

  func applied(to text: String) -> String { String(decoding: applied(to: Data(text.utf8)), as: UTF8.self) }

  /// The same for bytes that need not be text.
  func applied(to data: Data) -> Data {
    // No encoding of a secret is shorter than the secret.
    let patterns = secrets.filter { $0.utf8.count <= data.count }.map(Self.pattern)
    if patterns.isEmpty { return data }
    let mark = Self.characters(Self.mark.utf8)
    var text = Self.characters(data)
    for pattern in patterns {
      // If a secret is so long that it is no pattern, nothing is shown.
      guard let pattern = try? NSRegularExpression(pattern: pattern) else { return Data(Self.mark.utf8) }
      let all = NSRange(location: 0, length: text.utf16.count)
      text = pattern.stringByReplacingMatches(in: text, range: all, withTemplate: mark)
    }
    return Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  /// A text with one character for each byte.
  private static func characters(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return String(text)
  }

  private static func pattern(_ secret: String) -> String {
    let pattern = secret.unicodeScalars.map { character in
      // A group that is never tried again takes no stack. Only these characters begin an encoding of themselves.
      (#"%\"#.unicodeScalars.contains(character) ? "(?:" : "(?>") + encodings(character).joined(separator: "|") + ")"
    }.joined()
    // A short secret such as `a` would hide half of any text, so it must be a whole word.
    let letter = #"[0-9A-Za-z\x80-\xFF]"#
    return secret.utf8.count < 4 ? "(?<!\(letter))\(pattern)(?!\(letter))" : pattern
  }

  /// The letters after the backslash in JSON.
  private static let escapes: [Unicode.Scalar: String] = [
    "\n": "n", "\r": "r", "\t": "t", "\u{8}": "b", "\u{C}": "f", "\"": "\"", "'": "'", "/": "/", "\\": #"\"#,
  ]

  /// As in JSON, as in URLs and plain: programs escape different characters. The patterns of the longest come first.
  private static func encodings(_ character: Unicode.Scalar) -> [String] {
    let text = String(character)
    func exact(_ text: String) -> String { text.utf8.map { #"\x{\#(String($0, radix: 16))}"# }.joined() }
    func hexadecimal(_ codes: some Sequence<some BinaryInteger>, _ prefix: String, _ zeros: String) -> String {
      codes.map { code in
        let digits = (zeros + String(code, radix: 16)).suffix(zeros.count)
        return prefix + digits.map { $0.isLetter ? "[\($0)\($0.uppercased())]" : "\($0)" }.joined()
      }.joined()
    }
    var patterns = [hexadecimal(text.utf16, #"\\u"#, "0000"), hexadecimal(text.utf8, "%", "00")]
    if let escape = escapes[character] { patterns.append(exact(#"\"# + escape)) }
    if character == " " { patterns += [#"\\u002[bB]"#, #"\+"#] }
    return patterns + [exact(text)]
  }
}
