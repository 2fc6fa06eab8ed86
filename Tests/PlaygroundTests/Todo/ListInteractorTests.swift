import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER

@Suite struct ListInteractorTests {
  private let here = TestEnvironment("2014-05-21")

  private func interactor(_ items: TodoItem...) -> ListInteractor {
    ListInteractor(data: here.data(StoredTodos(MemoryStore(items))), environment: here.environment)
  }
  private func titles(_ interactor: ListInteractor) -> [String]? {
    Recorder(interactor.upcoming()).values.first?.map(\.title)
  }

  @Test("it gives what is due from today through the end of the following week, and how that is related to today")
  func upcoming() throws {
    let due = [
      "2014-05-20", "2014-05-21", "2014-05-22", "2014-05-24", "2014-05-25", "2014-05-31", "2014-06-01", "2015-05-20",
    ]
    let store = StoredTodos(MemoryStore(due.enumerated().map { here.item($0.element, $0.element, id: $0.offset) }))
    let interactor = ListInteractor(data: here.data(store), environment: here.environment)
    let items = try #require(Recorder(interactor.upcoming()).values.first)
    #expect(items.map(\.title) == Array(due[1...5]))
    #expect(items.map(\.relation) == [.today, .tomorrow, .laterThisWeek, .nextWeek, .nextWeek])
    #expect(items.map(\.id) == (1...5).map { .number($0) })
  }

  @Test("the day is the one on which it is asked")
  func nextDay() {
    let interactor = interactor(here.item("a", "2014-05-22"))
    #expect(Recorder(interactor.upcoming()).values.first?.map(\.relation) == [.tomorrow])
    here.time.advance(by: .seconds(86_400))
    #expect(Recorder(interactor.upcoming()).values.first?.map(\.relation) == [.today])
    here.time.advance(by: .seconds(86_400))
    #expect(Recorder(interactor.upcoming()).values.first?.map(\.relation) == [])
  }

  @Test("an empty store gives an empty list; one that fails gives its failure")
  func emptyAndFailing() {
    #expect(Recorder(interactor().upcoming()).values == [[]])
    let data = here.data(FailingStore(failure: .other("no disk")))
    #expect(Recorder(ListInteractor(data: data, environment: here.environment).upcoming()).failure == .other("no disk"))
  }

  @Test("what is completed or deleted is listed no more; undo brings back the last of them first, step by step")
  func undo() {
    let interactor = interactor(here.item("a", "2014-05-21", id: 1), here.item("b", "2014-05-22", id: 2))
    #expect(titles(interactor) == ["a", "b"])
    #expect(interactor.canUndo.value == false)
    #expect(Recorder(interactor.complete(.number(1))).isCompleted)
    #expect(titles(interactor) == ["b"])
    #expect(Recorder(interactor.delete(.number(2))).isCompleted)
    #expect(titles(interactor) == [])
    #expect(interactor.canUndo.value)
    #expect(Recorder(interactor.undo()).isCompleted)
    #expect(titles(interactor) == ["b"])
    #expect(Recorder(interactor.undo()).isCompleted)
    #expect(titles(interactor) == ["a", "b"])
    #expect(interactor.canUndo.value == false)
    #expect(Recorder(interactor.undo()).isCompleted)
    #expect(titles(interactor) == ["a", "b"])
  }

  @Test("what any writer of the store changes is told, if it is listed; it can be completed then") func updates() {
    let store = MemoryStore([here.item("a", "2014-05-21", id: 1)])
    let interactor = ListInteractor(data: here.data(StoredTodos(store)), environment: here.environment)
    let changes = Recorder(interactor.changes.map { $0.map(\.title) })
    #expect(changes.values.isEmpty)
    store.save(here.item("b", "2014-05-22", id: 2)).start()
    store.save(here.item("later", "2015-05-22", id: 3)).start()
    #expect(changes.values == [["a", "b"]])
    interactor.complete(.number(2)).start()
    #expect(changes.values == [["a", "b"], ["a"]])
  }

  @Test("a store that cannot be read for a while is listened to again, and what it had to tell meanwhile is told")
  func updatesAfterFailure() {
    let store = MemoryStore([here.item("a", "2014-05-21", id: 1)]), isBroken = MutableProperty(true)
    let broken = BreakableStore(store: StoredTodos(store), isBroken: isBroken)
    let interactor = ListInteractor(data: here.data(broken), environment: here.environment)
    let changes = Recorder(interactor.changes.map { $0.map(\.title) })
    isBroken.value = false
    store.save(here.item("b", "2014-05-22", id: 2)).start()
    here.time.advance(by: .seconds(59))
    #expect(changes.values.isEmpty && changes.failure == nil)
    here.time.advance(by: .seconds(1))
    #expect(changes.values == [["a", "b"]])
    store.save(here.item("c", "2014-05-22", id: 3)).start()
    #expect(changes.values == [["a", "b"], ["a", "b", "c"]])
  }

  @Test("a completed item stays in the store, with the time it was completed")
  func completion() {
    let store = MemoryStore([here.item("a", "2014-05-21", id: 1)])
    let interactor = ListInteractor(data: here.data(StoredTodos(store)), environment: here.environment)
    #expect(titles(interactor) == ["a"])
    interactor.complete(.number(1)).start()
    #expect(Recorder(store.entity(.number(1))).values.first??.completed == here.environment.now())
    interactor.undo().start()
    #expect(Recorder(store.entity(.number(1))).values == [here.item("a", "2014-05-21", id: 1)])
  }

  @Test("a change the store refuses is not there to be undone; an undo it refuses can be tried again")
  func failingChanges() {
    let store = StoredTodos(MemoryStore([here.item("a", "2014-05-21", id: 1)])), isBroken = MutableProperty(true)
    let interactor = ListInteractor(
      data: here.data(BreakableStore(store: store, isBroken: isBroken)), environment: here.environment)
    #expect(titles(interactor) == ["a"])
    #expect(Recorder(interactor.complete(.number(1))).failure == .other("broken"))
    #expect(Recorder(interactor.delete(.number(1))).failure == .other("broken"))
    #expect(interactor.canUndo.value == false)
    isBroken.value = false
    interactor.delete(.number(1)).start()
    isBroken.value = true
    #expect(Recorder(interactor.undo()).failure == .other("broken"))
    #expect(interactor.canUndo.value)
    isBroken.value = false
    interactor.undo().start()
    #expect(titles(interactor) == ["a"])
  }

  @Test("changing what is not listed does nothing")
  func unknown() {
    let interactor = interactor(here.item("a", "2014-05-21", id: 1))
    #expect(titles(interactor) == ["a"])
    #expect(Recorder(interactor.complete(.number(9))).isCompleted)
    #expect(Recorder(interactor.delete(.number(9))).isCompleted)
    #expect(interactor.canUndo.value == false)
    #expect(titles(interactor) == ["a"])
  }

  @Test("a clock that was wrong when the list was asked for, or listened to, is noticed when the system notifies, once")
  func wrongClock() {
    let here = here, isWrong = MutableProperty(false)
    var environment = here.environment
    environment.now = { here.environment.now().addingTimeInterval(isWrong.value ? -86_400 * 365 : 0) }
    let interactor = ListInteractor(data: here.data(), environment: environment)
    let recorder = Recorder(interactor.daybreak)
    func newDays() -> Int {
      let before = recorder.values.count
      environment.notifications.post(name: Notification.Name("NSSystemClockDidChangeNotification"), object: nil)
      return recorder.values.count - before
    }
    isWrong.value = true
    interactor.upcoming().start()
    let updates = Recorder(interactor.changes)
    isWrong.value = false
    #expect(newDays() == 1)
    #expect(newDays() == 0)

    isWrong.value = true
    let others = Recorder(interactor.changes)
    isWrong.value = false
    #expect(newDays() == 1)
    isWrong.value = true
    let left = Recorder(interactor.changes)
    isWrong.value = false
    left.dispose()
    #expect(newDays() == 0)
    withExtendedLifetime((updates, others)) {}
  }
}

/// A store whose changes fail while it is broken.
private struct BreakableStore: TodoStore {
  let store: StoredTodos
  let isBroken: MutableProperty<Bool>

  func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    store.items(from: first, through: last)
  }
  func changes(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    unlessBroken(store.changes(from: first, through: last))
  }
  func save(_ item: TodoItem) -> Signal<Void, StoreFailure> { unlessBroken(store.save(item)) }
  func delete(_ id: TodoItem.ID) -> Signal<Void, StoreFailure> { unlessBroken(store.delete(id)) }

  private func unlessBroken<Value>(_ call: Signal<Value, StoreFailure>) -> Signal<Value, StoreFailure> {
    .deferred { [isBroken] in isBroken.value ? .fail(.other("broken")) : call }
  }
}
