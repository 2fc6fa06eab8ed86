import Foundation

/// A request as the server received it.
package struct LoopbackRequest: Sendable {
  package let method: String
  /// The path and the query, as sent.
  package let target: String
  /// The headers in order, with names in lower case.
  package let headers: [(name: String, value: String)]
  package let body: Data

  /// The percent-decoded path.
  package var path: String {
    let path = target.prefix { $0 != "?" }
    return path.removingPercentEncoding ?? String(path)
  }

  /// The query items, in order.
  package var query: [(name: String, value: String)] {
    target.firstIndex(of: "?").map { Self.fields(target[target.index(after: $0)...]) } ?? []
  }

  /// The form fields, in order.
  package var form: [(name: String, value: String)] { Self.fields(String(decoding: body, as: UTF8.self)[...]) }

  /// The value of a header; nil if it is missing.
  package func header(_ name: String) -> String? {
    headers.first { $0.name == name.lowercased() }?.value
  }

  /// The result of parsing the bytes received so far.
  enum Reading {
    case incomplete
    case whole(LoopbackRequest)
    /// The bytes are not a valid request, or exceed a limit; has the answer.
    case refused(LoopbackAnswer)
  }

  /// The largest size of the request line and the headers, in bytes.
  private static let headLimit = 65_536

  /// - Parameter bodyLimit: the largest size of a body, in bytes.
  static func read(_ data: Data, bodyLimit: Int) -> Reading {
    guard let end = data.prefix(headLimit).range(of: Data("\r\n\r\n".utf8)) else {
      return data.count < headLimit ? .incomplete : .refused(.text("the headers are too long", status: 431))
    }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].components(separatedBy: " ")
    guard words.count == 3 else { return .refused(.text("this is not an HTTP request", status: 400)) }
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      return (name: parts[0].lowercased(), value: value)
    }
    let length = headers.first { $0.name == "content-length" }.map { Int($0.value) ?? -1 } ?? 0
    guard length >= 0, !headers.contains(where: { $0.name == "transfer-encoding" }) else {
      return .refused(.text("Content-Length is required", status: 411))
    }
    guard length <= bodyLimit else { return .refused(.text("the body is too long", status: 413)) }
    guard data.distance(from: end.upperBound, to: data.endIndex) >= length else { return .incomplete }
    return .whole(
      LoopbackRequest(
        method: words[0], target: words[1], headers: headers, body: Data(data[end.upperBound...].prefix(length))))
  }

  /// The decoded fields of a query or a form.
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
