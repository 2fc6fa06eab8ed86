import Signals

/// Shows transitions: the console, UIKit, a test.
@MainActor public protocol Stage: AnyObject {
  /// Told once, by the navigator's `init`. Keep it weakly, for back keys and swipes. Default: nothing.
  func attach(to navigator: Navigator)

  /// Shows a step; completes when it is on screen, at once or later. A failure rolls the step back.
  func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError>
}

extension Stage {
  /// Does nothing.
  public func attach(to navigator: Navigator) {}
}

/// Owns the open modules and performs one transition after the other. An app has one; a test has as many as it likes.
@MainActor public final class Navigator {
  /// Clock, calendar, locale, ids and scheduler of the app.
  public var environment: AppEnvironment { shared.value }
  /// The app's time line.
  public var trace: Trace { pipeline.app.trace }
  /// Links over this app's routes.
  public var links: Links { pipeline.app.links }
  let pipeline: Pipeline
  private let shared: SharedEnvironment
  /// How long a link or a restoration waits for a module to be ready.
  @usableFromInline nonisolated static let readinessTimeout = Duration.seconds(10)

  /// A navigator that shows on `stage` and builds with `modules`.
  ///
  /// - Throws: ``RouteError/duplicate(_:)`` when two modules claim a name; ``RouteError/unknown(_:nearest:)`` when a module
  ///   opens a route without a module; ``RouteError/invalid(_:)`` when the paths of two routes can be taken for
  ///   each other, or a path has a part that its route's input has not.
  public init(
    stage: any Stage, environment: AppEnvironment, trace: Trace? = nil, modules: [Module]
  ) throws(RouteError) {
    var byName: [String: Module] = [:]
    for module in modules {
      if byName.updateValue(module, forKey: module.route) != nil { throw .duplicate(module.route) }
    }
    for name in modules.flatMap(\.opens) { _ = try byName.module(of: name) }
    shared = SharedEnvironment(environment)
    let links = try Links(modules.map(\.described))
    let app = AppContext(environment, trace ?? Trace(environment.scheduler), links)
    let limited = StageTimeLimit("\(type(of: stage))", app) { stage.perform($0, view: $1) }
    pipeline = Pipeline(limited, byName, app, shared)
    stage.attach(to: self)
  }

  deinit {
    // The main queue is the main actor's. Not `.ui`: a thread that drops a navigator does not wait.
    let end: @Sendable () -> Void = { [pipeline] in MainActor.assumeIsolated { pipeline.end() } }
    if MainQueue.isCurrent { end() } else { MainScheduler.main.schedule(end) }
  }

  /// What is open now.
  public var tree: Property<NavigationTree> { pipeline.current.readOnly }

  /// The app's own router: opens on the visible screen, hears no events.
  public var router: Router<Never> { Router(handle) }

  var handle: RouterHandle { RouterHandle(pipeline.app, shared, target: pipeline) }

  /// Parts of closed modules that are still alive, now.
  public func leaks() -> [Leak] { pipeline.open.leaks }

  /// Closes everything, the top first: what a step under way is opening, too. What still waits, for its turn, for a guard or
  /// for a module to be ready, fails with ``RouteError/closed(_:)``.
  ///
  /// Asked for by a module that is being built or notified of its life, or by an observer of a step, it is done as soon as
  /// that is over.
  public func closeAll() { pipeline.closeAll() }
}
