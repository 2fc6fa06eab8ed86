import VIPER
import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo

@Suite struct TodoDataManagerTests {
  private let here = TestEnvironment("2014-05-21")

  @Test("a query by days covers the whole days")
  func wholeDays() {
    let due = [
      "2014-05-20 23:59:59", "2014-05-21 00:00:00", "2014-05-21 12:00:00", "2014-05-24 23:59:59", "2014-05-25 00:00:00",
    ]
    let items = due.enumerated().map { here.item($0.element, $0.element, id: $0.offset) }
    let data = TodoDataManager(MemoryStore(items), here.calendar)
    let first = here.calendar.day("2014-05-21 18:00"), last = here.calendar.day("2014-05-24 06:00")
    #expect(Recorder(data.items(from: first, through: last)).values.first?.map(\.name) == Array(due[1...3]))
  }

  @Test("a day without midnight starts at its first instant")
  func daylightSaving() {
    let calendar = Calendar.gregorian("America/Sao_Paulo"), day = calendar.day("2018-11-04 12:00")
    let first = calendar.startOfDay(for: day)
    let items = [-1.0, 0, 23 * 3600 - 1, 23 * 3600].enumerated().map { index, seconds in
      TodoItem(id: .number(index), name: "\(index)", due: first.addingTimeInterval(seconds))
    }
    let data = TodoDataManager(MemoryStore(items), calendar)
    #expect(Recorder(data.items(from: day, through: day)).values.first?.map(\.name) == ["1", "2"])
  }

  @Test("an empty store gives no items, and a failing store its failure") func emptyAndFailing() {
    let now = here.environment.now(), store = TestStore(), data = here.data(store)
    #expect(Recorder(data.items(from: now, through: now)).values == [[]])
    (store.reading.value, store.changing.value) = (.other("no disk"), .other("disk full"))
    #expect(Recorder(data.items(from: now, through: now)).failure == .other("no disk"))
    #expect(Recorder(data.save(here.item("a", "2014-05-21"))).failure == .other("disk full"))
  }

  @Test("a change is made if the store still has its item") func changes() {
    let item = here.item("a", "2014-05-21"), store = TestStore([item]), data = here.data(store)
    #expect(Recorder(data.change(.delete(item.id))).values == [true])
    #expect(Recorder(data.change(.save(item))).values == [false] && store.items == [])
  }
}
