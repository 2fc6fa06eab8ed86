#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// How a ``UIKitStage`` shows a step: a value for `presentation:` of a route or a router's verb. The step back uses the value
  /// with which the module opened.
  ///
  ///     static var login: Self {
  ///       Route(
  ///         "login", style: .modal,
  ///         presentation: UIKitPresentation.fullScreen)
  ///     }
  public struct UIKitPresentation: Sendable {
    /// Whether the step is animated.
    public var isAnimated = true
    /// How a modal covers the screen.
    public var modalStyle = UIModalPresentationStyle.automatic
    /// The accessibility identifier of the view or the bar button item to which a popover points.
    public var popoverSource: String?
    /// Makes the animation of a push or a pop; nil for UIKit's own.
    public var animator:
      (@MainActor @Sendable (UINavigationController.Operation) -> (any UIViewControllerAnimatedTransitioning)?)?
    /// Changes a modal before it is presented: its detents, or its transitioning delegate.
    public var prepare: (@MainActor @Sendable (UIViewController) -> Void)?

    /// The presentation that UIKit uses by default.
    public init() {}

    /// A presentation without an animation.
    public static let unanimated = UIKitPresentation(\.isAnimated, false)
    /// A modal that covers the whole screen.
    public static let fullScreen = UIKitPresentation(\.modalStyle, .fullScreen)

    /// A popover that points to a view or a bar button item of the presenting screen, given by its accessibility identifier. A
    /// narrow window shows it as a sheet.
    public static func popover(from source: String) -> UIKitPresentation {
      var popover = UIKitPresentation(\.popoverSource, source)
      #if !os(tvOS)
        popover.modalStyle = .popover
      #endif
      return popover
    }

    private init<Value>(_ member: WritableKeyPath<UIKitPresentation, Value>, _ value: Value) {
      self[keyPath: member] = value
    }

    @MainActor func apply(to modal: UIViewController, over presenter: UIViewController) {
      modal.modalPresentationStyle = modalStyle
      #if !os(tvOS)
        if let popoverSource, let popover = modal.popoverPresentationController {
          let page = (presenter as? UINavigationController)?.topViewController ?? presenter
          // UIKit stops the program if a popover has no source.
          popover.sourceItem = page.item(identifiedBy: popoverSource) ?? page.view
        }
      #endif
      prepare?(modal)
    }
  }

  #if !os(tvOS)
    extension UIViewController {
      /// The bar button item or the view with this accessibility identifier.
      fileprivate func item(identifiedBy identifier: String) -> (any UIPopoverPresentationControllerSourceItem)? {
        let items = [navigationItem.leftBarButtonItems, navigationItem.rightBarButtonItems, toolbarItems]
        if let item = items.joined().first(where: { $0.accessibilityIdentifier == identifier }) { return item }
        var views: [UIView] = [view]
        while let next = views.popLast() {
          if next.accessibilityIdentifier == identifier { return next }
          views += next.subviews
        }
        return nil
      }
    }

    extension [[UIBarButtonItem]?] {
      fileprivate func joined() -> [UIBarButtonItem] { flatMap { $0 ?? [] } }
    }
  #endif
#endif
