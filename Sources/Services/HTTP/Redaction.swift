import Foundation

/// Takes secrets out of texts that people will read.
struct Redaction: Hashable, Sendable {
  /// What stands in the place of a secret.
  static let mark = "•••"

  /// The longest first: one secret may be a part of another.
  private var secrets: [String]

  /// - Parameter secrets: as they are; in a text they are found encoded, too.
  init(_ secrets: [String]) {
    let forms = secrets.filter { !$0.isEmpty }.flatMap { secret in
      let percent = [PercentEncoding.component(secret), PercentEncoding.form(secret)]
      return [secret, Self.json(secret), Self.ascii(secret)] + percent + percent.map(Self.lowercasingHex)
    }
    self.secrets = Self.sorted(forms)
  }

  /// This and the other.
  func adding(_ other: Redaction) -> Redaction {
    var sum = self
    sum.secrets = Self.sorted(secrets + other.secrets)
    return sum
  }

  func applied(to text: String) -> String { secrets.reduce(text) { $0.replacing($1, with: Self.mark) } }

  /// Bytes, whether they are a text or not.
  ///
  /// - Parameter isCut: whether there is more of them: then what may be the beginning of a secret at their end is one.
  func applied(to data: Data, isCut: Bool = false) -> Data {
    let bytes = Array(data)
    var isSecret = [Bool](repeating: false, count: bytes.count)
    for secret in secrets.map({ Array($0.utf8) }) {
      for start in bytes.indices where bytes[start] == secret[0] {
        let end = min(start + secret.count, bytes.count)
        guard isCut || end == start + secret.count, secret.starts(with: bytes[start..<end]) else { continue }
        for place in start..<end { isSecret[place] = true }
      }
    }
    var shown = Data()
    for (place, byte) in bytes.enumerated() {
      if !isSecret[place] {
        shown.append(byte)
      } else if place == 0 || !isSecret[place - 1] {
        shown += Data(Self.mark.utf8)
      }
    }
    return shown
  }

  /// The beginning of a body, for an error: on one line, without the secrets of the request, and without what is called a secret
  /// in the answer.
  func excerpt(of body: Data, limit: Int = 200) -> String {
    let isCut = body.count > 4096, shown = applied(to: body.prefix(4096), isCut: isCut)
    let text = applied(to: String(decoding: shown, as: UTF8.self))
    let named = text.replacing(Self.named) { "\($0.output.name)\($0.output.between)\"\(Self.mark)\"" }
    return SingleLine.text(named.count > limit || isCut ? named.prefix(limit) + "…" : named)
  }

  /// `"token": "…"` and the like in JSON, whether the text ends or not; all that follows, if it is a list or an object.
  private static var named: Regex<(Substring, name: Substring, between: Substring)> {
    /(?i)(?<name>"[^"]*(?:token|password|passwd|secret|authorization|cookie|api[_-]?key)[^"]*")(?<between>\s*:\s*)(?:[\[{][\s\S]*|"(?:[^"\\]|\\.)*"?|[^\s,}\]"]+)/
  }

  private static func sorted(_ secrets: [String]) -> [String] {
    Set(secrets).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// As servers in some languages write JSON: everything but ASCII escaped.
  private static func ascii(_ text: String) -> String {
    json(text).utf16.map { unit in
      unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : "\\u" + String(format: "%04x", unit)
    }.joined()
  }

  /// `%2f` for `%2F`.
  private static func lowercasingHex(_ text: String) -> String {
    text.replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() }
  }

  private static func json(_ text: String) -> String {
    let encoded = (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return String(encoded.dropFirst().dropLast())
  }
}
