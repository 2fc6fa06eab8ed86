import Foundation
import Services
import Signals
import SignalsTesting
import Todo
import VIPER

/// An environment in which a test decides what time it is. Its calendar is Gregorian, in UTC.
struct TestEnvironment {
  let time = VirtualTimeScheduler()
  let calendar: Calendar
  let environment: AppEnvironment

  /// Starts at noon of `day`.
  init(_ day: String, locale: String = "en_US", calendar: Calendar = .utc) {
    let noon = calendar.startOfDay(for: calendar.day(day)).addingTimeInterval(43_200)
    let ids = MutableProperty(0), time = time
    self.calendar = calendar
    environment = AppEnvironment(
      now: { noon.addingTimeInterval(Double(time.now.components.seconds)) }, calendar: calendar,
      locale: Locale(identifier: locale),
      id: {
        .number(
          ids.modify {
            $0 += 1; return $0
          })
      }, scheduler: time,
      notifications: NotificationCenter())
  }

  func data(_ store: some TodoStore) -> TodoDataManager { TodoDataManager(store: store, calendar: calendar) }

  func data(_ items: TodoItem...) -> TodoDataManager { data(StoredTodos(MemoryStore(items))) }

  func item(_ name: String, _ due: String, id: Int = 1000) -> TodoItem {
    TodoItem(id: .number(id), name: name, due: calendar.day(due))
  }
}

extension Calendar {
  static var utc: Calendar { gregorian("UTC") }

  static func gregorian(_ zone: String) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    calendar.firstWeekday = 1
    return calendar
  }

  /// `2014-05-22` or `2014-05-22 23:59:59`; a text that is neither is a day no test expects.
  func day(_ text: String) -> Date {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) } + [0, 0, 0]
    guard numbers.count >= 6 else { return .distantPast }
    let components = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    return date(from: components) ?? .distantPast
  }
}

extension UUID {
  /// An id a test can name.
  static func number(_ number: Int) -> UUID {
    UUID(uuidString: "00000000-0000-0000-0000-" + String(format: "%012d", number)) ?? UUID()
  }
}

/// A store that always fails.
struct FailingStore: TodoStore {
  let failure: StoreFailure
  func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> { .fail(failure) }
  func changes(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> { .never }
  func save(_ item: TodoItem) -> Signal<Void, StoreFailure> { .fail(failure) }
  func delete(_ id: TodoItem.ID) -> Signal<Void, StoreFailure> { .fail(failure) }
}
