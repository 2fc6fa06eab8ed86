import Foundation
public import Signals

/// One module's access to navigation. Thread-safe; keeps no module alive. Every verb gives a cold signal.
///
/// `push`, `present`, `replace`, `tab`, `embed` and `setRoot` are each an ``OpeningVerb``; `back` and `finish` close the module.
public final class Router<Output: Sendable>: Sendable {
  let handle: RouterHandle

  /// Closes this module and the modules on top of it: `router.back()`. Fails for a root. For a button, use `Command(back: router)`.
  public var back: Verb<Void> { Verb(handle: handle, givesResult: false) }
  /// Closes this module with a result for its opener: `router.finish(item)`. A root delivers the result and stays open.
  public var finish: Verb<Output> { Verb(handle: handle, givesResult: true) }

  init(_ handle: RouterHandle) { self.handle = handle }

  /// Route and number, as in the trace: `details#3`.
  public var name: String { handle.name }
  /// The app's environment: clock, locale, ids and scheduler.
  public var environment: AppEnvironment { handle.environment.value }
  /// The app's time line.
  public var trace: Trace { handle.app.trace }
  /// The bag that ends when the module closes.
  public var alive: DisposeBag { handle.alive }
  /// The bag that ends when the module loses focus. There is a new one for each focus; out of focus, it has already ended.
  @MainActor public var focused: DisposeBag {
    if let focused = handle.focused { return focused }
    let ended = DisposeBag()
    ended.dispose()
    return ended
  }

  /// One value when this module has focus, at once if it has it now: when a covering alert has gone, for example. Completes
  /// without a value when the module closes first.
  public var firstFocus: Signal<Void, Never> { whileFocused(.just(())).prefix(1) }

  /// Observes `signal` while this module has focus: anew each time the module gains it, until the module loses it. Completes when
  /// the module closes. A list that stays current is `Property(initial: [], then: router.whileFocused(interactor.rows))`.
  public func whileFocused<Value, Failure>(_ signal: Signal<Value, Failure>) -> Signal<Value, Failure> {
    handle.hasFocus.signal.removeDuplicates().prefix(until: handle.results.ignoreValues()).promoteFailure()
      .flatMap(.latest) { $0 ? signal : .empty }
  }

  /// The values and failures of `signal` while this module has focus, both as values, for a list that shows why it cannot be
  /// read. After a failure, `signal` is observed again when the module gains focus. Within one focus it is retried after a
  /// minute, then after twice as long each time, at least once a day.
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
        let values = signal.doFailed { failure.send(.failure($0)) }.retry(.max, delay: delay, on: scheduler)
        return Signal.merge(failures, values.map(Result.success).catchToValue(Result.failure))
      })
  }
}

extension Router {
  /// Opens a module on top of this one.
  public var push: OpeningVerb { OpeningVerb(handle) { .open($0, .push, from: $1) } }
  /// Opens a module on top of this one. If the visible screen already has that route and input, joins it instead.
  public var pushUnlessVisible: OpeningVerb { OpeningVerb(handle) { .pushUnlessVisible($0, from: $1) } }
  /// Opens a module over this one, as a modal.
  public var present: OpeningVerb { OpeningVerb(handle) { .open($0, .modal, from: $1) } }
  /// Closes everything and opens a module as the new root.
  public var setRoot: OpeningVerb { OpeningVerb(handle) { .open($0, .root, from: $1) } }
  /// Opens a module in place of this one. Callers that wait for this module's result get the other's, if it has the same type.
  public var replace: OpeningVerb { OpeningVerb(handle) { .replace($1, $0) } }
  /// Adds a tab to this module. The first tab is selected.
  public var tab: OpeningVerb { OpeningVerb(handle) { .open($0, .tab, from: $1) } }
  /// Opens a module inside this one, which shares its focus. Modules that it pushes go on top of this one. Embedded modules
  /// differ in route or input.
  public var embed: OpeningVerb { OpeningVerb(handle) { .open($0, .embedded, from: $1) } }

  /// Closes all modules above the nearest ancestor with that route.
  public func back<I, O>(to route: Route<I, O>) -> Signal<Void, RouteError> {
    handle.request(.back(to: route.name, from: handle.id))
  }

  /// Selects a tab of this module, or of the nearest ancestor that has tabs.
  public func select<I, O>(_ tab: Route<I, O>, with input: I) -> Signal<Void, RouteError> {
    handle.request(tab, with: input) { .select($0, from: $1) }
  }
  /// Selects a tab of this module, or of the nearest ancestor that has tabs.
  public func select<O>(_ tab: Route<Void, O>) -> Signal<Void, RouteError> { select(tab, with: ()) }

  /// The link to a screen, from a typed route and input; ``open(_:)`` takes it.
  ///
  ///     extension Route<Int, Never> {
  ///       static var page: Self { Route("page", path: "pages/:number") }
  ///     }
  ///
  ///     @MainActor func openPage(
  ///       _ number: Int, by router: Router<Never>
  ///     ) throws(RouteError) {
  ///       let link = try router.link(to: .page, with: number)  // "/pages/7"
  ///       router.open(link).start()
  ///     }
  ///
  /// - Throws: as ``Links/print(_:)`` does.
  public func link<I, O>(to route: Route<I, O>, with input: I) throws(RouteError) -> String {
    try handle.app.links.print([route.destination(with: input)])
  }
  /// The link to a screen without input.
  public func link<O>(to route: Route<Void, O>) throws(RouteError) -> String { try link(to: route, with: ()) }

  /// Opens the screens that a link names on top of this module, each on the one before. (`Navigator.open` builds the whole
  /// stack from the root.) Gives one value when they are on screen; ``results(of:)`` has their results. The app's own router
  /// opens the first on the visible screen, which does not have to declare it.
  ///
  /// Fails with ``RouteError/undeclared(from:to:)`` when this module, or one in the link, does not declare the next with
  /// `opens:`, and with ``RouteError/invalid(_:)`` when the link names a route of style `root`, which cannot open on top.
  public func open(_ link: String) -> Signal<Void, RouteError> {
    handle.ask(for: "open \(link.prefix(80))") { [handle] caller throws(RouteError) in
      try handle.perform(.open(link: link), for: caller)
    }
  }

  /// Every result of modules with that route that opened on this one, whether a verb, a link or a restoration opened them.
  public func results<I, O>(of route: Route<I, O>) -> Signal<O, Never> {
    handle.results.compactMap { $0.route == route.name ? $0.value as? O : nil }
  }
}

extension RouterHandle {
  /// A cold signal that makes a request on the main actor: synchronously if the observer is already there.
  ///
  /// - Parameters:
  ///   - navigation: the name of the navigation in the link log, for failures; nil logs none.
  ///   - isVerb: whether it is a request of a router for one route.
  func ask<Value: Sendable>(
    for navigation: String?, isVerb: Bool = false,
    _ body: @escaping @MainActor @Sendable (any Caller) throws(RouteError) -> Void
  ) -> Signal<Value, RouteError> {
    Signal { [self] emitter in
      let hop = app.ui.run { [self] in
        let caller = ObservingCaller(emitter, self, navigation, isVerb: isVerb)
        do throws(RouteError) { try body(caller) } catch { caller.fail(error) }
      }
      emitter.disposable.add(hop)
    }
  }

  /// Makes a request for a route with its input. Gives the result of the module that opens; a request that opens none gives one
  /// value when it is done.
  func request<I, O, Value>(
    _ route: Route<I, O>, with input: I, _ presentation: (any Sendable)? = nil,
    by request: @escaping @Sendable (Destination, _ id: Int?) -> NavigationRequest
  ) -> Signal<Value, RouteError> {
    let label = request(Destination(route: route.name, input: nil), id).label
    return ask(for: label, isVerb: true) { [self] caller throws(RouteError) in
      let values = RequestValues(input: input, presentation: presentation)
      try perform(.change(request(try route.destination(with: input), id), values), for: caller)
    }
  }

  func request(_ request: NavigationRequest, result: (any Sendable)? = nil) -> Signal<Void, RouteError> {
    ask(for: request.label, isVerb: true) { [self] caller throws(RouteError) in
      try perform(.change(request, RequestValues(result: result)), for: caller)
    }
  }

  /// The reason why the module cannot go back, as a text for the user; nil if it can.
  var reasonToStay: String? {
    if !isRoot, id != nil { return nil }
    let language = Locale.Language(identifier: environment.value.locale.identifier)
    let isChinese = language.languageCode == .chinese && language.script == .hanSimplified
    return isChinese ? "这是第一个界面" : "this is the first screen"
  }

  func close(with result: (any Sendable)?) -> Signal<Void, RouteError> {
    id.map { request(.close($0), result: result) }
      ?? ask(for: "close", isVerb: true) { _ throws(RouteError) in throw .nothingBelow }
  }
}
