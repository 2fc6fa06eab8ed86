public import Signals

/// A verb that closes its module. A call gives a cold signal, as for every verb: `router.finish(item).start()`. It has one value
/// when the module has closed, and fails with the reason why it could not close. A signal can be bound to a verb:
/// `save.values.bind(to: router.finish)`. A verb keeps no module alive.
public struct Verb<Input: Sendable>: Sendable {
  let handle: RouterHandle
  let givesResult: Bool

  /// A signal that closes the module, once for each observation.
  public func callAsFunction(_ input: Input) -> Signal<Void, RouteError> {
    handle.close(with: givesResult ? input : nil)
  }
}

extension Verb<Void> {
  /// A signal that closes the module, once for each observation.
  public func callAsFunction() -> Signal<Void, RouteError> { self(()) }
}

/// A verb that opens a module: `router.push(.details, with: id)`.
///
/// Its signal gives one value when the opened module finishes, completes without a value when the user goes back, and fails with
/// the reason why the module could not open. A verb for a module that is already open there joins it; so does a second request
/// for a root or a replacement during the first. Disposing the signal closes the module that it opened, except for roots and
/// replacements.
public struct OpeningVerb: Sendable {
  private let handle: RouterHandle
  private let request: @Sendable (Destination, _ id: Int?) -> NavigationRequest

  init(_ handle: RouterHandle, by request: @escaping @Sendable (Destination, _ id: Int?) -> NavigationRequest) {
    (self.handle, self.request) = (handle, request)
  }

  /// A signal that opens the module of `route`, once for each observation. The stage gets `presentation`, or else the route's
  /// own, as ``NavigationTree/Transition/presentation``.
  public func callAsFunction<I, O>(
    _ route: Route<I, O>, with input: I, presentation: (any Sendable)? = nil
  ) -> Signal<O, RouteError> { handle.request(route, with: input, presentation, by: request) }

  /// A signal that opens the module of a route without input.
  public func callAsFunction<O>(
    _ route: Route<Void, O>, presentation: (any Sendable)? = nil
  ) -> Signal<O, RouteError> { self(route, with: (), presentation: presentation) }
}

extension Signal where Failure == Never {
  /// Performs `verb` with each value. The binding ends with the verb's module. A failure is an entry of the ``Trace``.
  @discardableResult public func bind(to verb: Verb<Value>) -> Disposable {
    observeValues { verb($0).start() }.stored(in: verb.handle.alive)
  }
}

extension Command where Input == Void, Output == Void, Failure == RouteError {
  /// A command that closes a module without a result, for a button. Disabled for a root; the reason is in simplified Chinese if
  /// that is the language of the environment's locale, otherwise in English.
  public convenience init<Result: Sendable>(back router: Router<Result>) {
    let handle = router.handle
    self.init(unless: handle.reasonToStay.map { Property(constant: $0) } ?? .noReason) { handle.close(with: nil) }
  }

  /// A command that closes a module with a fixed result for its opener: `Command(finishing: router, with: true)`.
  public convenience init<Result: Sendable>(finishing router: Router<Result>, with result: Result) {
    self.init { [handle = router.handle] in handle.close(with: result) }
  }
}
