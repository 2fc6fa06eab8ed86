import Foundation
@_exported import Observation

// Minimal stand-ins for UIKit and SwiftUI: the declarations that the article uses. They know what is on a stack, who presents whom
// and what a binding does; they draw nothing.

@MainActor class UIView: NSObject { func addSubview(_ view: UIView) {} }
@MainActor final class UILabel: UIView { var text: String? }
final class UIAction: Sendable { init(handler: @escaping @MainActor @Sendable (UIAction) -> Void) {} }
@MainActor final class UIButton: UIView {
  enum Event { case primaryActionTriggered }
  var isEnabled = true
  func addAction(_ action: UIAction, for event: Event) {}
}
@MainActor class UIWindow: UIView {
  var rootViewController: UIViewController? { didSet { rootViewController?.window = self } }
}
@MainActor protocol UIViewControllerTransitionCoordinatorContext {}
@MainActor protocol UIViewControllerTransitionCoordinator {
  @discardableResult func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}
@MainActor class UIPresentationController: NSObject {
  weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
  /// Owns this.
  unowned let presentedViewController: UIViewController
  init(presentedViewController: UIViewController) { self.presentedViewController = presentedViewController }
}
@MainActor protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}
@MainActor class UIViewController: NSObject {
  var view = UIView()
  weak var parent: UIViewController?
  weak var window: UIWindow?
  private(set) weak var presentingViewController: UIViewController?
  private var presented: UIViewController?
  private var presentation: UIPresentationController?
  var transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
  init(nibName: String?, bundle: Bundle?) {}
  override convenience init() { self.init(nibName: nil, bundle: nil) }
  required init?(coder: NSCoder) { nil }
  func viewDidLoad() {}

  /// What it presents, or else the nearest ancestor that presents something.
  var presentedViewController: UIViewController? { presented ?? parent?.presentedViewController }
  var presentationController: UIPresentationController? {
    presentation = presentation ?? UIPresentationController(presentedViewController: self)
    return presentation
  }
  private var isInWindow: Bool {
    window != nil || parent?.isInWindow == true || presentingViewController?.isInWindow == true
  }

  /// The outermost ancestor presents; what is not in a window, or presents already, does nothing.
  func present(_ controller: UIViewController, animated: Bool) {
    var outermost = self
    while let parent = outermost.parent { outermost = parent }
    guard outermost.isInWindow, outermost.presented == nil else { return }
    outermost.presented = controller
    controller.presentingViewController = outermost
  }

  /// What it presents goes, with what that presents; if it presents nothing, it goes itself.
  func dismiss(animated: Bool) {
    guard presentedViewController != nil else {
      presentingViewController?.dismiss(animated: animated)
      return
    }
    if presented == nil { parent?.dismiss(animated: animated) }
    presented?.left()
    presented = nil
  }

  private func left() {
    presented?.left()
    (presented, presentingViewController, presentation) = (nil, nil, nil)
  }

  /// The user swipes away what is presented.
  func swipeAway() {
    let presentation = presentation
    presentingViewController?.dismiss(animated: true)
    if let presentation { presentation.delegate?.presentationControllerDidDismiss(presentation) }
  }
}
@MainActor protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}
@MainActor class UINavigationController: UIViewController {
  private(set) var viewControllers: [UIViewController] = []
  weak var delegate: (any UINavigationControllerDelegate)?
  func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    for controller in viewControllers { controller.parent = nil }
    viewControllers = controllers
    for controller in controllers { controller.parent = self }
  }

  /// The user swipes back to one of them.
  func swipeBack(to index: Int) {
    setViewControllers(Array(viewControllers.prefix(index + 1)), animated: true)
    delegate?.navigationController(self, didShow: viewControllers[index], animated: true)
  }
}
@MainActor protocol UITabBarControllerDelegate: AnyObject {
  func tabBarController(_ tabBarController: UITabBarController, shouldSelect viewController: UIViewController) -> Bool
}
@MainActor class UITabBarController: UIViewController {
  var selectedIndex = 0
  private(set) var viewControllers: [UIViewController]?
  weak var delegate: (any UITabBarControllerDelegate)?
  var selectedViewController: UIViewController? { viewControllers?[selectedIndex] }

  /// The user taps a tab. UIKit goes back to the first screen of the tab that is shown.
  func tap(_ index: Int) {
    guard let tapped = viewControllers?[index] else { return }
    guard delegate?.tabBarController(self, shouldSelect: tapped) ?? true else { return }
    if index == selectedIndex { (tapped as? UINavigationController)?.swipeBack(to: 0) }
    selectedIndex = index
  }
  func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
    viewControllers = controllers
    for controller in controllers ?? [] { controller.parent = self }
  }
}
final class NSMapTable<Key: AnyObject, Object: AnyObject> {
  private struct Entry {
    weak var key: Key?
    weak var object: Object?
    let kept: Object?
  }
  private let keepsObjects: Bool
  private var entries: [ObjectIdentifier: Entry] = [:]

  init(keepsObjects: Bool) { self.keepsObjects = keepsObjects }
  static func weakToWeakObjects() -> NSMapTable { NSMapTable(keepsObjects: false) }
  static func weakToStrongObjects() -> NSMapTable { NSMapTable(keepsObjects: true) }
  func object(forKey key: Key?) -> Object? {
    guard let key, let entry = entries[ObjectIdentifier(key)], entry.key === key else { return nil }
    return entry.object
  }
  func setObject(_ object: Object?, forKey key: Key?) {
    guard let key else { return }
    entries[ObjectIdentifier(key)] = Entry(key: key, object: object, kept: keepsObjects ? object : nil)
  }
}

@MainActor protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}
extension Never: View { var body: Never { fatalError("a stand-in is not drawn") } }
protocol Drawn: View where Body == Never {}
extension Drawn { var body: Never { fatalError("a stand-in is not drawn") } }
extension Optional: View where Wrapped: View { var body: Never { fatalError("a stand-in is not drawn") } }
struct AnyView: Drawn { init(_ view: some View) {} }
@resultBuilder struct ViewBuilder {
  static func buildExpression<V: View>(_ view: V) -> V { view }
  static func buildBlock<V: View>(_ view: V) -> V { view }
  static func buildOptional<V: View>(_ view: V?) -> V? { view }
}
@MainActor struct Binding<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value) -> Void
  init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
    (self.get, self.set) = (get, set)
  }
}
/// What the user can do to the views whose bodies were asked for last.
@MainActor enum Gestures {
  static var swipeBack: () -> Void = {}
  static var swipeSheetAway: (() -> Void)?
}
struct NavigationStack<Element: Hashable, Root: View>: Drawn {
  init(path: Binding<[Element]>, @ViewBuilder root: () -> Root) {
    Gestures.swipeBack = { path.set(path.get().dropLast()) }
  }
}
struct Button: Drawn { init(_ title: String, action: @escaping @MainActor () -> Void) {} }
@MainActor @propertyWrapper struct State<Value> {
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  var wrappedValue: Value
}
extension View {
  func navigationDestination<D: Hashable>(for data: D.Type, @ViewBuilder _ content: (D) -> some View) -> some View {
    self
  }
  func sheet<Item: Identifiable>(item: Binding<Item?>, @ViewBuilder _ content: (Item) -> some View) -> some View {
    Gestures.swipeSheetAway = item.get().map { _ in { item.set(nil) } }
    return self
  }
}
