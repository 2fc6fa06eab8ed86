import Foundation

/// A request as a value, independent of the server.
///
///     let fields = [
///       HTTPField("user", name), HTTPField("password", password, .secret),
///     ]
///     let login = HTTPRequest.post("/login", .form(fields))
///     let user = HTTPRequest.get(
///       "/users/\(id)", query: [HTTPField("page", "1")])
///     let upload = HTTPRequest("PUT", .url(signedURL), body: picture)
///
/// Paths, queries and forms are encoded, so every value arrives unchanged. An invalid header fails with
/// ``ServiceFailure/unsendable(_:)``. Printing a request shows only its method and path, without secrets.
public struct HTTPRequest: Hashable, Sendable {
  /// `GET`, `POST` and so on.
  public var method: String
  /// The path below the transport's base URL, or a whole URL.
  public var path: HTTPPath
  /// The query items, in order, after those of a whole URL.
  public var query: [HTTPField]
  /// The headers. The transport adds those that frame the message, such as `Host` and `Content-Length`.
  public var headers: [HTTPField]
  /// The body; nil for none.
  public var body: HTTPBody?
  /// The timeout of one attempt, up to the last byte of the answer; nil for the transport's own.
  public var timeout: Duration?

  /// A request.
  public init(
    _ method: String, _ path: HTTPPath, query: [HTTPField] = [], headers: [HTTPField] = [], body: HTTPBody? = nil,
    timeout: Duration? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }

  /// A GET request.
  public static func get(_ path: HTTPPath, query: [HTTPField] = [], headers: [HTTPField] = []) -> HTTPRequest {
    HTTPRequest("GET", path, query: query, headers: headers)
  }

  /// A POST request.
  public static func post(_ path: HTTPPath, _ body: HTTPBody, headers: [HTTPField] = []) -> HTTPRequest {
    HTTPRequest("POST", path, headers: headers, body: body)
  }

  /// Whether the method is idempotent, so that the request may be sent twice.
  var isRepeatable: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method) }

  /// Replaces the request's secrets in a text for display, such as a message of the server. It finds them plain, percent-encoded
  /// or escaped as in JSON; any of their characters may be encoded. A secret of fewer than four bytes is replaced only where it is
  /// a separate word.
  public func hidingSecrets(in text: String) -> String { redaction.applied(to: text) }

  /// The redaction of this request's secrets.
  var redaction: Redaction {
    let secrets = (query + headers).filter(\.isSecret).map(\.value)
    // In `Bearer abc` the last word is the secret.
    let words = secrets.compactMap { $0.split(separator: " ").last.map(String.init) }
    return Redaction(secrets + words + (body?.secrets ?? []))
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Method and path: `GET /users/1`.
  public var description: String { SingleLine.text(redaction.applied(to: "\(method) \(path)")) }
  /// A mirror without children, so that dumping shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
