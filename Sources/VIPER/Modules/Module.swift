/// A route with the closure that builds its module: the only place where layers meet.
///
///     Module(.todo, opens: .add) { router, _ in
///       let interactor = ListInteractor(data: data)
///       return Assembly(ListPresenter(interactor, router: router), interactor: interactor, view: ListView.init)
///     }
public struct Module: Sendable {
  let described: any UntypedRoute
  package var route: String { described.name }
  let opens: [String]
  let openingGuard: Guard?
  let isOpenFromAnywhere: Bool
  /// Builds the module for an input: the given one, or else the destination's. Returns the router, too, to watch it.
  let build:
    @MainActor @Sendable (RouterHandle, Destination, (any Sendable)?) throws(RouteError) -> (
      Assembly, router: AnyObject
    )

  /// A module for `route`.
  ///
  /// - Parameters:
  ///   - route: its name, input and output.
  ///   - opens: every route the module may open; anything else fails with ``RouteError/undeclared(from:to:)``, so the static
  ///     graph is the truth.
  ///   - guard: asked before it opens.
  ///   - fromAnywhere: whether every module may open it, and a link from outside may name it behind every screen, without being
  ///     declared.
  ///   - build: makes the parts for one opening and wires them.
  public init<I, O, each A, each B>(
    _ route: Route<I, O>, opens: repeat Route<each A, each B>, guard: Guard? = nil, fromAnywhere: Bool = false,
    build: @escaping @MainActor @Sendable (Router<O>, I) -> Assembly
  ) {
    described = route
    var names: [String] = []
    for name in repeat (each opens).name { names.append(name) }
    self.opens = names
    openingGuard = `guard`
    isOpenFromAnywhere = fromAnywhere
    self.build = { handle, destination, given throws(RouteError) in
      let router = Router<O>(handle)
      if let given = given as? I { return (build(router, given), router) }
      return (build(router, try route.decode(destination.input, route.name)), router)
    }
  }
}

/// The parts of one live module, wired. Any may be missing: a view alone is a module, and so is a presenter alone.
@MainActor public struct Assembly {
  let view: AnyObject?
  let presenter: (any Presenter)?
  private let interactor: AnyObject?
  private let others: [AnyObject]
  let file: StaticString
  let line: UInt

  /// The parts are owned while the module is open, and watched after; `file` and `line` are where the audit points.
  public init(
    view: AnyObject? = nil, presenter: (any Presenter)? = nil, interactor: AnyObject? = nil, others: [AnyObject] = [],
    file: StaticString = #fileID, line: UInt = #line
  ) {
    (self.view, self.presenter, self.interactor, self.others) = (view, presenter, interactor, others)
    (self.file, self.line) = (file, line)
  }

  /// A presenter with the view that `view` makes of it: `Assembly(ListPresenter(router), view: ConsoleView.init)`.
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

  /// A module has to declare what it opens, unless every module may open that.
  func refuseUndeclared(_ route: String, by module: String) throws(RouteError) {
    guard self[module]?.opens.contains(route) == true || self[route]?.isOpenFromAnywhere == true else {
      throw .undeclared(from: module, to: route)
    }
  }
}
