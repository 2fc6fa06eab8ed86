import REPL
import Signals
import VIPER

#if canImport(UIKit) || canImport(SwiftUI)
  import VIPERUI
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif

/// The views of the screens.
package struct SearchViews: Sendable {
  let search: @MainActor @Sendable (SearchPresenter) -> AnyObject
  let results: @MainActor @Sendable (ResultsPresenter) -> AnyObject
  let details: @MainActor @Sendable (DetailsInput, _ back: Command<Void, Void, RouteError>, SearchTexts) -> AnyObject
  let download: @MainActor @Sendable (DownloadPresenter) -> AnyObject
  let message: @MainActor @Sendable (_ cancel: Command<Void, Void, RouteError>, SearchTexts) -> AnyObject
  let setting: @MainActor @Sendable (SettingTabs) -> AnyObject
  let timer: @MainActor @Sendable (TimerPresenter) -> AnyObject
  let language: @MainActor @Sendable (SearchTexts) -> AnyObject
  let about: @MainActor @Sendable (AboutScreen) -> AnyObject

  /// A terminal.
  package static let console = SearchViews(
    search: ConsoleView.init, results: ConsoleView.init,
    details: { ConsoleView(.title($2.detailsTitle), .label("usrid", $0.usrid), .back($1)) },
    download: ConsoleView.init,
    message: { ConsoleView(.title($1.messageTitle), .button("cancel", $0, help: $1.cancelMessage)) },
    setting: { tabs in
      let texts = tabs.texts
      return ConsoleView(
        .title(texts.settingTitle), .button("timer", tabs.timer, help: texts.showTimer),
        .button("language", tabs.language, help: texts.showLanguage), .back(tabs.back), .alert("", tabs.problems))
    },
    timer: ConsoleView.init, language: { ConsoleView(.label("", $0.language)) }, about: { $0.view })

  #if canImport(UIKit) && !os(watchOS)
    /// UIKit.
    package static let uiKit = SearchViews(
      search: SearchViewController.init, results: ResultsViewController.init,
      details: { input, _, texts in DetailsViewController(input, texts) }, download: DownloadViewController.init,
      message: MessageViewController.init, setting: SettingTabBarController.init, timer: TimerViewController.init,
      language: LanguageViewController.init, about: AboutViewController.init)
  #endif

  #if canImport(SwiftUI)
    /// SwiftUI.
    package static let swiftUI = SearchViews(
      search: { Screen(SearchView($0)) }, results: { Screen(ResultsView($0)) },
      details: { input, _, texts in Screen(DetailsView(input: input, texts: texts)) },
      download: { Screen(DownloadView($0)) }, message: { Screen(MessageView(cancel: $0, texts: $1)) },
      setting: { Screen(SettingView(tabs: $0)) }, timer: { Screen(TimerView($0)) },
      language: { Screen(Text($0.language)) }, about: { Screen(AboutView($0)) })
  #endif
}
