import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER

/// The list's use cases, as far as no flow shows them.
@Suite struct ListInteractorTests {
  private let here = TestEnvironment("2014-05-21")

  @Test("items are equal if relation, day and title are, with any ids") func equality() {
    func item(_ relation: DueRelation, _ due: String, _ title: String, id: Int = 1) -> UpcomingItem {
      UpcomingItem(id: .number(id), relation: relation, due: here.calendar.day(due), title: title)
    }
    let items = [
      item(.today, "2014-05-21", "Milk", id: 2), item(.tomorrow, "2014-05-21", "Milk"),
      item(.today, "2015-05-21", "Milk"), item(.today, "2014-05-21", "milk"),
    ]
    #expect(items.map { $0 == item(.today, "2014-05-21", "Milk") } == [true, false, false, false])
  }

  @Test("days are whole days, also without a midnight") func wholeDays() {
    func found(_ calendar: Calendar, from first: Date, through last: Date, _ due: [Date]) -> [String]? {
      let items = due.enumerated().map { TodoItem(id: .number($0.offset), name: "\($0.offset)", due: $0.element) }
      var environment = here.environment
      environment.calendar = calendar
      let data = TodoDataManager(MemoryStore(items), environment)
      return Recorder(data.items(from: first, through: last)).values.first?.map(\.name)
    }
    let day = here.calendar.day(_:), brazil = Calendar.gregorian("America/Sao_Paulo")
    let due = ["20 23:59:59", "21 00:00:00", "24 23:59:59", "25 00:00:00"].map { day("2014-05-\($0)") }
    let short = brazil.day("2018-11-04 12:00"), start = brazil.startOfDay(for: short)
    let instants = [-1.0, 0, 23 * 3600 - 1, 23 * 3600].map(start.addingTimeInterval)
    #expect(found(.utc, from: day("2014-05-21 18:00"), through: day("2014-05-24 06:00"), due) == ["1", "2"])
    #expect(found(brazil, from: short, through: short, instants) == ["1", "2"])
  }

  @Test("a completed item stays in the store with its time; a change that is cancelled can no longer be undone")
  func changes() {
    let store = TestStore([here.item("a", "2014-05-21", id: 1), here.item("b", "2014-05-22", id: 2)])
    let interactor = ListInteractor(here.data(store), here.environment), list = Recorder(interactor.upcoming)
    interactor.complete(.number(1)).start()
    #expect(store.items.map(\.completed) == [here.environment.now(), nil])
    store.answers.value = false
    let deletion = Recorder(interactor.delete(.number(2)))
    Recorder(interactor.undo()).dispose()
    #expect(!interactor.canUndo.value)
    #expect(interactor.isChanging.value)
    deletion.dispose()
    #expect(interactor.canUndo.value)
    #expect(!interactor.isChanging.value)
    store.answers.value = true
    interactor.undo().start()
    #expect(list.values.map { $0.map(\.title) } == [["a", "b"], ["b"], ["a", "b"]])
  }
}
