public enum UIModalPresentationStyle: Sendable {
  case automatic, fullScreen
  #if !os(tvOS)
    case popover
  #endif
}

@MainActor open class UIViewController: UIAccessibleObject {
  private var loaded: UIView?
  public var title: String? { didSet { navigationItem.title = title } }
  public let navigationItem = UINavigationItem()
  #if !os(tvOS)
    public var toolbarItems: [UIBarButtonItem]?
  #endif
  public lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
  public internal(set) weak var parent: UIViewController?
  public private(set) var children: [UIViewController] = []
  public private(set) weak var presentingViewController: UIViewController?
  public private(set) var isBeingPresented = false
  public private(set) var isBeingDismissed = false
  /// Whether it was presented with an animation.
  public private(set) var isPresentedAnimated = false
  public var modalPresentationStyle = UIModalPresentationStyle.automatic
  weak var holdingWindow: UIWindow?
  private var presented: UIViewController?
  private var presentation: UIPresentationController?
  var runningTransition: StandInTransition?

  public init(nibName: String?, bundle: Bundle?) { super.init() }
  public override convenience init() { self.init(nibName: nil, bundle: nil) }
  public required init?(coder: NSCoder) { nil }

  open func loadView() { view = UIView() }
  open func viewDidLoad() {}
  public var viewIfLoaded: UIView? { loaded }
  public var view: UIView! {
    get {
      loadViewIfNeeded()
      return loaded
    }
    set {
      loaded = newValue
      newValue?.owner = self
    }
  }
  public func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    viewDidLoad()
  }

  public func addChild(_ child: UIViewController) {
    child.removeFromParent()
    children.append(child)
    child.parent = self
  }
  public func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
  }
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}
  public var navigationController: UINavigationController? {
    parent as? UINavigationController ?? parent?.navigationController
  }

  var outermost: UIViewController { parent?.outermost ?? self }

  /// The window, if it is visible and a container shows this view controller.
  var shownWindow: UIWindow? {
    // UIKit removes what is wholly covered.
    if let presented, presented.modalPresentationStyle == .fullScreen, !presented.isBeingPresented { return nil }
    if let holdingWindow { return holdingWindow.isShown ? holdingWindow : nil }
    if let stack = parent as? UINavigationController, stack.topViewController !== self { return nil }
    if let tabs = parent as? UITabBarController, tabs.selectedViewController !== self { return nil }
    return parent?.shownWindow ?? presentingViewController?.anyWindow
  }
  private var anyWindow: UIWindow? {
    let window = holdingWindow ?? parent?.anyWindow ?? presentingViewController?.anyWindow
    return window?.isShown == true ? window : nil
  }

  /// A container has shown this, or its window has become visible.
  func appear() {
    guard shownWindow != nil else { return }
    for child in children { child.appear() }
    presented?.appear()
  }

  public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    runningTransition ?? parent?.transitionCoordinator
  }

  /// The view controller that it presents, or that its nearest presenting ancestor presents.
  public var presentedViewController: UIViewController? { presented ?? parent?.presentedViewController }
  /// It exists as long as this is presented.
  public var presentationController: UIPresentationController? {
    if let presentation { return presentation }
    let made: UIPresentationController
    #if os(tvOS)
      made = UIPresentationController(self)
    #else
      made = modalPresentationStyle == .popover ? UIPopoverPresentationController(self) : UIPresentationController(self)
    #endif
    presentation = made
    return made
  }
  #if !os(tvOS)
    public var popoverPresentationController: UIPopoverPresentationController? {
      modalPresentationStyle == .popover ? presentationController as? UIPopoverPresentationController : nil
    }
  #endif

  /// The outermost ancestor presents.
  public func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
    let outermost = outermost
    if shownWindow == nil { return complain("whose view is not in the window hierarchy presents") }
    if outermost.presented != nil { return complain("which is already presenting presents") }
    if outermost.isBeingPresented { return complain("which is being presented presents") }
    if controller.presentingViewController != nil { return complain("presents what is already presented") }
    #if !os(tvOS)
      if let popover = controller.popoverPresentationController, popover.sourceItem == nil {
        return complain("presents a popover that points at nothing")
      }
    #endif
    outermost.presented = controller
    controller.presentingViewController = outermost
    (controller.isBeingPresented, controller.isPresentedAnimated) = (true, animated)
    controller.loadViewIfNeeded()
    outermost.move(controller, animated) {
      controller.isBeingPresented = false
      completion?()
    }
    controller.appear()
  }

  private func complain(_ text: String) { StandIn.complaints.append("\(type(of: self)) \(text)") }

  /// A presentation or a dismissal; it has a coordinator if it is animated.
  private func move(_ controller: UIViewController, _ isAnimated: Bool, _ completion: @escaping () -> Void) {
    let transition = StandInTransition()
    if isAnimated { (runningTransition, controller.runningTransition) = (transition, transition) }
    StandIn.later { [self] in
      if isAnimated { (runningTransition, controller.runningTransition) = (nil, nil) }
      completion()
      transition.end()
    }
  }

  /// Dismisses the view controller that it presents, with all presentations on top; dismisses itself if it presents none.
  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    var presenting: UIViewController? = self
    while let next = presenting, next.presented == nil { presenting = next.parent }
    guard let presenting = presenting ?? outermost.presentingViewController, let presented = presenting.presented
    else { return }
    var next: UIViewController? = presented
    while let layer = next {
      if layer.isBeingPresented || layer.isBeingDismissed {
        return complain("dismisses what is being presented or dismissed")
      }
      next = layer.presented
    }
    presented.isBeingDismissed = true
    presenting.move(presented, animated) {
      presenting.leave()
      completion?()
    }
  }

  private func leave() {
    presented?.left()
    presented = nil
    appear()
  }

  private func left() {
    presented?.left()
    (presented, presentingViewController, presentation) = (nil, nil, nil)
    (isBeingPresented, isBeingDismissed) = (false, false)
  }

  /// The user swipes the presented view controller away, or taps outside a popover.
  public func swipeAway() {
    let presentation = presentation
    presentingViewController?.leave()
    if let presentation { presentation.delegate?.presentationControllerDidDismiss(presentation) }
  }
}

@MainActor public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}

@MainActor public class UIPresentationController: NSObject {
  public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  /// This view controller owns the presentation controller.
  public unowned let presentedViewController: UIViewController
  init(_ presented: UIViewController) { presentedViewController = presented }
}

#if !os(tvOS)
  @MainActor public protocol UIPopoverPresentationControllerSourceItem: AnyObject {}
  extension UIView: UIPopoverPresentationControllerSourceItem {}
  extension UIBarButtonItem: UIPopoverPresentationControllerSourceItem {}

  public final class UIPopoverPresentationController: UIPresentationController {
    public var sourceItem: (any UIPopoverPresentationControllerSourceItem)?
  }
#endif

@MainActor public final class UIAlertAction: NSObject {
  public enum Style: Sendable { case `default`, cancel, destructive }
  public let title: String?
  let handler: (@MainActor (UIAlertAction) -> Void)?
  public init(title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {
    (self.title, self.handler) = (title, handler)
  }
}

open class UIAlertController: UIViewController {
  public enum Style: Sendable { case alert }
  public var message: String?
  public private(set) var actions: [UIAlertAction] = []
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    (self.title, self.message) = (title, message)
  }
  public func addAction(_ action: UIAlertAction) { actions.append(action) }

  /// The user taps a button: the alert closes, and then the button's handler is called.
  public func tap(_ title: String) {
    guard let action = actions.first(where: { $0.title == title }) else { return }
    swipeAway()
    action.handler?(action)
  }
}
