#if canImport(SwiftUI)
  public import Observation
  public import Signals
  public import SwiftUI
  public import VIPER

  /// A module's view for a ``SwiftUIStage``. The module's Assembly owns it.
  ///
  ///     Assembly(CounterPresenter()) { Screen(CounterView($0)) }
  @MainActor public final class Screen {
    let content: AnyView

    /// A screen that shows `content`.
    public init(_ content: some View) { self.content = AnyView(content) }
  }

  /// How a ``SwiftUIStage`` shows a modal: a value for `presentation:` of a route or a router's verb.
  public enum SwiftUIPresentation: Sendable {
    /// A sheet.
    case sheet
    /// A cover of the whole screen; a sheet on a Mac.
    case fullScreenCover
  }

  /// Shows modules in SwiftUI: stacks, tabs, sheets and embedded modules. A ``StageView`` draws it.
  ///
  /// SwiftUI draws the tree of modules, which is a value. When the user goes back, the stage asks the navigator, which asks the
  /// presenters; if one of them refuses, SwiftUI draws the old tree again.
  @MainActor @Observable public final class SwiftUIStage: Stage {
    /// The root of the open modules; nil if none is open.
    private(set) var root: NavigationTree.Node?
    /// For each page or modal, how often the user has left it while it stayed open.
    private var returns: [NavigationTree.Node.ID: Int] = [:]
    private var screens: [NavigationTree.Node.ID: Screen] = [:]
    private var presentations: [NavigationTree.Node.ID: SwiftUIPresentation] = [:]
    @ObservationIgnored private let presentation: @MainActor (any Sendable) -> SwiftUIPresentation?
    @ObservationIgnored private weak var navigator: Navigator?

    /// A stage that shows nothing yet.
    ///
    /// - Parameter presentation: reads ``NavigationTree/Transition/presentation``. If an app's presenters do not know SwiftUI, the
    ///   app maps its own values here.
    public init(
      presentation: @escaping @MainActor (any Sendable) -> SwiftUIPresentation? = { $0 as? SwiftUIPresentation }
    ) { self.presentation = presentation }

    /// Holds the navigator weakly.
    public func attach(to navigator: Navigator) { self.navigator = navigator }

    /// Shows a step; completes at once, because SwiftUI draws later. Fails if a module has no ``Screen``.
    public func perform(
      _ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?
    ) -> Signal<Never, RouteError> {
      var found: [NavigationTree.Node.ID: Screen] = [:]
      var nodes = transition.after.root.map { [$0] } ?? []
      while let node = nodes.popLast() {
        guard let screen = view(node.id) as? Screen else {
          return .fail(.invalid("\(node.destination.route) has no Screen; give its Assembly one"))
        }
        found[node.id] = screen
        nodes += node.children
      }
      presentations = presentations.filter { found[$0.key] != nil }
      returns = returns.filter { found[$0.key] != nil }
      if let style = transition.presentation.flatMap(presentation) {
        for node in transition.opened { presentations[node.id] = style }
      }
      (screens, root) = (found, transition.after.root)
      return .empty
    }

    func content(of id: NavigationTree.Node.ID) -> AnyView? { screens[id]?.content }

    func isCover(_ id: NavigationTree.Node.ID) -> Bool { presentations[id] == .fullScreenCover }

    func node(_ id: NavigationTree.Node.ID) -> NavigationTree.Node? {
      var nodes = root.map { [$0] } ?? []
      while let node = nodes.popLast() {
        if node.id == id { return node }
        nodes += node.children
      }
      return nil
    }

    /// The user went back on a stack, so that `count` pages are left on its first one. The others close in one step.
    func wentBack(from pages: [NavigationTree.Node], to count: Int) {
      let left = pages.dropFirst(count + 1).map(\.id)
      if let lowest = left.first { navigator?.userClose(lowest).start() }
      returned(left)
    }

    /// The user swiped a modal away, together with its pages.
    func swipedAway(_ modal: NavigationTree.Node.ID) {
      navigator?.userClose(modal).start()
      returned([modal])
    }

    /// Gives those that stay open another identity. SwiftUI may ignore a path or an item that is the same as before.
    private func returned(_ left: [NavigationTree.Node.ID]) {
      for id in left where node(id) != nil { returns[id, default: 0] += 1 }
    }

    func identity(of id: NavigationTree.Node.ID) -> ShownIdentity { ShownIdentity(node: id, returns: returns[id] ?? 0) }

    /// The user tapped a tab.
    func selected(_ tab: NavigationTree.Node.ID) { navigator?.userSelect(tab).start() }
  }

  /// A page or a modal, as SwiftUI tells it from others.
  struct ShownIdentity: Hashable, Identifiable {
    let node: NavigationTree.Node.ID
    let returns: Int
    var id: Self { self }
  }
#endif
