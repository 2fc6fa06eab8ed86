import Foundation
import Services
import Signals
import SignalsTesting
import Todo
import VIPER

/// An environment whose time the test sets. Its calendar is Gregorian, in UTC.
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
          ids.withValue {
            $0 += 1; return $0
          })
      }, scheduler: time,
      notifications: NotificationCenter())
  }

  func data(_ store: some Store<TodoItem>) -> TodoDataManager { TodoDataManager(store, environment) }

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

  /// Parses `2014-05-22` or `2014-05-22 23:59:59`. Any other text gives a date that no test expects.
  func day(_ text: String) -> Date {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) } + [0, 0, 0]
    guard numbers.count >= 6 else { return .distantPast }
    let components = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4], second: numbers[5])
    return date(from: components) ?? .distantPast
  }
}

extension UUID {
  /// An id made of a number.
  static func number(_ number: Int) -> UUID {
    UUID(uuidString: "00000000-0000-0000-0000-" + String(format: "%012d", number)) ?? UUID()
  }
}

/// A store in memory that fails and waits on demand.
struct TestStore: Store {
  typealias Entity = TodoItem
  let base: MemoryStore<TodoItem>
  /// The failure of reading.
  let reading = MutableProperty<StoreFailure?>(nil)
  /// Calls wait until this is true.
  let answers = MutableProperty(true)

  init(_ items: [TodoItem] = []) { base = MemoryStore(items) }

  var items: [TodoItem] { Recorder(base.entities(Query())).values.first ?? [] }

  func entity(_ id: UUID) -> Signal<TodoItem?, StoreFailure> { call(base.entity(id)) }
  func entities(_ query: Query<TodoItem>) -> Signal<[TodoItem], StoreFailure> { call(base.entities(query)) }
  func observe(_ query: Query<TodoItem>) -> Signal<[TodoItem], StoreFailure> {
    call(.deferred { [base, reading] in reading.value.map { .fail($0) } ?? base.observe(query) })
  }
  func commit(_ changes: [StoreChange<TodoItem>]) -> Signal<Void, StoreFailure> { call(base.commit(changes)) }
  func commit(reading query: Query<TodoItem>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    call(base.commit(reading: query, decide))
  }

  private func call<Value>(_ call: Signal<Value, StoreFailure>) -> Signal<Value, StoreFailure> {
    answers.signal.filter { $0 }.first().promoteFailure(to: StoreFailure.self).flatMap { _ in call }
  }
}
