import Signals

/// What presenters are told of their module's life. Every member has a default that does nothing.
@MainActor public protocol Presenter: AnyObject {
  /// Built, not yet shown.
  func loaded()
  /// About to be what the user sees: first shown, uncovered, or its tab selected.
  func willGainFocus()
  /// About to be covered or closed; what is in `router.focused` has just ended.
  func willLoseFocus()
  /// Closed; what is in `router.alive` is about to end, and the parts are about to be released.
  func unloaded()
  /// Asked when the user wants back, and when a link or a restoration would close this; `router.back` does not ask.
  /// Default: true.
  func shouldGoBack() -> Bool
  /// Whether a link or a restoration may open something on top of this. Default: always.
  var isReady: Property<Bool> { get }
}

extension Presenter {
  /// Does nothing.
  public func loaded() {}
  /// Does nothing.
  public func willGainFocus() {}
  /// Does nothing.
  public func willLoseFocus() {}
  /// Does nothing.
  public func unloaded() {}
  /// Always.
  public func shouldGoBack() -> Bool { true }
  /// Always.
  public var isReady: Property<Bool> { Property(constant: true) }
}
