@MainActor open class UIView: UIAccessibleObject {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let flexibleWidth = AutoresizingMask(rawValue: 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 2)
  }
  public var frame = CGRect.zero
  public var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  open var isHidden = false
  public var autoresizingMask: AutoresizingMask = []
  public private(set) var subviews: [UIView] = []
  public private(set) weak var superview: UIView?
  weak var owner: UIViewController?

  public init(frame: CGRect = .zero) {
    self.frame = frame
    super.init()
  }
  public required init?(coder: NSCoder) { nil }

  public func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
  }
  @discardableResult public func endEditing(_ force: Bool) -> Bool { true }
  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
  public var window: UIWindow? { self as? UIWindow ?? owner?.shownWindow ?? superview?.window }
}

open class UILabel: UIView { public var text: String? }

public enum NSLayoutConstraint {
  public enum Axis: Sendable { case horizontal, vertical }
}

open class UIStackView: UIView {
  public var axis = NSLayoutConstraint.Axis.horizontal
  public private(set) var arrangedSubviews: [UIView] = []

  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }
  public func addArrangedSubview(_ view: UIView) {
    addSubview(view)
    arrangedSubviews.append(view)
  }
}

public final class UIActivityIndicatorView: UIView {
  public private(set) var isAnimating = false
  public func startAnimating() { isAnimating = true }
  public func stopAnimating() { isAnimating = false }
}

public final class UIProgressView: UIView {
  public var observedProgress: Progress?
}

@MainActor open class UIScene: NSObject {}
public final class UIWindowScene: UIScene {}

@MainActor public final class UIApplication {
  public static let shared = UIApplication()
  /// A test may remove the scene, as in a test without a host app.
  public var connectedScenes: Set<UIScene> = [UIWindowScene()]
}

/// Hidden at first, as UIKit's is.
open class UIWindow: UIView {
  public static let didBecomeVisibleNotification = Notification.Name("UIWindowDidBecomeVisibleNotification")

  public weak var windowScene: UIWindowScene?
  public var rootViewController: UIViewController? {
    didSet {
      oldValue?.holdingWindow = nil
      rootViewController?.holdingWindow = self
      rootViewController?.loadViewIfNeeded()
      rootViewController?.appear()
    }
  }
  open override var isHidden: Bool {
    didSet {
      guard oldValue, isShown else { return }
      NotificationCenter.default.post(name: Self.didBecomeVisibleNotification, object: self)
      rootViewController?.appear()
    }
  }
  var isShown: Bool { !isHidden && windowScene != nil }

  public override init(frame: CGRect = .zero) {
    super.init(frame: frame)
    isHidden = true
  }
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: .zero)
    self.windowScene = windowScene
  }
  public required init?(coder: NSCoder) { nil }
}
