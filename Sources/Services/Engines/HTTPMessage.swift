import Foundation

/// A request as it goes over the wire, with checked headers.
package struct HTTPMessage: Sendable {
  let method: String
  let url: URL
  let headers: [HTTPField]
  let body: HTTPBody?
  /// Whether the message may be sent twice.
  let isRepeatable: Bool

  /// The headers that frame a message. Contradictory ones would allow request smuggling.
  private static let reserved: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer", "expect",
  ]

  init(_ request: HTTPRequest, at url: URL) throws(ServiceFailure) {
    method = request.method
    self.url = url
    body = request.body
    isRepeatable = request.isRepeatable
    headers = (request.body.map { [HTTPField("Content-Type", $0.type)] } ?? []) + request.headers
    try checkLines()
  }

  /// Whether the message has a header with this lower-case name.
  func has(_ name: String) -> Bool { headers.contains { $0.name.lowercased() == name } }

  /// The server, for error messages: `example.com:8080`.
  var host: String { (url.host ?? "") + (url.port.map { ":\($0)" } ?? "") }

  /// Whether the server is on this machine. Such a message does not go through a proxy: it would leave the machine.
  var isLocal: Bool { ["localhost", "127.0.0.1", "::1"].contains(url.host?.lowercased()) }

  static func url(_ request: HTTPRequest, base: URL) throws(ServiceFailure) -> URL {
    if let reason = request.path.refused { throw .unsendable(SingleLine.text(reason)) }
    guard let server = HTTPOrigin(base) else { throw .unsendable("the base URL is not an http or https URL") }
    if base.query != nil {
      throw .unsendable("the base URL has a query, which no request would send; send HTTPRequest(_, .url(_:)) instead")
    }
    guard var parts = URLComponents(url: base, resolvingAgainstBaseURL: true) else { throw Self.invalid }
    if !request.path.encoded.isEmpty {
      let above = parts.percentEncodedPath
      parts.percentEncodedPath = (above.hasSuffix("/") ? String(above.dropLast()) : above) + request.path.encoded
    }
    parts.fragment = nil
    guard var url = parts.url else { throw Self.invalid }
    if let whole = request.path.url {
      url = URL(string: whole.relativeString, relativeTo: whole.baseURL ?? url) ?? whole
    }
    guard let origin = HTTPOrigin(url.absoluteURL) else { throw .unsendable("its URL is not an http or https URL") }
    guard server.scheme == "http" || origin.scheme == "https" else {
      throw .unsendable("its URL leaves HTTPS; make a client whose base URL is an http URL if that is right")
    }
    if request.query.isEmpty { return url.absoluteURL }
    let items = request.query.map { PercentEncoding.component($0.name) + "=" + PercentEncoding.component($0.value) }
    guard var queried = URLComponents(url: url, resolvingAgainstBaseURL: true) else { throw Self.invalid }
    queried.percentEncodedQuery = ((queried.percentEncodedQuery.map { [$0] } ?? []) + items).joined(separator: "&")
    guard let url = queried.url else { throw Self.invalid }
    return url
  }

  private static var invalid: ServiceFailure { .unsendable("its path is not a valid URL") }

  /// Rejects what could end a line of the message and begin another one. Everything that becomes a line passes here, for both
  /// engines: the method, the target, the body's media type, and the headers of the request and of all transports around the
  /// client.
  private func checkLines() throws(ServiceFailure) {
    guard Self.isToken(method) else { throw .unsendable("'\(SingleLine.text(method))' is not a method") }
    guard url.absoluteString.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw .unsendable("its URL contains a character that is not encoded")
    }
    for field in headers + (body?.partTypes ?? []).map({ HTTPField("Content-Type", $0) }) {
      let name = SingleLine.text(field.name)
      guard Self.isToken(field.name) else { throw .unsendable("'\(name)' is not a header name") }
      guard !Self.reserved.contains(field.name.lowercased()) else {
        throw .unsendable("the transport sets the header \(name) itself")
      }
      guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw .unsendable("the header \(name) contains a control character, such as a line break")
      }
    }
  }

  private static func isToken(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.isASCII } && text.wholeMatch(of: /[A-Za-z0-9!#$%&'*+\-.^_`|~]+/) != nil
  }
}
