import Signals

/// Owns the open modules and performs one transition after the other. An app has one; a test has as many as it likes.
@MainActor public final class Navigator {
  /// Clock, calendar, locale, ids and scheduler of the app.
  public let environment: AppEnvironment
  /// The app's time line.
  public let trace: Trace
  /// Links over this app's routes.
  public let links: Links
  /// The way to the main actor: at once when already there, unless work of this navigator waits before it.
  let ui = UIScheduler()

  /// For errors.
  let stageName: String
  let notifications: NotificationHub
  let opened: OpenModules
  var isTakingSteps = false
  var linkOrder = LinkOrder()

  /// A navigator that shows on `stage` and builds with `modules`.
  ///
  /// - Throws: ``RouteError/duplicate(_:)`` when two modules claim a name; ``RouteError/unknown(_:nearest:)`` when a module
  ///   opens a route that nobody builds.
  public init(
    stage: any Stage, environment: AppEnvironment, trace: Trace? = nil, modules: [Module]
  ) throws(RouteError) {
    var byName: [String: Module] = [:]
    for module in modules {
      if byName.updateValue(module, forKey: module.route) != nil { throw .duplicate(module.route) }
    }
    for name in modules.flatMap(\.opens) where byName[name] == nil { throw .unknown(name, among: byName.keys) }
    stageName = "\(type(of: stage))"
    opened = OpenModules(on: stage, from: byName)
    self.environment = environment
    self.trace = trace ?? Trace(environment.scheduler)
    links = Links(byName)
    notifications = NotificationHub(environment.notifications)
    stage.attach(to: self)
  }

  deinit {
    // The main queue is the main actor's. Not `.ui`: whoever drops a navigator elsewhere holds nobody up.
    let end: @Sendable () -> Void = { [opened] in MainActor.assumeIsolated { opened.end() } }
    if MainQueue.isCurrent { end() } else { MainScheduler.main.schedule(end) }
  }

  /// What is open now.
  public var tree: Property<NavigationTree> { opened.current.readOnly }

  /// The app's own router: opens on the visible screen, hears no events.
  public var router: Router<Never> { Router(appHandle) }

  var appHandle: RouterHandle { RouterHandle(id: nil, route: "app", isRoot: false, navigator: self) }

  /// What is built, by route.
  var modules: [String: Module] { opened.modules }

  var visible: Int? { opened.current.value.visible?.id }

  var root: Int? { opened.current.value.root?.id }

  /// What is still alive of modules that are closed, now.
  public func leaks() -> [Leak] { opened.leaks }
}
