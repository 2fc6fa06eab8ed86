import Foundation
import Signals

/// One module's handle on navigation. Thread-safe; holds nothing alive. Every verb is a cold signal or a command.
///
/// `push`, `present`, `replace`, `tab`, `embed` and `setRoot` give one value when the opened module finishes, complete
/// without one when the user goes back, and fail with why it could not open. Asking for what is already there joins it; so does
/// asking a second time for a root or a replacement while the first is on its way.
/// Disposing one closes the module it opened — except roots and replacements, which outlive the module that asked.
public final class Router<Output: Sendable>: Sendable {
  let handle: RouterHandle

  /// Closes this module and what is on top of it; disabled for the root, which says so in the language of the environment's
  /// locale: in simplified Chinese, or else in English.
  public var back: Command<Void, Void, RouteError> {
    goingBack { [handle] in
      let isPossible = !handle.isRoot && handle.id != nil, close = { @Sendable in handle.close(with: nil) }
      if isPossible { return Command(close) }
      let reason = handle.nothingBelow(in: handle.environment.value.locale)
      return Command(unless: Property<String?>(constant: reason), close)
    }
  }
  /// Closes this module with a result for its opener. A root delivers it and stays.
  public var finish: Command<Output, Void, RouteError> {
    finishing { [handle] in Command { handle.close(with: $0) } }
  }
  private let goingBack = LazyReference<Command<Void, Void, RouteError>>()
  private let finishing = LazyReference<Command<Output, Void, RouteError>>()

  init(_ handle: RouterHandle) { self.handle = handle }

  /// Route and number, as in the trace: `details#3`.
  public var name: String { handle.name }
  /// What makes runs differ: clock, locale, ids, scheduler.
  public var environment: AppEnvironment { handle.environment.value }
  /// The app's time line.
  public var trace: Trace { handle.app.trace }
  /// Ends when the module closes.
  public var alive: DisposeBag { handle.alive }
  /// Ends when the module loses focus; a new one begins when it gains it. Already ended while out of focus.
  @MainActor public var focused: DisposeBag {
    if let focused = handle.focused { return focused }
    let ended = DisposeBag()
    ended.dispose()
    return ended
  }

  /// `signal` while this module has focus: observed anew each time the module gains it, disposed when the module loses it. A list
  /// that is always the one of now is `Property(initial: [], then: router.whileFocused(interactor.rows))`.
  public func whileFocused<Value, Failure>(_ signal: Signal<Value, Failure>) -> Signal<Value, Failure> {
    handle.hasFocus.signal.promoteFailure().flatMap(.latest) { $0 ? signal : .empty }
  }

  /// The values of `signal` while this module has focus, and its failures as values, too: for a list that shows why it cannot be
  /// read. After a failure, `signal` is observed again when the module gains focus, and a minute later, then after twice as long
  /// each time, at least once a day.
  public func resultsWhileFocused<Value, Failure>(
    _ signal: Signal<Value, Failure>
  ) -> Signal<Result<Value, Failure>, Never> {
    let scheduler = environment.scheduler
    return whileFocused(
      .deferred {
        let (failures, failure) = Signal<Result<Value, Failure>, Never>.pipe()
        let delay = { @Sendable (attempt: Int, _: Failure) -> Duration? in
          .seconds(60 * min(1 << min(attempt - 1, 11), 1_440))
        }
        let values = signal.doError { failure.send(.failure($0)) }.retry(.max, delay: delay, on: scheduler)
        return failures.merge(with: values.map(Result.success).catchToValue(Result.failure))
      })
  }
}

extension Router {
  /// Opens a module on top of this one. The stage finds `presentation`, or else the route's own, in ``Transition/presentation``.
  public func push<I, O>(
    _ route: Route<I, O>, with input: I, presentation: (any Sendable)? = nil
  ) -> Signal<O, RouteError> { handle.request(route, with: input, presentation) { .open($0, .push, from: $1) } }
  /// Opens a module on top of this one.
  public func push<O>(_ route: Route<Void, O>, presentation: (any Sendable)? = nil) -> Signal<O, RouteError> {
    push(route, with: (), presentation: presentation)
  }

  /// Opens a module on top of this one, unless the visible screen is of that route and input: then it joins that.
  public func pushUnlessVisible<I, O>(
    _ route: Route<I, O>, with input: I, presentation: (any Sendable)? = nil
  ) -> Signal<O, RouteError> {
    handle.request(route, with: input, presentation) { .pushUnlessVisible($0, from: $1) }
  }
  /// Opens a module on top of this one, unless the visible screen is of that route: then it joins that.
  public func pushUnlessVisible<O>(
    _ route: Route<Void, O>, presentation: (any Sendable)? = nil
  ) -> Signal<O, RouteError> { pushUnlessVisible(route, with: (), presentation: presentation) }

  /// Opens a module over this one, as a modal.
  public func present<I, O>(
    _ route: Route<I, O>, with input: I, presentation: (any Sendable)? = nil
  ) -> Signal<O, RouteError> { handle.request(route, with: input, presentation) { .open($0, .modal, from: $1) } }
  /// Opens a module over this one, as a modal.
  public func present<O>(_ route: Route<Void, O>, presentation: (any Sendable)? = nil) -> Signal<O, RouteError> {
    present(route, with: (), presentation: presentation)
  }

  /// Closes everything, then opens.
  public func setRoot<I, O>(
    _ route: Route<I, O>, with input: I, presentation: (any Sendable)? = nil
  ) -> Signal<O, RouteError> { handle.request(route, with: input, presentation) { .open($0, .root, from: $1) } }
  /// Closes everything, then opens.
  public func setRoot<O>(_ route: Route<Void, O>, presentation: (any Sendable)? = nil) -> Signal<O, RouteError> {
    setRoot(route, with: (), presentation: presentation)
  }

  /// Takes this module's place; waiters for this module's result now wait for the other's, if it is of the same type.
  public func replace<I, O>(
    _ route: Route<I, O>, with input: I, presentation: (any Sendable)? = nil
  ) -> Signal<O, RouteError> { handle.request(route, with: input, presentation) { .replace($1, $0) } }
  /// Takes this module's place; waiters for this module's result now wait for the other's, if it is of the same type.
  public func replace<O>(_ route: Route<Void, O>, presentation: (any Sendable)? = nil) -> Signal<O, RouteError> {
    replace(route, with: (), presentation: presentation)
  }

  /// Adds a tab to this module; the first is selected.
  public func tab<I, O>(_ route: Route<I, O>, with input: I) -> Signal<O, RouteError> {
    handle.request(route, with: input) { .open($0, .tab, from: $1) }
  }
  /// Adds a tab to this module; the first is selected.
  public func tab<O>(_ route: Route<Void, O>) -> Signal<O, RouteError> { tab(route, with: ()) }

  /// Opens a child that shares this module's focus; what it pushes goes on top of this module. Children differ in route or
  /// input.
  public func embed<I, O>(_ route: Route<I, O>, with input: I) -> Signal<O, RouteError> {
    handle.request(route, with: input) { .open($0, .embedded, from: $1) }
  }
  /// Opens a child that shares this module's focus; what it pushes goes on top of this module.
  public func embed<O>(_ route: Route<Void, O>) -> Signal<O, RouteError> { embed(route, with: ()) }

  /// Closes everything above the nearest ancestor of that route.
  public func back<I, O>(to route: Route<I, O>) -> Signal<Void, RouteError> {
    handle.request(.back(to: route.name, from: handle.id))
  }

  /// Shows a tab of this module or of the nearest ancestor that has tabs.
  public func select<I, O>(_ tab: Route<I, O>, with input: I) -> Signal<Void, RouteError> {
    handle.request(tab, with: input) { .select($0, from: $1) }
  }
  /// Shows a tab of this module or of the nearest ancestor that has tabs.
  public func select<O>(_ tab: Route<Void, O>) -> Signal<Void, RouteError> { select(tab, with: ()) }

  /// Every result of such a module opened on this one, by a verb, a link or a restoration.
  public func results<I, O>(of route: Route<I, O>) -> Signal<O, Never> {
    handle.results.compactMap { $0.route == route.name ? $0.value as? O : nil }
  }
}

extension RouterHandle {
  /// A cold signal that asks the pipeline, on the main actor: at once when already there.
  ///
  /// - Parameter navigation: the words for a failure in the link log; nil keeps it out of there.
  func ask<Value: Sendable>(
    for navigation: String?,
    _ body: @escaping @MainActor @Sendable (any RouterTarget, any Caller) throws(RouteError) -> Void
  ) -> Signal<Value, RouteError> {
    Signal { [self] emitter in
      let hop = app.ui.run { [self] in
        let caller = ObservingCaller(emitter, self, navigation)
        do throws(RouteError) {
          guard let target else { throw .closed(name) }
          try body(target, caller)
        } catch { caller.fail(error) }
      }
      emitter.disposable.add(hop)
    }
  }

  /// Makes a request for a route with its input. Gives the result of the module that opens, or else one value when it is done.
  func request<I, O, Value>(
    _ route: Route<I, O>, with input: I, _ presentation: (any Sendable)? = nil,
    by request: @escaping @Sendable (Destination, _ id: Int?) -> NavigationRequest
  ) -> Signal<Value, RouteError> {
    let label = request(Destination(route: route.name, input: nil), id).label
    return ask(for: label) { [self] target, caller throws(RouteError) in
      let values = RequestValues(input: input, presentation: presentation)
      try target.perform(request(try route.destination(with: input), id), values, from: self, for: caller)
    }
  }

  func request(_ request: NavigationRequest, result: (any Sendable)? = nil) -> Signal<Void, RouteError> {
    ask(for: request.label) { [self] target, caller throws(RouteError) in
      try target.perform(request, RequestValues(result: result), from: self, for: caller)
    }
  }

  /// Why the root cannot go back, for its user.
  func nothingBelow(in locale: Locale) -> String {
    let language = Locale.Language(identifier: locale.identifier)
    let isChinese = language.languageCode == .chinese && language.script == .hanSimplified
    return isChinese ? "这是第一个界面" : "this is the first screen"
  }

  func close(with result: (any Sendable)?) -> Signal<Void, RouteError> {
    id.map { request(.close($0), result: result) } ?? .fail(.nothingBelow)
  }
}

extension Command where Input == Void, Output == Void, Failure == RouteError {
  /// A command that closes a module with a fixed result for its opener, such as the buttons of a question:
  /// `Command(finishing: router, with: true)`. ``Router/finish`` takes the result when it is executed.
  public convenience init<Result: Sendable>(finishing router: Router<Result>, with result: Result) {
    let handle = router.handle
    self.init { handle.close(with: result) }
  }
}
