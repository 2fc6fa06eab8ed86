import REPL

#if canImport(UIKit) || canImport(SwiftUI)
  import VIPERUI
#endif

/// The views of the screens.
package struct TodoViews: Sendable {
  let list: @MainActor @Sendable (ListPresenter) -> AnyObject
  let add: @MainActor @Sendable (AddPresenter) -> AnyObject

  /// A terminal.
  package static let console = TodoViews(list: ConsoleView.init, add: ConsoleView.init)

  #if canImport(UIKit) && !os(watchOS)
    /// UIKit.
    package static let uiKit = TodoViews(list: ListViewController.init, add: AddViewController.init)
  #endif

  #if canImport(SwiftUI)
    /// SwiftUI.
    package static let swiftUI = TodoViews(list: { Screen(ListView($0)) }, add: { Screen(AddView($0)) })
  #endif
}
