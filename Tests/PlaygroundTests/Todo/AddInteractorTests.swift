import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER

@Suite struct AddInteractorTests {
  private let here = TestEnvironment("2014-05-21")
  private let store = MemoryStore<TodoItem>()

  private var interactor: AddInteractor {
    AddInteractor(here.data(store), here.environment)
  }
  private var stored: [TodoItem] { Recorder(store.entities(Query())).values.first ?? [] }

  @Test("it stores an item with a whole day and an id of the environment, and delivers the id")
  func adding() {
    let recorder = Recorder(interactor.add(" Buy milk ", due: here.calendar.day("2014-05-22 18:00")))
    #expect(recorder.values == [.number(1)])
    #expect(stored == [here.item(" Buy milk ", "2014-05-22", id: 1)])
  }

  @Test("nothing is stored and no id is used before the observation")
  func cold() {
    let add = interactor.add("a", due: here.environment.now())
    #expect(stored.isEmpty)
    add.start()
    #expect(stored.map(\.id) == [.number(1)])
  }

  @Test("the first day that can be chosen is today, also after midnight")
  func minimum() {
    let today = here.calendar.day("2014-05-21"), interactor = interactor
    #expect(interactor.earliest == today)
    here.time.advance(by: .seconds(86_400))
    #expect(interactor.earliest == here.calendar.day("2014-05-22"))
    #expect(Recorder(interactor.add("a", due: today)).failure == .beforeToday)
    #expect(stored.isEmpty)
  }

  @Test("a failing store's failure is delivered")
  func failing() {
    let store = TestStore(), interactor = AddInteractor(here.data(store), here.environment)
    store.changing.value = .other("disk full")
    #expect(Recorder(interactor.add("a", due: here.environment.now())).failure == .store(.other("disk full")))
  }
}
