/// Why a call of a service failed. Its text shows nothing of an answer's body, and no password, token or query of the request.
public enum ServiceFailure: Error, Hashable, Sendable {
  /// The request cannot be sent as it is; nothing was.
  case unsendable(String)
  /// Nobody answers at that address.
  case refused(host: String)
  /// There is no way to the server: no network, or no such name.
  case offline(host: String)
  /// The server cannot show that it is the one that was meant, or speaks no TLS; nothing was sent to it.
  case untrusted(host: String)
  /// It took longer than it may.
  case timedOut
  /// The connection broke before all of the answer was there.
  case lost(host: String)
  /// The call was given up by the other side of the transport, such as an app that goes to sleep.
  case cancelled
  /// The server answered with a status that is no success; the body is its own words.
  case status(HTTPResponse)
  /// The answer is not what was expected: where, why, and the beginning of it, which is not in the text.
  case undecodable(path: String, reason: String, excerpt: String)
  /// The answer is longer than it may be, in bytes.
  case tooLarge(limit: Int)
}

extension ServiceFailure: CustomStringConvertible, CustomReflectable {
  /// What happened, why, and what to do about it.
  public var description: String {
    switch self {
    case .unsendable(let reason): "cannot send the request: \(reason). Nothing was sent."
    case .refused(let host): "cannot reach \(host): nobody answers there. Check the address, and that the server runs."
    case .offline(let host): "cannot reach \(host): there is no connection to it. Check the network and the name."
    case .untrusted(let host):
      "cannot trust \(host): there is no secure connection to it, or its certificate is not valid. Nothing was sent. "
        + "Check the address, the certificate and this machine's clock."
    case .timedOut: "the server took too long to answer. Try again later."
    case .lost(let host): "the connection to \(host) broke before the answer was complete. Try again."
    case .cancelled: "the request was cancelled. Try again."
    case .status(let response): "the server answered \(response.status)."
    case .undecodable(_, let reason, _): "the server's answer cannot be read: \(reason)."
    case .tooLarge(let limit): "the server's answer is longer than \(limit) bytes, which is the most that is read."
    }
  }

  /// Nothing more than the description.
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Whether trying again may help.
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
  /// Whether the server may answer otherwise later.
  var isPassing: Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }
}
