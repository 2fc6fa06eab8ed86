import Language
import Login
import Search
import Signals
import Todo
import VIPER

/// Lists and opens the sample apps.
@MainActor package final class HomePresenter: Presenter {
  /// An app in the list.
  package typealias Row = HomeTexts.App
  /// An app with the navigation that opens it.
  private struct App: Sendable {
    let row: Row
    let open: Signal<Never, RouteError>
  }
  package let title: Property<String>
  package let rows: Property<[Row]>
  package let open: Command<Row, Never, RouteError>
  /// The reasons why an app did not open.
  package let problems: Signal<String, Never>

  package init(_ router: Router<Never>) {
    let texts = HomeTexts.of(router.environment.locale)
    let apps = [
      App(row: texts.todo, open: router.push(.todo)), App(row: texts.login, open: router.push(.one)),
      App(row: texts.search, open: router.push(.search)),
    ]
    title = Property(constant: texts.title)
    rows = Property(constant: apps.map(\.row))
    open = Command { row in apps.first { $0.row == row }?.open ?? .empty }
    problems = open.failures.map(Language.of(router.environment.locale).text)
  }
}
