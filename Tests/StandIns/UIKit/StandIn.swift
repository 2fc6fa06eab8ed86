/// A stand-in for a part of UIKit.
///
/// It keeps the view controllers on a stack, the presentations, the selected tab and the cells of a list. It imitates the
/// effects of controls and the order of delegate calls, as UIKit's documentation describes them. Gestures of the user are
/// methods that UIKit does not have. There is no layout, no drawing, no appearance callback, no other gesture, no run loop and
/// no memory warning. A structure changes at the call. The completion of an animation is called at once, or, while
/// ``animationsAreHeld``, when a test finishes the animations.
@MainActor public enum StandIn {
  /// The mistakes that UIKit would have warned of, or stopped the program for.
  public static var complaints: [String] = []
  /// Whether animations go on until ``finishAnimations()``.
  public static var animationsAreHeld = false
  private static var held: [() -> Void] = []

  /// Finishes all animations, including those that begin meanwhile.
  public static func finishAnimations() {
    while !held.isEmpty { held.removeFirst()() }
  }

  static func animate(_ isAnimated: Bool, _ end: @escaping () -> Void) {
    if isAnimated, animationsAreHeld { held.append(end) } else { end() }
  }
}

/// The properties that UIKit gives every object.
@MainActor open class UIAccessibleObject: NSObject {
  public var accessibilityIdentifier: String?
  public var accessibilityLabel: String?
  public var accessibilityHint: String?
  public var accessibilityTraits: UIAccessibilityTraits = []
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1)
}
