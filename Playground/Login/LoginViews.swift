import REPL
import Signals
import VIPER

#if canImport(UIKit) || canImport(SwiftUI)
  import VIPERUI
#endif

/// The views of the screens.
package struct LoginViews: Sendable {
  let one: @MainActor @Sendable (OnePresenter) -> AnyObject
  /// A message, and the command that a touch executes.
  let two: @MainActor @Sendable (_ message: String, _ touch: Command<Void, Void, RouteError>, LoginTexts) -> AnyObject

  /// A terminal.
  package static let console = LoginViews(
    one: ConsoleView.init,
    two: { message, back, texts in ConsoleView(.label("", message), .touch(back, help: texts.touch)) })

  #if canImport(UIKit) && !os(watchOS)
    /// UIKit.
    package static let uiKit = LoginViews(one: OneViewController.init, two: TwoViewController.init)
  #endif

  #if canImport(SwiftUI)
    /// SwiftUI.
    package static let swiftUI = LoginViews(
      one: { Screen(OneView($0)) }, two: { Screen(TwoView(message: $0, touch: $1, texts: $2)) })
  #endif
}
