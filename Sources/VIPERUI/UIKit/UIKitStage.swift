#if canImport(UIKit) && !os(watchOS)
  public import Signals
  public import UIKit
  public import VIPER

  /// Shows modules in a window of UIKit: stacks, tabs, modals, popovers, alerts and embedded modules.
  ///
  /// It shows the tree of ``NavigationTree/Transition/after``, whatever the kind of step is. When the user has already gone back
  /// by a swipe or a tap, the stage notifies the navigator, which asks the presenters; if one of them refuses, the stage shows
  /// the old tree again.
  ///
  /// An app retains the navigator, for example in its scene's delegate; the navigator retains the stage.
  public final class UIKitStage: NSObject, Stage {
    private let window: UIWindow
    private let makeStack: @MainActor () -> UINavigationController
    private let presentation: @MainActor (any Sendable) -> UIKitPresentation?
    /// The containers of roots, tabs and modals, by their modules. UIKit owns the view controllers.
    private var containers: [NavigationTree.Node.ID: ModuleContainer] = [:]
    /// The presented modals, the outermost first.
    private var modals: [ModuleContainer] = []
    private let embedding = Embedding()
    /// The wait for a hidden window.
    private var waiting: Disposable?
    /// The presentation of the current transition.
    private var style = UIKitPresentation()
    private weak var navigator: Navigator?
    /// Whether a test drives the stage. Then steps are animated only on request, and the navigator also asks the stage to show
    /// the user's steps back, so that the test observes them.
    package var isDriven = false

    /// A stage that shows modules in `window`.
    ///
    /// - Parameters:
    ///   - window: the stage sets its root view controller.
    ///   - presentation: reads ``NavigationTree/Transition/presentation``. If an app's presenters do not know UIKit, the app
    ///     maps its own values here.
    ///   - makeStack: makes the navigation controller of a root, a tab or a modal. The stage is its delegate.
    public init(
      window: UIWindow,
      presentation: @escaping @MainActor (any Sendable) -> UIKitPresentation? = { $0 as? UIKitPresentation },
      makeStack: @escaping @MainActor () -> UINavigationController = { UINavigationController() }
    ) {
      (self.window, self.makeStack, self.presentation) = (window, makeStack, presentation)
      super.init()
    }

    /// Holds the navigator weakly.
    public func attach(to navigator: Navigator) { self.navigator = navigator }

    /// Shows a step; completes with its last animation. During the user's swipe back, and while other code presents, the step
    /// waits. In a hidden window it completes at once, and its modals are presented when the window becomes visible. Fails if a
    /// module's view has the wrong type; the error names the right one.
    public func perform(
      _ transition: NavigationTree.Transition, view: (NavigationTree.Node.ID) -> AnyObject?
    ) -> Signal<Never, RouteError> {
      let screens: Screens
      do throws(RouteError) { screens = try Screens(of: transition.after, view) } catch { return .fail(error) }
      let style = transition.presentation.flatMap(presentation) ?? (isDriven ? .unanimated : UIKitPresentation())
      let animations = RunningAnimations()
      let swipe = containers.values.lazy.compactMap(\.stack?.transitionCoordinator).first(where: \.isInteractive)
      let show = { @MainActor [weak self] in
        defer { animations.end() }
        guard let self else { return }
        // The user went back before this step, and its tree does not know that. Modules that this step shows again close after
        // it.
        for container in containers.values { noteWayBack(of: container, alreadyShown: false) }
        self.show(screens, style, animations)
      }
      animations.begin()
      let showWhenStill = { @MainActor [window] in
        if let root = window.rootViewController { root.whenStill(show) } else { show() }
      }
      if swipe?.animate(alongsideTransition: nil, completion: { _ in showWhenStill() }) != true { showWhenStill() }
      return animations.shown
    }

    private func show(_ screens: Screens, _ style: UIKitPresentation, _ animations: RunningAnimations) {
      self.style = style
      waiting?.dispose()
      guard let root = screens.tree.root else {
        window.rootViewController?.dismiss(animated: false)
        window.rootViewController = nil
        return (containers, modals) = ([:], [])
      }
      var shown: [NavigationTree.Node.ID: ModuleContainer] = [:]
      let base = controller(of: root, screens, &shown, animations)
      containers = shown
      if !window.isHidden { return showModals(of: screens.tree, over: base, screens, animations) }
      if window.rootViewController !== base { window.rootViewController = base }
      // UIKit presents nothing in a hidden window. The signal is sent for any window, so the step is shown again, and checks.
      waiting = UIWindow.shown.bind(to: self) { stage, _ in stage.show(screens, style, RunningAnimations()) }
    }

    /// The view controller of a root, a tab or a modal: a stack of it and of the pages pushed on it, with their tabs and
    /// embedded modules. An alert has no stack.
    private func controller(
      of base: NavigationTree.Node, _ screens: Screens, _ shown: inout [NavigationTree.Node.ID: ModuleContainer],
      _ animations: RunningAnimations
    ) -> UIViewController {
      var pages = [base]
      while let next = pages.last?.children.last(where: { $0.style == .push }) { pages.append(next) }
      let wanted = pages.map { screens[$0] }
      for page in pages { fill(page, screens, &shown, animations) }
      let container = containers[base.id] ?? ModuleContainer(base.id)
      shown[base.id] = container
      if let alert = wanted.first as? UIAlertController {
        container.controller = alert
        return alert
      }
      let stack = container.stack ?? makeStack()
      (container.controller, container.pages) = (stack, pages.map(\.id))
      stack.delegate = self
      if base.style == .tab { stack.tabBarItem = wanted.first?.tabBarItem }
      if stack.viewControllers != wanted {
        let isAnimated = style.isAnimated && !window.isHidden && !stack.viewControllers.isEmpty
        stack.setViewControllers(wanted, animated: isAnimated)
        if isAnimated { animations.follow(stack.transitionCoordinator) }
      }
      return stack
    }

    /// Puts the tabs and the embedded modules of a page, or of an embedded module, into its view controller. Makes those of its
    /// modals.
    private func fill(
      _ page: NavigationTree.Node, _ screens: Screens, _ shown: inout [NavigationTree.Node.ID: ModuleContainer],
      _ animations: RunningAnimations
    ) {
      let controller = screens[page], tabs = page.children.filter { $0.style == .tab }
      if let host = controller as? UITabBarController, !tabs.isEmpty {
        let controllers = tabs.map { self.controller(of: $0, screens, &shown, animations) }
        if host.viewControllers ?? [] != controllers { host.setViewControllers(controllers, animated: false) }
        host.selectedIndex = tabs.firstIndex { $0.id == page.selected } ?? 0
        host.delegate = self
      }
      let parts = page.children.filter { $0.style == .embedded }
      embedding.embed(parts.map { screens[$0] }, in: controller)
      for part in parts { fill(part, screens, &shown, animations) }
      for modal in page.children where modal.style == .modal {
        screens.modals[modal.id] = self.controller(of: modal, screens, &shown, animations)
      }
    }

    /// Dismisses the modals that close, and presents those that open, from the outside in, because only a view controller in
    /// the window can present. The modals of an unselected tab wait until the tab is selected.
    private func showModals(
      of tree: NavigationTree, over root: UIViewController, _ screens: Screens, _ animations: RunningAnimations
    ) {
      let wanted = wantedModals(of: tree, over: root, screens)
      // UIKit leaves the modals of a former root in the window.
      let old = window.rootViewController, isNewRoot = old !== root
      let kept = isNewRoot ? 0 : zip(modals, wanted).prefix { $0 === $1.container && $0.isPresented }.count
      let isGone = isNewRoot || modals.dropFirst(kept).contains(where: \.isPresented)
      let ours = modals.map(\.controller)
      var next = Array(wanted.dropFirst(kept))
      modals = wanted.compactMap(\.container)
      guard isGone || !next.isEmpty else { return }
      // What other code presented is in the way. It is presented again on top; if a modal closes, only alerts are.
      let below = kept > 0 ? wanted[kept - 1].controller : old
      let others = (below?.layers ?? []).dropFirst().filter { layer in
        !ours.contains { $0 === layer } && (!isGone || layer is UIAlertController)
      }
      let isAnimated = style.isAnimated && next.isEmpty && others.isEmpty && !isNewRoot
      for other in others {
        let presenter = next.last?.controller ?? (isNewRoot ? root : below ?? root)
        next.append(PresentedModal(container: nil, controller: other, presenter: presenter))
      }
      let present = { @MainActor [weak self, next] in
        if isNewRoot { self?.window.rootViewController = root }
        self?.present(next[...], animations)
      }
      guard let below, below.presentedViewController != nil else { return present() }
      animations.begin()
      below.dismiss(animated: isAnimated) {
        present()
        animations.end()
      }
    }

    /// The modals in front of the root, the outermost first.
    private func wantedModals(
      of tree: NavigationTree, over root: UIViewController, _ screens: Screens
    ) -> [PresentedModal] {
      var wanted: [PresentedModal] = [], presenter = root
      for node in tree.path where node.style == .modal || node.style == .tab {
        guard let container = containers[node.id], let controller = screens.modals[node.id] ?? container.controller
        else { continue }
        if node.style == .modal {
          wanted.append(PresentedModal(container: container, controller: controller, presenter: presenter))
        }
        presenter = controller
      }
      return wanted
    }

    private func present(_ modals: ArraySlice<PresentedModal>, _ animations: RunningAnimations) {
      guard let modal = modals.first else { return }
      let controller = modal.controller, isOurs = modal.container != nil
      if isOurs, !(controller is UIAlertController) {
        style.apply(to: controller, over: modal.presenter)
        controller.presentationController?.delegate = self
      }
      animations.begin()
      modal.presenter.present(controller, animated: isOurs && style.isAnimated) { [weak self] in
        self?.present(modals.dropFirst(), animations)
        animations.end()
      }
    }

    private func container(of controller: UIViewController?) -> ModuleContainer? {
      containers.values.first { $0.controller === controller }
    }

    /// If the stack has fewer pages than were set, the user has gone back. The lowest removed page closes, with the pages above
    /// it.
    private func noteWayBack(of container: ModuleContainer, alreadyShown: Bool) {
      guard let count = container.stack?.viewControllers.count, count < container.pages.count else { return }
      let gone = container.pages[count]
      // The navigator may not ask the stage to show this, so it is noted here.
      container.pages.removeSubrange(count...)
      navigator?.userClose(gone, alreadyShown: alreadyShown).start()
    }
  }

  extension UIKitStage: UINavigationControllerDelegate {
    /// The tabs of a tab bar controller have their own bars. A pushed tab bar controller shows its bar, which has the back
    /// button.
    public func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {
      let isFirst = navigationController.viewControllers.first === viewController
      navigationController.setNavigationBarHidden(isFirst && viewController is UITabBarController, animated: animated)
    }

    /// UIKit also calls this when a swipe back has ended, but not when it was cancelled.
    public func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {
      guard let container = container(of: navigationController) else { return }
      noteWayBack(of: container, alreadyShown: !isDriven)
    }

    /// The animation of the current presentation.
    public func navigationController(
      _ navigationController: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
      // UIKit animates the user's own step back.
      guard container(of: navigationController)?.pages.count == navigationController.viewControllers.count else {
        return nil
      }
      return style.animator?(operation)
    }
  }

  extension UIKitStage: UITabBarControllerDelegate {
    /// The navigator decides, since the tree names the selected tab. A tap on the selected tab goes back to its first page.
    public func tabBarController(
      _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool {
      if viewController === tabBarController.selectedViewController { return true }
      guard let tab = container(of: viewController) else { return true }
      navigator?.userSelect(tab.base).start()
      return false
    }
  }

  extension UIKitStage: UIAdaptivePresentationControllerDelegate {
    /// When the user swipes a sheet away, or taps outside a popover, all its pages close, even those that are still opening.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      guard let modal = container(of: presentationController.presentedViewController) else { return }
      navigator?.userClose(modal.base, alreadyShown: !isDriven).start()
    }
  }
#endif
