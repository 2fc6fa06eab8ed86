#if canImport(UIKit) && !os(watchOS)
  public import REPL
  public import Signals
  public import UIKit
  public import VIPER
  import VIPERUI

  /// The stage of a session for modules with UIKit views: the flows of an app's console run against these views.
  ///
  ///     let app = ConsoleApp("notes", home: "notes") { session in
  ///       try Navigator(
  ///         stage: FlowStage(for: session), environment: session.environment,
  ///         modules: [notes])
  ///     }
  ///
  /// Accessibility identifiers are the names to type: `save` taps the button `save`, `name Milk` types into the field `name`,
  /// `open 2` selects the second row, and `back` goes back as the user does. The output is the content of the views. So a flow
  /// passes if the UIKit views show and do the same as the console views.
  @MainActor public final class FlowStage: Stage {
    private let stage: UIKitStage
    private let console: Console
    private let window: UIWindow
    private var screens: [NavigationTree.Node.ID: ConsoleView] = [:]
    private weak var navigator: Navigator?

    /// A stage that shows in `window`, or in a new window of the first scene, without animations. Makes the window visible. Its
    /// steps fail if the window has no scene, as in tests without a host app.
    public init(for session: Session, in window: UIWindow? = nil) {
      let scene = UIApplication.shared.connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.first
      let window = window ?? scene.map(UIWindow.init(windowScene:)) ?? UIWindow()
      (console, self.window) = (session.console, window)
      window.isHidden = false
      console.isMoving = { [weak window] in window?.rootViewController?.movingLayer != nil }
      stage = UIKitStage(window: window) { value in
        var presentation = value as? UIKitPresentation ?? UIKitPresentation()
        presentation.isAnimated = false
        return presentation
      }
      stage.isDriven = true
    }

    /// Holds the navigator weakly.
    public func attach(to navigator: Navigator) {
      self.navigator = navigator
      stage.attach(to: navigator)
      console.attach(to: navigator)
    }

    /// Shows the step in the window, and reads the screens that it opens.
    public func perform(
      _ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?
    ) -> Signal<Never, RouteError> {
      if window.windowScene == nil {
        return .fail(
          .invalid("there is no window scene, and UIKit shows nothing without one; run the tests in a host app"))
      }
      for node in transition.opened {
        guard let controller = view(node.id) as? UIViewController else { continue }
        let screen = ReadController(controller, in: window, on: stage)
        screen.wayBackOfRoot = { [weak navigator] in navigator.map { Command(back: $0.router) } }
        screens[node.id] = ConsoleView(reading: screen)
      }
      for node in transition.closed { screens[node.id] = nil }
      let shown = stage.perform(transition, view: view)
      if shown.isEmpty { return console.perform(transition) { [screens] in screens[$0] } }
      return shown.then { [weak self] in
        MainActor.assumeIsolated {
          guard let self else { return .empty }
          return self.console.perform(transition) { self.screens[$0] }
        }
      }
    }
  }
#endif
