import Signals

/// The caller of a verb that opened a module, or joined one, and gets its result.
@MainActor final class Waiter {
  /// Whether the module that opened for this closes once its result is unwanted.
  let closesWhenUnwanted: Bool
  /// Whether the caller has disposed the verb.
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

extension Emitter where Value == Void {
  /// One value, and the end.
  func succeed() {
    send(())
    complete()
  }
}
