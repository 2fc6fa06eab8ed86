@MainActor public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  var isInteractive: Bool { get }
  var isCancelled: Bool { get }
}
@MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  @discardableResult func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}
@MainActor public protocol UIViewControllerAnimatedTransitioning: AnyObject {}

/// A transition under way.
@MainActor final class StandInTransition: UIViewControllerTransitionCoordinator {
  let isInteractive: Bool
  var isCancelled = false
  private var isOver = false
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  init(isInteractive: Bool = false) { self.isInteractive = isInteractive }
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    // It is too late.
    if isOver { return false }
    animation?(self)
    if let completion { completions.append(completion) }
    return true
  }
  func end() {
    isOver = true
    for completion in completions { completion(self) }
  }
}

@MainActor public protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
}

open class UINavigationController: UIViewController {
  public enum Operation: Int, Sendable { case none, push, pop }
  public private(set) var viewControllers: [UIViewController] = []
  public weak var delegate: (any UINavigationControllerDelegate)?
  public private(set) var isNavigationBarHidden = false
  /// The animations that the delegate gave, one for each animated change.
  public private(set) var animators: [(any UIViewControllerAnimatedTransitioning)?] = []
  /// The page of the last `didShow`.
  private weak var announced: UIViewController?
  private var swiped: (before: [UIViewController], transition: StandInTransition)?

  public convenience init(rootViewController: UIViewController) {
    self.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }
  public var topViewController: UIViewController? { viewControllers.last }
  public func setNavigationBarHidden(_ isHidden: Bool, animated: Bool) { isNavigationBarHidden = isHidden }

  /// Calls `willShow` at the beginning of the transition, `didShow` at its end, and then the completions of the transition. A
  /// stack that is not shown has no transition, and calls neither before it appears.
  public func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    if swiped != nil { StandIn.complaints.append("a stack is changed while the user swipes back") }
    let from = topViewController, operation = operation(to: controllers)
    take(controllers)
    guard let top = topViewController, top !== from, shownWindow != nil else { return }
    let transition = StandInTransition()
    if animated {
      if let from {
        animators.append(
          delegate?.navigationController(self, animationControllerFor: operation, from: from, to: top))
      }
      runningTransition = transition
    }
    announce(top, animated) { [self] in
      if animated { runningTransition = nil }
      return transition.end
    }
  }

  private func announce(_ top: UIViewController, _ isAnimated: Bool, _ end: @escaping () -> (() -> Void)?) {
    announced = top
    delegate?.navigationController(self, willShow: top, animated: isAnimated)
    StandIn.later { [self] in
      let rest = end()
      delegate?.navigationController(self, didShow: top, animated: isAnimated)
      rest?()
    }
  }

  override func appear() {
    super.appear()
    if shownWindow != nil, let top = topViewController, top !== announced { announce(top, false) { nil } }
  }

  private func operation(to controllers: [UIViewController]) -> Operation {
    topViewController.map(controllers.contains) == true
      ? .push : viewControllers.contains(controllers.last ?? self) ? .pop : .push
  }

  private func take(_ controllers: [UIViewController]) {
    for controller in viewControllers where !controllers.contains(controller) { controller.removeFromParent() }
    viewControllers = controllers
    for controller in controllers where controller.parent !== self { addChild(controller) }
    topViewController?.loadViewIfNeeded()
  }

  @discardableResult public func popViewController(animated: Bool) -> UIViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    setViewControllers(viewControllers.dropLast(), animated: animated)
    return top
  }

  /// The user begins to swipe back: while the finger is down, the page below is the top page.
  public func beginSwipeBack() {
    guard let below = viewControllers.dropLast().last else { return }
    let transition = StandInTransition(isInteractive: true)
    swiped = (viewControllers, transition)
    runningTransition = transition
    take(Array(viewControllers.dropLast()))
    delegate?.navigationController(self, willShow: below, animated: true)
  }

  /// The user lifts the finger. A cancelled swipe leaves the stack unchanged, and does not call `didShow`.
  public func endSwipeBack(cancelled: Bool = false) {
    guard let (before, transition) = swiped else { return }
    (swiped, runningTransition, transition.isCancelled) = (nil, nil, cancelled)
    if cancelled { take(before) }
    transition.end()
    if !cancelled, let topViewController {
      announced = topViewController
      delegate?.navigationController(self, didShow: topViewController, animated: true)
    }
  }

  /// The user swipes back, or picks a page from the back button's menu.
  public func swipeBack(to index: Int? = nil) {
    let count = (index ?? viewControllers.count - 2) + 1
    setViewControllers(Array(viewControllers.prefix(max(count, 1))), animated: true)
  }
}

@MainActor public protocol UITabBarControllerDelegate: AnyObject {
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
}

open class UITabBarController: UIViewController {
  public var selectedIndex = 0 { didSet { appear() } }
  public private(set) var viewControllers: [UIViewController]?
  public weak var delegate: (any UITabBarControllerDelegate)?
  public var selectedViewController: UIViewController? {
    viewControllers.flatMap { $0.indices.contains(selectedIndex) ? $0[selectedIndex] : nil }
  }

  public func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    for controller in viewControllers ?? [] { controller.removeFromParent() }
    viewControllers = controllers
    for controller in controllers ?? [] { addChild(controller) }
    appear()
  }

  /// The user taps a tab. A tap on the selected tab goes back to its first page.
  public func tap(_ index: Int) {
    guard let tapped = viewControllers?[index] else { return }
    guard delegate?.tabBarController(self, shouldSelect: tapped) ?? true else { return }
    if index == selectedIndex { (tapped as? UINavigationController)?.swipeBack(to: 0) }
    selectedIndex = index
  }
}
