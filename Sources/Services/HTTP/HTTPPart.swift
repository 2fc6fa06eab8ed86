public import Foundation
public import Signals

/// A step of a request: first the upload's progress, then the head of the answer, then pieces of the answer's body.
public enum HTTPPart: Hashable, Sendable {
  /// The number of sent bytes of the request's body, and their total number.
  case sent(Int, of: Int)
  /// The answer's status and headers, with no body yet.
  case head(HTTPResponse)
  /// The next bytes of the answer's body.
  case body(Data)
}

/// A transport that delivers answers in parts as they arrive: for large answers, for progress and for endless streams.
public protocol HTTPStreaming: HTTPTransport {
  /// Sends `request` when observed, delivers the parts of the answer, whatever its status, and completes. Disposing the observation
  /// cancels the request on the wire.
  func stream(_ request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure>
}
