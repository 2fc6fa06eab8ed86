/// A failed call of a service. Its text contains no body of an answer, except for the keys that lead to a wrong value, at most 50
/// characters each, and no password, token or query of the request.
public enum ServiceFailure: Error, Hashable, Sendable {
  /// The request is invalid, for the given reason; nothing was sent.
  case unsendable(String)
  /// The server refused the connection.
  case refused(host: String)
  /// There is no network, or the host's name is unknown.
  case offline(host: String)
  /// The server has no valid certificate, or does not support TLS; nothing was sent.
  case untrusted(host: String)
  /// The call exceeded its timeout.
  case timedOut
  /// The connection broke before the answer was complete.
  case lost(host: String)
  /// The system or the transport cancelled the call, for instance because the app was suspended.
  case cancelled
  /// The server answered with a status other than 200 to 299.
  case status(HTTPResponse)
  /// The answer could not be decoded: the path of the value, the reason, and the first characters of the body, which the
  /// description omits.
  case undecodable(path: String, reason: String, excerpt: String)
  /// The answer is longer than the limit, in bytes.
  case tooLarge(limit: Int)
}

extension ServiceFailure: CustomStringConvertible, CustomReflectable {
  /// The problem, its cause and a remedy.
  public var description: String {
    switch self {
    case .unsendable(let reason): "cannot send the request: \(reason). Nothing was sent."
    case .refused(let host):
      "cannot reach \(host): the server refused the connection. Check the address, and that the server is running."
    case .offline(let host): "cannot reach \(host): there is no connection to it. Check the network and the name."
    case .untrusted(let host):
      "cannot trust \(host): there is no secure connection to it, or its certificate is not valid. Nothing was sent. "
        + "Check the address, the certificate and this machine's clock."
    case .timedOut: "the server took too long to answer. Try again later."
    case .lost(let host): "the connection to \(host) broke before the answer was complete. Try again."
    case .cancelled: "the request was cancelled. Try again."
    case .status(let response): "the server answered \(response.status)."
    case .undecodable(_, let reason, _): "the server's answer cannot be read: \(reason)."
    case .tooLarge(let limit): "the server's answer is longer than \(limit) bytes, the limit."
    }
  }

  /// A mirror without children, so that dumping shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether a retry may succeed.
  var isPassing: Bool {
    switch self {
    case .refused, .offline, .timedOut, .lost: true
    case .status(let response): response.isPassing
    case .unsendable, .untrusted, .cancelled, .undecodable, .tooLarge: false
    }
  }

  /// Whether the request cannot have reached the server.
  var isUnsent: Bool {
    switch self {
    case .refused, .offline, .untrusted, .unsendable: true
    default: false
    }
  }
}

extension HTTPResponse {
  /// Whether the server may give another answer later.
  var isPassing: Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }
}
