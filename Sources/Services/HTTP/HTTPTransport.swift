import Signals

/// The port to the network: sends requests. Policies are transports, too, around another one:
///
///     let transport = HTTPClient(base: url)
///       .timingOutTries(after: .seconds(10), on: scheduler)
///       .retrying(RetryPolicy(), on: scheduler)
///       .timingOut(after: .seconds(30), on: scheduler)  // all tries together
///       .limited(to: 4)
public protocol HTTPTransport: Sendable {
  /// Sends `request` to a server when it is observed; gives the answer, whatever its status, and completes. Disposing it
  /// cancels the request on the wire.
  func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure>
}

/// A transport made of a closure: a policy, or a test's.
public struct AnyTransport: HTTPTransport {
  private let work: @Sendable (HTTPRequest) -> Signal<HTTPResponse, ServiceFailure>

  /// A transport that sends by `work`.
  public init(_ work: @escaping @Sendable (HTTPRequest) -> Signal<HTTPResponse, ServiceFailure>) { self.work = work }

  /// The signal that the closure makes.
  public func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> { work(request) }
}
