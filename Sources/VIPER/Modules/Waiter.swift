import Signals

/// Somebody who opened a module, or joined one, and waits for its result.
@MainActor final class Waiter {
  /// Whether what is opened for this closes when nobody wants its result any more.
  let closesWhenUnwanted: Bool
  /// Whether nobody wants the result any more.
  var isUnwanted = false
  private let receive: (Event<any Sendable, RouteError>) -> Void

  init(closesWhenUnwanted: Bool, _ receive: @escaping (Event<any Sendable, RouteError>) -> Void) {
    self.closesWhenUnwanted = closesWhenUnwanted
    self.receive = receive
  }

  func fail(_ error: RouteError) { receive(.failed(error)) }

  /// The module has closed, with a result or without.
  func closed(with result: (any Sendable)?) {
    if let result { receive(.value(result)) }
    receive(.completed)
  }
}
