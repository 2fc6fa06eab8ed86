import Login
import REPL
import Search
import Todo
import VIPER

#if canImport(UIKit) && !os(watchOS)
  import VIPERUITesting
#endif

/// The views of the sample apps in a session.
package struct SampleViews: Sendable {
  let stage: @MainActor @Sendable (Session) -> any Stage
  let home: @MainActor @Sendable (HomePresenter, HomeTexts) -> AnyObject
  let todo: TodoViews
  let login: LoginViews
  let search: SearchViews

  /// A terminal.
  package static let console = SampleViews(
    stage: { $0.console }, home: ConsoleView.init, todo: .console, login: .console, search: .console)

  #if canImport(UIKit) && !os(watchOS)
    /// UIKit, for flows to drive.
    package static let uiKit = SampleViews(
      stage: { FlowStage(for: $0) }, home: HomeViewController.init, todo: .uiKit, login: .uiKit, search: .uiKit)
  #endif
}
