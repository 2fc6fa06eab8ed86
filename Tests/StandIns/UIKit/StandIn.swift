import Dispatch

/// A stand-in for a part of UIKit.
///
/// It keeps the view controllers on a stack, the presentations, the selected tab and the cells of a list. It imitates the
/// effects of controls and the order of delegate calls, as UIKit's documentation describes them. Gestures of the user are
/// methods that UIKit does not have. There is no layout, no drawing, no appearance callback, no other gesture, no run loop and
/// no memory warning.
///
/// Where UIKit's behaviour is not documented, it does what is worst for its callers. A structure changes at the call, and every
/// completion comes later, even without an animation. A hidden window, or one without a scene, shows nothing: there nothing is
/// presented, and no delegate of a stack is called. A view controller that is being presented or dismissed presents nothing.
@MainActor public enum StandIn {
  /// The mistakes that UIKit would have warned of, or stopped the program for.
  public static var complaints: [String] = []
  /// Whether a test finishes animations itself, instead of after each step.
  public static var animationsAreHeld = false
  private static var endings: [Ending] = []
  /// The turns of the main queue until an animation ends by itself.
  private static let turns = 5

  private final class Ending {
    private var body: (() -> Void)?
    init(_ body: @escaping () -> Void) { self.body = body }
    /// Releases what it has called.
    func end() { body.take()?() }
  }

  /// Forgets what other tests have left.
  public static func reset() { (complaints, endings, animationsAreHeld) = ([], [], false) }

  /// Finishes all animations, including those that begin meanwhile.
  public static func finishAnimations() {
    while !endings.isEmpty { endings.removeFirst().end() }
  }

  /// Finishes all animations, and runs what they leave to later turns of the main queue.
  public static func rest() async {
    for _ in 0..<20 {
      finishAnimations()
      await withCheckedContinuation { turned in DispatchQueue.main.async { turned.resume() } }
    }
  }

  /// Calls `end` some turns of the main queue later, or when a test finishes the animations.
  static func later(_ end: @escaping () -> Void) {
    let ending = Ending(end)
    endings.append(ending)
    wait(turns, for: ending)
  }

  private static func wait(_ turns: Int, for ending: Ending) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        if turns > 1 { return wait(turns - 1, for: ending) }
        guard !animationsAreHeld, let index = endings.firstIndex(where: { $0 === ending }) else { return }
        endings.remove(at: index).end()
      }
    }
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
