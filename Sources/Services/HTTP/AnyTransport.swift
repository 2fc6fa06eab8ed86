import Signals

/// A transport made of a closure: a policy, or a test's.
public struct AnyTransport: HTTPTransport {
  private let work: @Sendable (HTTPRequest) -> Signal<HTTPResponse, ServiceFailure>

  /// A transport that sends by `work`.
  public init(_ work: @escaping @Sendable (HTTPRequest) -> Signal<HTTPResponse, ServiceFailure>) { self.work = work }

  /// What the closure gives.
  public func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> { work(request) }
}
