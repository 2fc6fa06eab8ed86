public import Signals

/// Sends requests to a server. A policy is a transport that wraps another one:
///
///     let transport = HTTPClient(base: url, timeout: 10, on: scheduler)
///       .retrying(RetryPolicy(), on: scheduler, now: environment.now)
///       .timingOut(after: .seconds(30), on: scheduler)  // all together
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

extension HTTPTransport {
  /// Cancels a request that takes longer than `duration` and fails with ``ServiceFailure/timedOut``. Around a transport that retries,
  /// `duration` covers all attempts together, independent of the request's own timeout.
  public func timingOut(after duration: Duration, on scheduler: any Scheduler) -> some HTTPTransport {
    AnyTransport { send($0).timeout(duration, failingWith: .timedOut, on: scheduler) }
  }
}
