import Foundation
import Signals

/// A part of a request on its way: how much of its body has gone, then the head of the answer, then pieces of the answer's body.
public enum HTTPPart: Hashable, Sendable {
  /// So many bytes of the request's body have been sent, of so many.
  case sent(Int, of: Int)
  /// The answer's status and headers, with no body yet.
  case head(HTTPResponse)
  /// The next bytes of the answer's body.
  case body(Data)
}

/// A transport whose answers can be read as they arrive: large ones, with progress, and such as never end.
public protocol HTTPStreaming: HTTPTransport {
  /// Sends `request` when it is observed; gives the parts of the answer, whatever its status, and completes. Disposing it cancels
  /// the request on the wire.
  func stream(_ request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure>
}
