import Signals

/// What a module finished with.
struct ModuleResult: Sendable {
  let route: String
  let value: any Sendable
}

/// What is told when a module has closed.
@MainActor struct ModuleEnding {
  let waiters: [Waiter]
  let result: (any Sendable)?
  let route: String
  /// Whom its results are for: what it was open on, and who asked for it.
  let openers: [RouterHandle]

  func deliver() {
    for waiter in waiters { waiter.closed(with: result) }
    guard let result else { return }
    for opener in openers { opener.finished(ModuleResult(route: route, value: result)) }
  }
}

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
