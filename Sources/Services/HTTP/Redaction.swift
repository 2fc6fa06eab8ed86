import Foundation

/// Removes secrets from texts for people, never from values that the program uses.
struct Redaction {
  /// Replaces a secret.
  static let mark = "•••"

  /// The secrets in each encoding: plain, percent-encoded, as in a form and escaped as in JSON. The longest come first.
  private let forms: [[UInt8]]

  init(_ secrets: [String]) {
    let forms = secrets.filter { !$0.isEmpty }.flatMap { secret in
      let encoded = [PercentEncoding.component(secret), PercentEncoding.form(secret)]
      let lowercased = encoded.map { $0.replacing(#/%[0-9A-F]{2}/#) { $0.output.lowercased() } }
      return [secret] + encoded + lowercased + Self.escaped(secret)
    }
    self.forms = Set(forms).map { Array($0.utf8) }.sorted { $0.count > $1.count }
  }

  /// The secret inside a JSON string: with and without optional escapes.
  private static func escaped(_ secret: String) -> [String] {
    guard let data = try? JSONEncoder().encode(secret) else { return [] }
    let slashes = String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
    let units = slashes.utf16.map { unit in
      let hex = String(unit, radix: 16), zeros = String(repeating: "0", count: 4 - hex.count)
      return unit < 0x80 ? String(decoding: [unit], as: UTF16.self) : #"\u"# + zeros + hex
    }
    return [slashes, slashes.replacing(#"\/"#, with: "/"), units.joined()]
  }

  func applied(to text: String) -> String { String(decoding: applied(to: Data(text.utf8)), as: UTF8.self) }

  /// The same for bytes that need not be text.
  func applied(to data: Data) -> Data {
    forms.isEmpty ? data : Data(forms.reduce(Array(data)) { bytes, form in Self.replacing(form, in: bytes) })
  }

  private static func replacing(_ form: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = [], index = 0
    while index < bytes.count {
      let end = index + form.count
      // A short secret such as `a` would hide half of any text, so it must be a whole word.
      let isFound =
        bytes[index] == form[0] && end <= bytes.count && bytes[index..<end].elementsEqual(form)
        && (form.count >= 4 || !isWord(bytes, at: index - 1) && !isWord(bytes, at: end))
      shown += isFound ? Array(mark.utf8) : [bytes[index]]
      index = isFound ? end : index + 1
    }
    return shown
  }

  /// Whether the byte at `index` belongs to a word.
  private static func isWord(_ bytes: [UInt8], at index: Int) -> Bool {
    guard bytes.indices.contains(index) else { return false }
    let character = Unicode.Scalar(bytes[index])
    return !character.isASCII || character.properties.isAlphabetic || character.properties.numericType != nil
  }
}
