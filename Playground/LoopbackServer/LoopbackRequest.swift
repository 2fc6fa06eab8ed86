import Foundation

/// A request as the server read it.
package struct LoopbackRequest: Sendable {
  package let method: String
  /// The path and the query, as they were sent.
  package let target: String
  /// In the order they were sent; names in lower case.
  package let headers: [(name: String, value: String)]
  package let body: Data

  /// The path, without percent encoding.
  package var path: String {
    let path = target.prefix { $0 != "?" }
    return path.removingPercentEncoding ?? String(path)
  }

  /// The fields of the query, in their order.
  package var query: [(name: String, value: String)] {
    target.firstIndex(of: "?").map { Self.fields(target[target.index(after: $0)...]) } ?? []
  }

  /// The fields of a form, in their order.
  package var form: [(name: String, value: String)] { Self.fields(String(decoding: body, as: UTF8.self)[...]) }

  /// The value of the header; nil if there is none.
  package func header(_ name: String) -> String? {
    headers.first { $0.name == name.lowercased() }?.value
  }

  /// Reads a request; nil if what comes is none, or too much of it.
  init?(from socket: Socket) {
    var data = Data(), end: Range<Data.Index>?
    while end == nil {
      guard data.count < 1_000_000, let more = socket.read() else { return nil }
      data += more
      end = data.range(of: Data("\r\n\r\n".utf8))
    }
    guard let end else { return nil }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].components(separatedBy: " ")
    guard words.count == 3 else { return nil }
    (method, target) = (words[0], words[1])
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      return (parts[0].lowercased(), value)
    }
    let length = headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    var body = data[end.upperBound...]
    while body.count < length, let more = socket.read() { body += more }
    self.body = Data(body)
  }

  /// The fields of a query or a form, decoded.
  package static func fields(_ text: Substring) -> [(name: String, value: String)] {
    text.split(separator: "&").map { field in
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        let spaced = part.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
      }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
  }
}
