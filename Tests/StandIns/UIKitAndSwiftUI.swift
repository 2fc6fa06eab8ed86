import Foundation
@_exported import Observation

// Minimal stand-ins for UIKit and SwiftUI: the declarations that the article uses, which do nothing.

@MainActor class UIView: NSObject { func addSubview(_ view: UIView) {} }
@MainActor final class UILabel: UIView { var text: String? }
final class UIAction: Sendable { init(handler: @escaping @MainActor @Sendable (UIAction) -> Void) {} }
@MainActor final class UIButton: UIView {
  enum Event { case primaryActionTriggered }
  var isEnabled = true
  func addAction(_ action: UIAction, for event: Event) {}
}
@MainActor class UIWindow: UIView { var rootViewController: UIViewController? }
@MainActor protocol UIViewControllerTransitionCoordinatorContext {}
@MainActor protocol UIViewControllerTransitionCoordinator {
  @discardableResult func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}
@MainActor class UIPresentationController: NSObject {
  weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
}
@MainActor protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}
@MainActor class UIViewController: NSObject {
  var view = UIView()
  var presentedViewController: UIViewController?
  var presentationController: UIPresentationController?
  var transitionCoordinator: (any UIViewControllerTransitionCoordinator)?
  init(nibName: String?, bundle: Bundle?) {}
  override convenience init() { self.init(nibName: nil, bundle: nil) }
  required init?(coder: NSCoder) { nil }
  func viewDidLoad() {}
  func present(_ controller: UIViewController, animated: Bool) {}
  func dismiss(animated: Bool) {}
}
@MainActor protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}
@MainActor class UINavigationController: UIViewController {
  var viewControllers: [UIViewController] = []
  weak var delegate: (any UINavigationControllerDelegate)?
  func setViewControllers(_ controllers: [UIViewController], animated: Bool) {}
}
@MainActor class UITabBarController: UIViewController {
  var selectedIndex = 0
  func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {}
}
final class NSMapTable<Key: AnyObject, Object: AnyObject> {
  static func weakToWeakObjects() -> NSMapTable { NSMapTable() }
  static func weakToStrongObjects() -> NSMapTable { NSMapTable() }
  func object(forKey key: Key?) -> Object? { nil }
  func setObject(_ object: Object?, forKey key: Key?) {}
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
  init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {}
}
struct NavigationStack<Element: Hashable, Root: View>: Drawn {
  init(path: Binding<[Element]>, @ViewBuilder root: () -> Root) {}
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
    self
  }
}
