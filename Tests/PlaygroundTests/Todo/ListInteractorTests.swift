import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER

@Suite struct ListInteractorTests {
  private let here = TestEnvironment("2014-05-21")

  private func interactor(_ store: some Store<TodoItem>) -> ListInteractor {
    ListInteractor(here.data(store), here.environment)
  }
  private func titles(_ interactor: ListInteractor) -> Recorder<[String], StoreFailure> {
    Recorder(interactor.upcoming.map { $0.map(\.title) })
  }

  @Test("it delivers the items from today through the end of the following week with their relations to today")
  func upcoming() throws {
    let due = [
      "2014-05-20", "2014-05-21", "2014-05-22", "2014-05-24", "2014-05-25", "2014-05-31", "2014-06-01", "2015-05-20",
    ]
    let store = MemoryStore(due.enumerated().map { here.item($0.element, $0.element, id: $0.offset) })
    let items = try #require(Recorder(interactor(store).upcoming).values.first)
    #expect(items.map(\.title) == Array(due[1...5]))
    #expect(items.map(\.relation) == [.today, .tomorrow, .laterThisWeek, .nextWeek, .nextWeek])
    #expect(items.map(\.id) == (1...5).map { .number($0) })
    #expect(items.map(\.due) == due[1...5].map { here.calendar.day($0) })
  }

  @Test("each new day delivers its list") func nextDay() throws {
    let interactor = interactor(MemoryStore([here.item("a", "2014-05-22 18:00")]))
    let relations = Recorder(interactor.upcoming.map { $0.map(\.relation) })
    here.time.advance(by: .seconds(86_400 * 2))
    #expect(relations.values == [[.tomorrow], [.today], []])
  }

  @Test("an empty store gives an empty list, and a failing store its failure") func emptyAndFailing() {
    let store = TestStore()
    #expect(Recorder(interactor(store).upcoming).values == [[]])
    store.reading.value = .other("no disk")
    #expect(Recorder(interactor(store).upcoming).failure == .other("no disk"))
  }

  @Test("completed and deleted items are not listed; undo restores them step by step, the last one first")
  func undo() {
    let interactor = interactor(
      MemoryStore([here.item("a", "2014-05-21", id: 1), here.item("b", "2014-05-22", id: 2)]))
    let titles = titles(interactor)
    #expect(!interactor.canUndo.value)
    #expect(Recorder(interactor.complete(.number(1))).isCompleted)
    #expect(Recorder(interactor.delete(.number(2))).isCompleted)
    #expect(interactor.canUndo.value)
    for _ in 0..<3 { #expect(Recorder(interactor.undo()).isCompleted) }
    #expect(titles.values == [["a", "b"], ["b"], [], ["b"], ["a", "b"]] && !interactor.canUndo.value)
  }

  @Test(
    "nothing can be taken back while the store does not have the last change; then the order is that of the changes")
  func undoMeanwhile() {
    let store = TestStore([here.item("a", "2014-05-21", id: 1), here.item("b", "2014-05-22", id: 2)])
    let interactor = interactor(store), titles = titles(interactor)
    store.answers.value = false
    interactor.complete(.number(1)).start()
    #expect(!interactor.canUndo.value && interactor.isChanging.value)
    #expect(Recorder(interactor.undo()).isCompleted)
    store.answers.value = true
    #expect(interactor.canUndo.value && !interactor.isChanging.value && titles.values == [["a", "b"], ["b"]])
    store.answers.value = false
    let given = Recorder(interactor.delete(.number(2)))
    #expect(!interactor.canUndo.value)
    given.dispose()
    #expect(interactor.canUndo.value && !interactor.isChanging.value)
    titles.dispose()
  }

  @Test("a change by any writer of the store is listed; the new item can be completed") func updates() {
    let store = MemoryStore([here.item("a", "2014-05-21", id: 1)]), interactor = interactor(store)
    let titles = titles(interactor)
    store.save(here.item("b", "2014-05-22", id: 2)).start()
    store.save(here.item("later", "2015-05-22", id: 3)).start()
    interactor.complete(.number(2)).start()
    #expect(titles.values == [["a"], ["a", "b"], ["a"]])
  }

  @Test("a completed item stays in the store, with the time it was completed") func completion() {
    let store = TestStore([here.item("a", "2014-05-21", id: 1)]), interactor = interactor(store)
    let titles = titles(interactor)
    interactor.complete(.number(1)).start()
    #expect(store.items.map(\.completed) == [here.environment.now()])
    interactor.undo().start()
    #expect(store.items == [here.item("a", "2014-05-21", id: 1)])
    titles.dispose()
  }

  @Test("a failed change cannot be undone; a failed undo can be repeated")
  func failingChanges() {
    let store = TestStore([here.item("a", "2014-05-21", id: 1)]), interactor = interactor(store)
    let titles = titles(interactor)
    store.changing.value = .other("broken")
    #expect(Recorder(interactor.complete(.number(1))).failure == .store(.other("broken")))
    #expect(Recorder(interactor.delete(.number(1))).failure == .store(.other("broken")))
    #expect(!interactor.canUndo.value)
    store.changing.value = nil
    interactor.delete(.number(1)).start()
    store.changing.value = .other("broken")
    #expect(Recorder(interactor.undo()).failure == .store(.other("broken")) && interactor.canUndo.value)
    store.changing.value = nil
    interactor.undo().start()
    #expect(titles.values == [["a"], [], ["a"]])
  }

  @Test("changing an item that is not listed, or no longer stored, fails as gone") func gone() {
    let disk = MemoryFileSystem(), file = URL(fileURLWithPath: "/todo.json")
    func store() -> FileStore<TodoItem> { FileStore(at: file, files: disk) }
    store().save(here.item("a", "2014-05-21", id: 1)).start()
    let interactor = interactor(store()), titles = titles(interactor)
    #expect(Recorder(interactor.complete(.number(9))).failure == .gone)
    // Another program changes the file and ends.
    store().commit([.delete(.number(1)), .save(here.item("b", "2014-05-21", id: 2))]).start()
    #expect(Recorder(interactor.complete(.number(1))).failure == .gone)
    #expect(Recorder(interactor.delete(.number(1))).failure == .gone)
    #expect(titles.values == [["a"], ["b"]] && !interactor.canUndo.value)
    #expect(Recorder(store().entities(Query())).values.first?.map(\.name) == ["b"])
  }
}
