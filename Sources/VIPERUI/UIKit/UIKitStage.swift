#if canImport(UIKit) && !os(watchOS)
  import Signals
  import UIKit
  import VIPER

  /// Shows modules in a window of UIKit: stacks, tabs, modals, popovers, alerts and embedded modules.
  ///
  /// It shows ``Transition/after``, the tree as it has to look, rather than the kind of step. A way back that the user has made
  /// already, by a swipe or a tap, goes to the navigator, which asks the presenters; if one of them refuses, the stage shows the
  /// old tree again.
  ///
  /// An app keeps the navigator, in its scene's delegate for example; the navigator keeps the stage.
  public final class UIKitStage: NSObject, Stage {
    private let window: UIWindow
    private let makeStack: @MainActor () -> UINavigationController
    private let presentation: @MainActor (any Sendable) -> UIKitPresentation?
    /// What shows each root, tab and modal, by its module. UIKit owns the view controllers.
    private var containers: [NavigationTree.Node.ID: ModuleContainer] = [:]
    /// The modals that are up, the outermost first.
    private var modals: [ModuleContainer] = []
    private let embedding = Embedding()
    /// How the transition under way is shown.
    private var style = UIKitPresentation()
    private weak var navigator: Navigator?
    /// Whether a test drives it: then nothing is animated unless it is asked for, and the navigator asks it to show the user's ways back,
    /// too, so that the test hears of them.
    package var isDriven = false

    /// A stage that shows in `window`.
    ///
    /// - Parameters:
    ///   - window: gets its root view controller from the stage.
    ///   - presentation: reads ``Transition/presentation``. An app whose presenters do not know UIKit maps its own values here.
    ///   - makeStack: makes the navigation controller of a root, a tab or a modal. The stage is its delegate.
    public init(
      window: UIWindow,
      presentation: @escaping @MainActor (any Sendable) -> UIKitPresentation? = { $0 as? UIKitPresentation },
      makeStack: @escaping @MainActor () -> UINavigationController = { UINavigationController() }
    ) {
      (self.window, self.makeStack, self.presentation) = (window, makeStack, presentation)
      super.init()
    }

    /// Keeps the navigator, weakly.
    public func attach(to navigator: Navigator) { self.navigator = navigator }

    /// Shows a step; completes with its last animation. A step that comes while the user's finger holds a swipe back is shown
    /// when the swipe has ended. Fails where a module's view cannot be shown, and says what it has to be.
    public func perform(
      _ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?
    ) -> Signal<Never, RouteError> {
      let screens: Screens
      do throws(RouteError) { screens = try Screens(of: transition.after, view) } catch { return .fail(error) }
      let style = transition.presentation.flatMap(presentation) ?? (isDriven ? .unanimated : UIKitPresentation())
      let animations = RunningAnimations()
      let swipe = containers.values.lazy.compactMap(\.stack?.transitionCoordinator).first(where: \.isInteractive)
      let show = { [weak self] in
        guard let self else { return }
        // The user's steps were made before this one, whose tree does not know them: what it shows again closes after it.
        for container in containers.values { noteWayBack(of: container, alreadyShown: false) }
        self.show(screens, style, animations)
      }
      animations.begin()
      let waits = swipe?.animate(alongsideTransition: nil) { _ in
        show()
        animations.end()
      }
      if waits != true {
        show()
        animations.end()
      }
      return animations.shown
    }

    private func show(_ screens: Screens, _ style: UIKitPresentation, _ animations: RunningAnimations) {
      self.style = style
      guard let root = screens.tree.root else {
        window.rootViewController?.dismiss(animated: false)
        window.rootViewController = nil
        return (containers, modals) = ([:], [])
      }
      var shown: [NavigationTree.Node.ID: ModuleContainer] = [:]
      let base = controller(of: root, screens, &shown, animations)
      containers = shown
      if window.rootViewController !== base {
        // UIKit leaves what a former root presents in the window.
        window.rootViewController?.dismiss(animated: false)
        window.rootViewController = base
      }
      showModals(of: screens.tree, screens, animations)
    }

    /// The view controller of a root, a tab or a modal: a stack of it and of what is pushed on it, with their tabs and
    /// what they embed. An alert stands alone.
    private func controller(
      of base: NavigationTree.Node, _ screens: Screens, _ shown: inout [NavigationTree.Node.ID: ModuleContainer],
      _ animations: RunningAnimations
    ) -> UIViewController {
      var pages = [base]
      while let next = pages.last?.children.last(where: { $0.style == .push }) { pages.append(next) }
      let wanted = pages.map { screens[$0] }
      for (page, controller) in zip(pages, wanted) {
        let tabs = page.children.filter { $0.style == .tab }
        if let host = controller as? UITabBarController, !tabs.isEmpty {
          let controllers = tabs.map { self.controller(of: $0, screens, &shown, animations) }
          if host.viewControllers ?? [] != controllers { host.setViewControllers(controllers, animated: false) }
          host.selectedIndex = tabs.firstIndex { $0.id == page.selected } ?? 0
          host.delegate = self
        }
        embedding.embed(page.children.filter { $0.style == .embedded }.map { screens[$0] }, in: controller)
        for modal in page.children where modal.style == .modal {
          screens.modals[modal.id] = self.controller(of: modal, screens, &shown, animations)
        }
      }
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
        let isAnimated = style.isAnimated && !stack.viewControllers.isEmpty
        stack.setViewControllers(wanted, animated: isAnimated)
        if isAnimated { animations.follow(stack.transitionCoordinator) }
      }
      return stack
    }

    /// Dismisses the modals that go, and presents those that come, from the outside in: what is not in the window cannot present.
    /// Those of a tab that is not selected wait until it is.
    private func showModals(of tree: NavigationTree, _ screens: Screens, _ animations: RunningAnimations) {
      var wanted: [PresentedModal] = [], presenter = tree.root.flatMap { containers[$0.id]?.controller }
      for node in tree.path where node.style == .modal || node.style == .tab {
        guard let container = containers[node.id], let controller = screens.modals[node.id] ?? container.controller
        else { continue }
        if let presenter, node.style == .modal {
          wanted.append(PresentedModal(container: container, controller: controller, presenter: presenter))
        }
        presenter = controller
      }
      let kept = zip(modals, wanted).prefix { $0 === $1.container && $0.isPresented }.count
      let gone = modals.dropFirst(kept).first(where: \.isPresented)?.controller, rest = wanted.dropFirst(kept)
      modals = wanted.map(\.container)
      guard let presenting = gone?.presentingViewController else { return present(rest, animations) }
      animations.begin()
      presenting.dismiss(animated: rest.isEmpty && style.isAnimated) { [weak self] in
        self?.present(rest, animations)
        animations.end()
      }
    }

    private func present(_ modals: ArraySlice<PresentedModal>, _ animations: RunningAnimations) {
      guard let modal = modals.first else { return }
      animations.begin()
      let next = { [weak self] in
        self?.present(modals.dropFirst(), animations)
        animations.end()
      }
      // What the stage has not presented, such as an alert, is in the way. The alert comes again, on top.
      let alert = modal.presenter.presentedViewController
      let present = { [style] in
        let controller = modal.controller
        if !(controller is UIAlertController) { style.apply(to: controller, over: modal.presenter) }
        if !(controller is UIAlertController) { controller.presentationController?.delegate = self }
        modal.presenter.present(controller, animated: style.isAnimated) {
          if let alert { controller.present(alert, animated: false) }
          next()
        }
      }
      if alert != nil { modal.presenter.dismiss(animated: false, completion: present) } else { present() }
    }

    private func container(of controller: UIViewController?) -> ModuleContainer? {
      containers.values.first { $0.controller === controller }
    }

    /// Where the stack has fewer pages than it was given, the user has gone back. The lowest page that has gone closes, with what is
    /// on it by then.
    private func noteWayBack(of container: ModuleContainer, alreadyShown: Bool) {
      guard let count = container.stack?.viewControllers.count, count < container.pages.count else { return }
      let gone = container.pages[count]
      // The stage may not be asked to show this, so it is noted here.
      container.pages.removeSubrange(count...)
      navigator?.userClose(gone, alreadyShown: alreadyShown).start()
    }
  }

  extension UIKitStage: UINavigationControllerDelegate {
    /// The tabs of a tab bar controller have bars of their own. One that is pushed has a way back.
    public func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {
      let isFirst = navigationController.viewControllers.first === viewController
      navigationController.setNavigationBarHidden(isFirst && viewController is UITabBarController, animated: animated)
    }

    /// Called when a swipe back has ended, too, but not when it was cancelled.
    public func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {
      guard let container = container(of: navigationController) else { return }
      noteWayBack(of: container, alreadyShown: !isDriven)
    }

    /// The animation that the presentation under way asks for.
    public func navigationController(
      _ navigationController: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
      // The user's own way back is UIKit's.
      guard container(of: navigationController)?.pages.count == navigationController.viewControllers.count else {
        return nil
      }
      return style.animator?(operation)
    }
  }

  extension UIKitStage: UITabBarControllerDelegate {
    /// The navigator decides: the tree says which tab is shown. A tap on the tab that is shown goes back to its first page.
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
    /// A sheet that is swiped away, or a popover that a tap beside it closes, takes all of its pages with it, also those that are
    /// just being shown.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      guard let modal = container(of: presentationController.presentedViewController) else { return }
      navigator?.userClose(modal.base, alreadyShown: !isDriven).start()
    }
  }
#endif
