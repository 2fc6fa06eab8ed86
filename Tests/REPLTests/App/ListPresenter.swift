import Foundation
import REPL
import Signals
import VIPER

@MainActor final class ListPresenter: Presenter {
  struct Row: Sendable {
    let section: String, text: String
  }
  let rows: Property<[Row]>
  let add: Command<Void, Entry, RouteError>
  private let entries = MutableProperty<[Entry]>([])

  init(_ router: Router<Never>) {
    let environment = router.environment
    rows = entries.map { $0.map { Self.row($0, environment) } }
    add = Command { router.present(.add) }
    add.values.bind(to: entries) { entries, entry in entries.modify { $0.append(entry) } }.stored(in: router.alive)
  }

  private nonisolated static func row(_ entry: Entry, _ environment: AppEnvironment) -> Row {
    let numbers = entry.due.split(separator: "-").compactMap { Int($0) }, calendar = environment.calendar
    guard numbers.count == 3,
      let due = calendar.date(from: DateComponents(year: numbers[0], month: numbers[1], day: numbers[2]))
    else { return Row(section: "Some day", text: entry.name) }
    let today = calendar.startOfDay(for: environment.now())
    let days = calendar.dateComponents([.day], from: today, to: due).day
    let weekday = calendar.weekdaySymbols[calendar.component(.weekday, from: due) - 1]
    return days == 1
      ? Row(section: "Tomorrow [alarm]", text: "\(entry.name) — \(weekday)")
      : Row(section: "Today [check]", text: entry.name)
  }
}

extension ConsoleView {
  convenience init(_ presenter: ListPresenter) {
    self.init(
      .title("VIPER TODO"),
      .list(
        "items", presenter.rows, empty: "(no upcoming items)", section: \.section, line: \.text),
      .button("add", presenter.add))
  }
}
