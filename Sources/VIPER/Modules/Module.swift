/// A route and the closure that builds its module. The closure is the only place where the layers meet.
///
///     Module(.todo, opens: .add) { router, _ in
///       let interactor = ListInteractor(data: data)
///       return Assembly(
///         ListPresenter(interactor, router: router),
///         interactor: interactor, view: ListView.init)
///     }
public struct Module: Sendable {
  let described: any UntypedRoute
  package var route: String { described.name }
  private(set) var opens: [String] = []
  let openingGuard: Guard?
  let isOpenFromAnywhere: Bool
  /// Builds the module for the given input, or else for the destination's. Also returns the router, which is watched for leaks.
  let build:
    @MainActor @Sendable (RouterHandle, Destination, (any Sendable)?) throws(RouteError) -> (
      Assembly, router: AnyObject
    )

  /// A module for `route`.
  ///
  /// - Parameters:
  ///   - route: its name, input and output.
  ///   - opens: every route that the module may open. Opening another fails with ``RouteError/undeclared(from:to:)``, so that
  ///     the static graph is complete.
  ///   - guard: decides whether the module may open.
  ///   - fromAnywhere: whether every module, and a link after any screen, may open it without declaring it.
  ///   - build: makes and wires the parts of one opening.
  @_disfavoredOverload public init<I, O, each A, each B>(
    _ route: Route<I, O>, opens: repeat Route<each A, each B>, guard: Guard? = nil, fromAnywhere: Bool = false,
    build: @escaping @MainActor @Sendable (Router<O>, I) -> Assembly
  ) {
    self.init(route, guard: `guard`, fromAnywhere: fromAnywhere, build: build)
    for name in repeat (each opens).name { self.opens.append(name) }
  }

  /// A module for `route` that opens no other. The compiler can explain a mistake in its `build`.
  public init<I, O>(
    _ route: Route<I, O>, guard: Guard? = nil, fromAnywhere: Bool = false,
    build: @escaping @MainActor @Sendable (Router<O>, I) -> Assembly
  ) {
    described = route
    openingGuard = `guard`
    isOpenFromAnywhere = fromAnywhere
    self.build = { handle, destination, given throws(RouteError) in
      let router = Router<O>(handle)
      // Unwrapped first: the cast of a nil to an optional type succeeds.
      if let given, let given = given as? I { return (build(router, given), router) }
      return (build(router, try route.decode(destination.input, route.name)), router)
    }
  }
}

/// The wired parts of one open module. Each part is optional: a view alone is a module, and so is a presenter alone.
@MainActor public struct Assembly {
  let view: AnyObject?
  let presenter: (any Presenter)?
  private let interactor: AnyObject?
  private let others: [AnyObject]
  let file: StaticString
  let line: UInt

  /// An assembly of these parts. The navigator retains them while the module is open, then watches them for leaks.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - presenter: the presenter.
  ///   - interactor: the interactor.
  ///   - others: further parts to retain and watch.
  ///   - file: the source file that ``Leak`` names.
  ///   - line: the line that ``Leak`` names.
  public init(
    view: AnyObject? = nil, presenter: (any Presenter)? = nil, interactor: AnyObject? = nil, others: [AnyObject] = [],
    file: StaticString = #fileID, line: UInt = #line
  ) {
    (self.view, self.presenter, self.interactor, self.others) = (view, presenter, interactor, others)
    (self.file, self.line) = (file, line)
  }

  /// A presenter and the view that `view` makes for it: `Assembly(ListPresenter(router), view: ConsoleView.init)`.
  public init<P: Presenter>(
    _ presenter: P, interactor: AnyObject? = nil, others: [AnyObject] = [], file: StaticString = #fileID,
    line: UInt = #line, view: @MainActor (P) -> AnyObject
  ) {
    self.init(
      view: view(presenter), presenter: presenter, interactor: interactor, others: others, file: file, line: line)
  }

  func forEachPart(_ body: (_ part: AnyObject, _ role: String) -> Void) {
    if let view { body(view, "view") }
    if let presenter { body(presenter, "presenter") }
    if let interactor { body(interactor, "interactor") }
    for other in others { body(other, "part") }
  }
}

extension [String: Module] {
  func module(of route: String) throws(RouteError) -> Module {
    guard let module = self[route] else { throw .unknown(route, among: keys) }
    return module
  }

  /// Throws unless the module declares the route, or the route is open from anywhere.
  func refuseUndeclared(_ route: String, by module: String) throws(RouteError) {
    guard self[module]?.opens.contains(route) == true || self[route]?.isOpenFromAnywhere == true else {
      throw .undeclared(from: module, to: route)
    }
  }
}
