import Foundation

/// Removes secrets from texts for people, never from values that the program uses.
struct Redaction {
  // It searches bytes: on Linux, each regular expression of Foundation leaks its memory.

  /// The encodings of one character of a secret, first the plain one. Hexadecimal digits are in lower case.
  private typealias Encodings = [[UInt8]]
  /// Replaces a secret.
  static let mark = "•••"

  /// The longest come first.
  private let secrets: [[Encodings]]

  init(_ secrets: [String]) {
    self.secrets = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }.map { secret in
      secret.unicodeScalars.map(Self.encodings)
    }
  }

  func applied(to text: String) -> String { String(decoding: applied(to: Data(text.utf8)), as: UTF8.self) }

  /// The same for bytes that need not be text.
  func applied(to data: Data) -> Data {
    if secrets.isEmpty { return data }
    let shown = secrets.reduce([UInt8](data)) { text, secret in
      var shown: [UInt8] = [], place = 0
      while place < text.count {
        let end = Self.end(of: secret, in: text, from: place)
        if end == nil { shown.append(text[place]) } else { shown += Self.mark.utf8 }
        place = end ?? place + 1
      }
      return shown
    }
    return Data(shown)
  }

  /// The letters after the backslash in JSON.
  private static let escapes: [Unicode.Scalar: String] = [
    "\n": "n", "\r": "r", "\t": "t", "\u{8}": "b", "\u{C}": "f", "\"": "\"", "'": "'", "/": "/", "\\": #"\"#,
  ]

  /// Plain, as in JSON and as in URLs: programs escape different characters.
  private static func encodings(_ character: Unicode.Scalar) -> Encodings {
    func joined(_ codes: some Sequence<some BinaryInteger>, _ prefix: String, _ zeros: String) -> String {
      codes.map { prefix + (zeros + String($0, radix: 16)).suffix(zeros.count) }.joined()
    }
    let text = String(character)
    var encodings = [text, joined(text.utf16, #"\u"#, "0000"), joined(text.utf8, "%", "00")]
    if let escape = escapes[character] { encodings.append(#"\"# + escape) }
    if character == " " { encodings += ["+", #"\u002b"#] }
    return encodings.map { Array($0.utf8) }
  }

  /// The end of a secret that begins at `start`; nil if none does.
  private static func end(of secret: [Encodings], in text: [UInt8], from start: Int) -> Int? {
    guard secret[0].contains(where: { $0[0] == text[start] }) else { return nil }
    // Followed all at once, because an encoding may be the beginning of another one, as `%` is of `%25`.
    var ends: Set = [start]
    for encodings in secret {
      ends = Set(ends.flatMap { end in encodings.filter { isNext($0, text[end...]) }.map { end + $0.count } })
    }
    // A short secret such as `a` would hide half of any text, so it must be a whole word.
    guard secret.reduce(0, { $0 + $1[0].count }) < 4 else { return ends.max() }
    func isInWord(_ place: Int) -> Bool {
      guard text.indices.contains(place) else { return false }
      let letter = Character(Unicode.Scalar(text[place]))
      return !letter.isASCII || letter.isLetter || letter.isNumber
    }
    return isInWord(start - 1) ? nil : ends.filter { !isInWord($0) }.max()
  }

  private static func isNext(_ encoding: [UInt8], _ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: encoding) { byte, expected in
      // Only hexadecimal digits, which are part of long encodings, have no case.
      byte == expected || encoding.count > 2 && (0x41...0x46).contains(byte) && byte | 0x20 == expected
    }
  }
}
