@_exported import Foundation

/// What this module knows of UIKit, and what it does not.
///
/// It knows which view controllers are on a stack, who presents whom, which tab is selected, which cells a list has, what a control
/// does when it is triggered, and in which order delegates are called, as UIKit's documentation says. Gestures of the user are methods
/// that UIKit does not have. It knows no layout, no drawing, no appearance callbacks, no gestures beside these, no run loop and no
/// memory warnings: a structure changes when the call is made, and what an animation ends is called at once, or, while
/// ``animationsAreHeld``, when a test says so.
@MainActor public enum StandIn {
  /// What UIKit would have warned of, or stopped the program for.
  public static var complaints: [String] = []
  /// Whether animations go on until ``finishAnimations()``.
  public static var animationsAreHeld = false
  private static var held: [() -> Void] = []

  /// Ends all animations, also those that begin then.
  public static func finishAnimations() {
    while !held.isEmpty { held.removeFirst()() }
  }

  static func animate(_ isAnimated: Bool, _ end: @escaping () -> Void) {
    if isAnimated, animationsAreHeld { held.append(end) } else { end() }
  }
}

/// What UIKit gives every object.
@MainActor open class UIAccessibleObject: NSObject {
  public var accessibilityIdentifier: String?
  public var accessibilityLabel: String?
  public var accessibilityValue: String?
  public var accessibilityHint: String?
  public var accessibilityTraits: UIAccessibilityTraits = []
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1)
}

public struct UIImage: Sendable { public init?(systemName: String) {} }
