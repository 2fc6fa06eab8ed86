public import Signals

/// Sends requests to a server. A policy is a transport that wraps another one:
///
///     let transport = HTTPClient(base: url)
///       .timingOutTries(after: .seconds(10), on: scheduler)
///       .retrying(RetryPolicy(), on: scheduler, now: environment.now)
///       .timingOut(after: .seconds(30), on: scheduler)  // all tries together
///       .limited(to: 4)
public protocol HTTPTransport: Sendable {
  /// Sends `request` when observed, delivers the answer, whatever its status, and completes. Disposing the observation cancels
  /// the request on the wire.
  func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure>
}

/// A transport made of a closure, for policies and tests.
public struct AnyTransport: HTTPTransport {
  private let work: @Sendable (HTTPRequest) -> Signal<HTTPResponse, ServiceFailure>

  /// A transport that sends requests with `work`.
  public init(_ work: @escaping @Sendable (HTTPRequest) -> Signal<HTTPResponse, ServiceFailure>) { self.work = work }

  /// The signal that the closure returns.
  public func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> { work(request) }
}
