public import Signals

/// A presenter, which is notified of its module's life cycle. Every requirement has a default.
@MainActor public protocol Presenter: AnyObject {
  /// The module is built and not yet shown.
  func loaded()
  /// The module is about to get the focus: it is shown for the first time or uncovered, or its tab is selected.
  func willGainFocus()
  /// The module is about to be covered or closed. The bag `router.focused` has just ended.
  func willLoseFocus()
  /// The module has closed. The bag `router.alive` is about to end, and the parts are about to be released.
  func unloaded()
  /// Whether the module may close. Asked when the user goes back, and when a link or a restoration would close the module;
  /// `router.back()` does not ask. Default: true.
  func shouldGoBack() -> Bool
  /// Whether a link or a restoration may open a module on top of this one. Default: always true.
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
  /// Returns true.
  public func shouldGoBack() -> Bool { true }
  /// Always true.
  public var isReady: Property<Bool> { Property(constant: true) }
}
