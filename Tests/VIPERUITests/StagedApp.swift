#if STAND_INS
  import Signals
  import Testing
  import UIKit
  import VIPER
  import VIPERTesting

  @MainActor final class StubbornPresenter: Presenter {
    var staysOpen = false
    func shouldGoBack() -> Bool { !staysOpen }
  }

  extension Route<Void, Never> {
    static var home: Self { Route("home") }
    static var first: Self { Route("first") }
    static var page: Self { Route("page") }
    static var part: Self { Route("part", style: .embedded) }
    static var sheet: Self { Route("sheet", style: .modal) }
    static var inner: Self { Route("inner", style: .modal) }
  }

  /// An app on a stage, with screens that can refuse to close.
  @MainActor final class StagedApp {
    /// The parts of open modules, by their routes.
    @MainActor private final class Parts {
      var presenters: [String: StubbornPresenter] = [:]
      var views: [String: AnyObject] = [:]
      var routers: [String: Router<Never>] = [:]
    }
    private var parts = Parts()
    let navigator: Navigator
    /// The errors in the steps of ``step(_:)``.
    private(set) var errors: [RouteError] = []

    init(on stage: any Stage, view: @escaping @MainActor (String) -> AnyObject) throws {
      let parts = parts
      let routes: [Route<Void, Never>] = [.home, .first, .page, .part, .sheet, .inner]
      var modules = routes.map { route in
        Module(route, opens: .first, .page, .part, .sheet, .inner) { [weak parts] router, _ in
          let presenter = StubbornPresenter(), view = view(route.name)
          parts?.presenters[route.name] = presenter
          parts?.views[route.name] = view
          parts?.routers[route.name] = router
          return Assembly(view: view, presenter: presenter)
        }
      }
      modules.append(.confirmation { view("confirm \($0.question.title)") })
      navigator = try Navigator(stage: stage, environment: .fixed(on: VirtualTimeScheduler()), modules: modules)
      step(navigator.router.setRoot(.home))
    }

    var presenters: [String: StubbornPresenter] { parts.presenters }
    var views: [String: AnyObject] { parts.views }
    func router(of name: String) throws -> Router<Never> { try #require(parts.routers[name]) }

    func step<Value>(_ signal: Signal<Value, RouteError>) {
      signal.observe { [weak self] event in
        if case .failed(let error) = event { MainActor.assumeIsolated { self?.errors.append(error) } }
      }
      if !StandIn.animationsAreHeld { StandIn.finishAnimations() }
    }

    func push(_ route: Route<Void, Never>, on name: String) throws { step(try router(of: name).push(route)) }
    func present(_ route: Route<Void, Never>, on name: String, as presentation: (any Sendable)? = nil) throws {
      step(try router(of: name).present(route, presentation: presentation))
    }
    func tab(_ route: Route<Void, Never>, on name: String) throws { step(try router(of: name).tab(route)) }
    func back() { step(navigator.userBack()) }

    /// The open routes, from the root to the visible screen.
    var path: String { navigator.tree.value.path.map { $0.destination.route }.joined(separator: "/") }

    /// Forgets the parts of modules, which the navigator owns, and returns the leaks.
    func leaks() -> [Leak] {
      parts = Parts()
      return navigator.leaks()
    }
  }
#endif
