/// A route with the closure that builds its module: the only place where layers meet.
///
///     Module(.todo, opens: .add) { router, _ in
///       let interactor = ListInteractor(data: data)
///       let presenter = ListPresenter(interactor, router: router)
///       return Assembly(view: ListView(presenter), presenter: presenter, interactor: interactor)
///     }
public struct Module: Sendable {
  package let route: String
  let style: RouteStyle
  let opens: [String]
  let openingGuard: Guard?
  /// Whether every module, and a link from outside, may open it.
  let isOpenFromAnywhere: Bool
  /// How the stage is to show it, unless a verb says otherwise.
  let presentation: (any Sendable)?
  /// Builds the module for an input: the given one, or else the destination's. Returns the router, too, to watch it.
  let build:
    @MainActor @Sendable (RouterHandle, Destination, (any Sendable)?) throws(RouteError) -> (
      Assembly, router: AnyObject
    )
  /// How its input appears in a link.
  let link: LinkInput
  /// A written input as the route writes it today; fails if it cannot be read.
  let rewrite: @Sendable (String?) throws(RouteError) -> String?
  /// Whether its input lives in memory only.
  let isTransient: Bool
  /// What the module gives back.
  let output: Any.Type

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
    self.route = route.name
    style = route.style
    presentation = route.presentation
    var names: [String] = []
    for name in repeat (each opens).name { names.append(name) }
    self.opens = names
    openingGuard = `guard`
    isOpenFromAnywhere = fromAnywhere
    output = O.self
    link = LinkInput(route)
    isTransient = route.coding.isTransient
    rewrite = { text throws(RouteError) in try route.coding.write(try route.coding.read(text, route.name), route.name) }
    self.build = { handle, destination, given throws(RouteError) in
      let input: I
      if let given = given as? I {
        input = given
      } else {
        input = try route.coding.read(destination.input, route.name)
      }
      let router = Router<O>(handle)
      return (build(router, input), router)
    }
  }
}

extension [String: Module] {
  /// The module of a route.
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
