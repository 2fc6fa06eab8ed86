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

extension HTTPStreaming {
  /// Sends `request` and delivers the parts of its answer as one, of any length.
  public func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> {
    stream(request).whole(to: request, limit: .max)
  }
}

/// A streaming transport made of a closure, for policies and tests.
public struct AnyStreaming: HTTPStreaming {
  private let work: @Sendable (HTTPRequest) -> Signal<HTTPPart, ServiceFailure>

  /// A transport that streams answers with `work`.
  public init(_ work: @escaping @Sendable (HTTPRequest) -> Signal<HTTPPart, ServiceFailure>) { self.work = work }

  /// The signal that the closure returns.
  public func stream(_ request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure> { work(request) }
}

extension HTTPResponse {
  /// The answer as parts.
  package var parts: [HTTPPart] {
    var head = self
    head.body = Data()
    return [.head(head)] + (body.isEmpty ? [] : [.body(body)])
  }

  mutating func add(_ part: HTTPPart) {
    switch part {
    case .sent: break
    case .head(let head): self = head
    case .body(let piece): body.append(piece)
    }
  }
}

extension Signal<HTTPPart, ServiceFailure> {
  /// The answer to `request` that these parts are. A body of more than `limit` bytes fails as early as possible.
  func whole(to request: HTTPRequest, limit: Int) -> Signal<HTTPResponse, ServiceFailure> {
    .deferred {
      let answer = Protected(HTTPResponse())
      return tryMap { part throws(ServiceFailure) in
        // The answer to HEAD states the length of a body that does not follow. A length that is not a number counts as too large.
        if case .head(let head) = part, request.method != "HEAD", ![204, 304].contains(head.status),
          let length = head.header("Content-Length"), Int(length) ?? .max > limit
        {
          throw .tooLarge(limit: limit)
        }
        let count = answer.withLock { answer in
          answer.add(part)
          return answer.body.count
        }
        if count > limit { throw .tooLarge(limit: limit) }
      }.then { .just(answer.withLock { $0 }) }
    }
  }
}
