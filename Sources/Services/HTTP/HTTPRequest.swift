import Foundation

/// A request as a value: what is asked, of whichever server.
///
///     let login = HTTPRequest.post(
///       "/login", .form([HTTPField("user", name), HTTPField("password", password, .secret)]))
///     let user = HTTPRequest.get("/users/\(id)", query: [HTTPField("page", "1")])
///
/// Whatever is in it arrives as it is: paths, queries and forms are encoded, and a header that would be more than a header is
/// refused with ``ServiceFailure/unsendable(_:)``. Printing it shows method and path, never a value.
public struct HTTPRequest: Hashable, Sendable {
  /// `GET`, `POST` and so on.
  public var method: String
  /// Where it goes, below the base of the transport.
  public var path: HTTPPath
  /// The fields of the query, in their order.
  public var query: [HTTPField]
  /// The headers; those that say how the request is sent are made by the transport.
  public var headers: [HTTPField]
  /// What is sent with it.
  public var body: HTTPBody?
  /// How long one try may take, from its first byte to the last of its answer; nil leaves it to the transport.
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

  /// Asks for something.
  public static func get(_ path: HTTPPath, query: [HTTPField] = [], headers: [HTTPField] = []) -> HTTPRequest {
    HTTPRequest("GET", path, query: query, headers: headers)
  }

  /// Sends something.
  public static func post(_ path: HTTPPath, _ body: HTTPBody, headers: [HTTPField] = []) -> HTTPRequest {
    HTTPRequest("POST", path, headers: headers, body: body)
  }

  /// Whether sending it twice is as good as sending it once.
  var isRepeatable: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method) }

  /// A text to be shown, such as a message of the server, without the request's secrets: as they are, percent-encoded, or
  /// escaped as in JSON. A secret of less than four characters is hidden where it is a word of its own.
  public func hidingSecrets(in text: String) -> String { redaction.applied(to: text) }

  /// Hides its secrets.
  var redaction: Redaction {
    let secrets = (query + headers).filter(\.isSecret).map(\.value)
    // Of `Bearer abc` it is the last word that is secret.
    let words = secrets.compactMap { $0.split(separator: " ").last.map(String.init) }
    return Redaction(secrets + words + (body?.secrets ?? []))
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method and path: `GET /users/1`.
  public var description: String { SingleLine.text(redaction.applied(to: "\(method) \(path)")) }
  /// The same.
  public var debugDescription: String { description }
  /// Nothing more than the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
