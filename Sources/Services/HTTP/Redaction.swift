import Foundation

/// Takes secrets out of texts that people will read.
struct Redaction: Hashable, Sendable {
  /// What stands in the place of a secret.
  static let mark = "•••"

  private var secrets: Set<String>

  /// - Parameter secrets: as they are; in a text they are found escaped, too.
  init(_ secrets: [String]) { self.secrets = Set(secrets).subtracting([""]) }

  /// This and the other.
  func adding(_ other: Redaction) -> Redaction {
    var sum = self
    sum.secrets.formUnion(other.secrets)
    return sum
  }

  func applied(to text: String) -> String { String(decoding: applied(to: Data(text.utf8)), as: UTF8.self) }

  /// Bytes, whether they are a text or not.
  ///
  /// - Parameter isCut: whether there is more of them: then what may be the beginning of a secret at their end is one.
  func applied(to data: Data, isCut: Bool = false) -> Data {
    guard !secrets.isEmpty else { return data }
    let bytes = Array(data), isSecret = SecretMatcher(secrets).secrets(in: bytes, isCut: isCut)
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
    let isCut = body.count > 4096
    let text = String(decoding: applied(to: body.prefix(4096), isCut: isCut), as: UTF8.self)
    let named = text.replacing(Self.named) { "\($0.output.name)\($0.output.between)\"\(Self.mark)\"" }
    return SingleLine.text(named.count > limit || isCut ? named.prefix(limit) + "…" : named)
  }

  /// `"token": "…"` and the like in JSON, whether the text ends or not; all that follows, if it is a list or an object.
  private static var named: Regex<(Substring, name: Substring, between: Substring)> {
    /(?i)(?<name>"[^"]*(?:token|password|passwd|secret|authorization|cookie|api[_-]?key)[^"]*")(?<between>\s*:\s*)(?:[\[{][\s\S]*|"(?:[^"\\]|\\.)*"?|[^\s,}\]"]+)/
  }
}
