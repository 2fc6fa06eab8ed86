import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request as the system sends it.
package enum HTTPMessage {
  /// The headers that say how a message is sent: with two opinions about them, a message could be read as two.
  private static let reserved: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer", "expect",
  ]

  /// - Parameter patience: the seconds without a byte after which the system gives up.
  static func request(
    _ request: HTTPRequest, at url: URL, patience: TimeInterval
  ) throws(ServiceFailure) -> URLRequest {
    var message = URLRequest(url: url)
    guard isToken(request.method) else { throw .unsendable("'\(SingleLine.text(request.method))' is not a method") }
    message.httpMethod = request.method
    // Never earlier than what the request says, which the transport times itself.
    message.timeoutInterval = max(seconds((request.timeout ?? .zero) / .seconds(1)), seconds(patience))
    if let body = request.body {
      message.httpBody = body.content
      message.setValue(body.type, forHTTPHeaderField: "Content-Type")
    }
    for field in request.headers {
      try check(field)
      message.addValue(field.value, forHTTPHeaderField: field.name)
    }
    return message
  }

  /// As the system can count them: on Linux it leaves out what is not a whole second, and fails at once when nothing is left; a
  /// number that is too large, or none, ends the program.
  package static func seconds(_ seconds: TimeInterval) -> TimeInterval {
    seconds > 1 ? min(seconds.rounded(.up), 1_000_000_000) : 1
  }

  static func url(_ request: HTTPRequest, base: URL) throws(ServiceFailure) -> URL {
    if let segment = request.path.refused {
      throw .unsendable("'\(segment)' cannot be a part of a path: it would lead to another one")
    }
    guard var parts = URLComponents(url: base, resolvingAgainstBaseURL: true),
      ["http", "https"].contains(parts.scheme), parts.host?.isEmpty == false
    else { throw .unsendable("the base address is not one of a web server") }
    let above = parts.percentEncodedPath
    parts.percentEncodedPath = (above.hasSuffix("/") ? String(above.dropLast()) : above) + request.path.encoded
    let query = request.query.map { PercentEncoding.component($0.name) + "=" + PercentEncoding.component($0.value) }
    parts.percentEncodedQuery = query.isEmpty ? nil : query.joined(separator: "&")
    parts.fragment = nil
    guard let url = parts.url else { throw .unsendable("its path makes no address") }
    return url
  }

  /// A header must be one header: a line's end in it would begin another, or the body.
  private static func check(_ field: HTTPField) throws(ServiceFailure) {
    let name = SingleLine.text(field.name)
    guard isToken(field.name) else { throw .unsendable("'\(name)' is not the name of a header") }
    guard !reserved.contains(field.name.lowercased()) else {
      throw .unsendable("the header \(name) is up to the transport")
    }
    guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw .unsendable("the header \(name) holds a control character, such as a line's end")
    }
  }

  private static func isToken(_ text: String) -> Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    return !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || marks.contains(UInt8(scalar.value)))
      }
  }
}
