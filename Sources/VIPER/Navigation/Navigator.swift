public import Signals

/// Shows transitions, for example in the console or with UIKit.
@MainActor public protocol Stage: AnyObject {
  /// Called once, by the navigator's `init`. Store a weak reference, for back keys and swipes. Does nothing by default.
  func attach(to navigator: Navigator)

  /// Shows a transition. The signal completes when the transition is on screen, at once or later; a failure rolls it back.
  func perform(_ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<
    Never, RouteError
  >
}

extension Stage {
  /// Does nothing.
  public func attach(to navigator: Navigator) {}
}

/// Owns the open modules and performs one transition at a time. An app has one navigator; a test may have several.
@MainActor public final class Navigator {
  /// The app's environment: clock, calendar, locale, ids and scheduler.
  public var environment: AppEnvironment { shared.value }
  /// The app's time line.
  public var trace: Trace { pipeline.app.trace }
  /// The links of this app's routes.
  public var links: Links { pipeline.app.links }
  let pipeline: Pipeline
  private let shared: SharedEnvironment
  /// The default time limit for a module to become ready during a link or a restoration.
  @usableFromInline nonisolated static let readinessTimeout = Duration.seconds(10)

  /// A navigator that builds `modules` and shows them on `stage`.
  ///
  /// - Throws: ``RouteError/duplicate(_:)`` when two modules have the same route name; ``RouteError/unknown(_:nearest:)`` when a
  ///   module declares a route without a module; ``RouteError/undeclared(from:to:)`` when a module does not declare a route that
  ///   is linked on its own; ``RouteError/invalid(_:)`` when a route has no name or is linked on itself, a link could match the
  ///   paths of two routes, or a path names a parameter that its route's input does not have.
  public init(
    stage: any Stage, environment: AppEnvironment, trace: Trace? = nil, modules: [Module],
    links: LinkRules = LinkRules()
  ) throws(RouteError) {
    var byName: [String: Module] = [:]
    for module in modules {
      if byName.updateValue(module, forKey: module.route) != nil { throw .duplicate(module.route) }
    }
    for name in modules.flatMap(\.opens) { _ = try byName.module(of: name) }
    for route in modules.map(\.described) {
      if let parent = route.parent { try byName.refuseUndeclared(route.name, by: parent) }
    }
    shared = SharedEnvironment(environment)
    let links = try Links(modules.map(\.described), links)
    let app = AppContext(environment, trace ?? Trace(environment.scheduler), links)
    let limited = StageTimeLimit("\(type(of: stage))", app) { stage.perform($0, view: $1) }
    pipeline = Pipeline(limited, byName, app, shared)
    stage.attach(to: self)
  }

  deinit {
    // The main queue is the main actor's. Not `.ui`, which would make a thread that releases a navigator wait.
    let end: @Sendable () -> Void = { [pipeline] in MainActor.assumeIsolated { pipeline.end() } }
    if MainQueue.isCurrent { end() } else { DispatchScheduler.main.schedule(end) }
  }

  /// The static graph: every route with the routes that its module declares with `opens:`, both sorted by name.
  public var routes: [(name: String, opens: [String])] {
    let modules = pipeline.modules
    return modules.keys.sorted().map { ($0, Set(modules[$0]?.opens ?? []).sorted()) }
  }

  /// The tree of open modules.
  public var tree: Property<NavigationTree> { pipeline.current.readOnly }

  /// The app's own router. Its verbs open on the visible screen; it receives no events.
  public var router: Router<Never> { Router(handle) }

  private var handle: RouterHandle { RouterHandle(pipeline.app, shared, perform: pipeline.perform) }

  /// A cold signal of a navigation, which fails once the navigator is gone.
  func ask(
    for navigation: String,
    _ body: @escaping @MainActor @Sendable (Pipeline, any Caller) throws(RouteError) -> Void
  ) -> Signal<Void, RouteError> {
    handle.ask(for: navigation) { [weak pipeline] caller throws(RouteError) in
      guard let pipeline else { throw .closed("app") }
      try body(pipeline, caller)
    }
  }

  /// The parts of closed modules that are still alive now.
  ///
  /// If there are any, the stored properties of open modules are read by `Mirror` to find the holders. Swift ends the program
  /// if one of these properties is `unowned` and its object is gone.
  public func leaks() -> [Leak] { pipeline.open.leaks }
  /// Whether there are any, without a search for their holders, which takes a while.
  package var hasLeaks: Bool { pipeline.open.hasLeaks }

  /// Closes all modules, the top first, including one that is just opening. Verbs, links and restorations that wait for their
  /// turn, for a guard or for a module to be ready fail with ``RouteError/closed(_:)``.
  ///
  /// If a module's builder, a presenter's life-cycle method or an observer of a transition calls this, the modules close as soon
  /// as that call returns.
  public func closeAll() { pipeline.closeAll() }
}
