import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER
import VIPERTesting

@MainActor @Suite struct ListPresenterTests {
  private let here = TestEnvironment("2014-05-21")

  private func host(
    _ store: some Store<TodoItem>, locale: String = "en_US", _ modules: [Module] = []
  ) throws -> PresenterHost<ListPresenter, Never> {
    var environment = here.environment
    environment.locale = Locale(identifier: locale)
    let interactor = ListInteractor(here.data(store), environment)
    return try PresenterHost(.todo, environment: environment, opens: .add, modules: modules) { router, _ in
      ListPresenter(interactor, router)
    }
  }

  @Test("items are shown in sections when the list gains focus") func focus() throws {
    let host = try host(TestStore([here.item("b", "2014-05-21", id: 1), here.item("a", "2014-05-21", id: 2)]))
    let presenter = host.presenter
    #expect(presenter.rows.value.map(\.title) == ["a", "b"])
    #expect(presenter.noContent.value == "" && presenter.loadProblem.value == "" && !presenter.isLoading.value)
  }

  @Test("another writer's change is shown while the list has focus, and otherwise when it regains focus") func live()
    throws
  {
    let store = TestStore(), host = try host(store), rows = host.presenter.rows
    #expect(host.presenter.noContent.value == "no upcoming items")
    store.save(here.item("a", "2014-05-21", id: 1)).start()
    #expect(rows.value.map(\.title) == ["a"] && host.presenter.noContent.value == "")
    host.presenter.add.execute()
    store.save(here.item("b", "2014-05-21", id: 2)).start()
    #expect(rows.value.map(\.title) == ["a"])
    host.navigator.userBack().start()
    #expect(rows.value.map(\.title) == ["a", "b"])
  }

  @Test("the modal returns its result, or none on cancel, and opens only once at a time")
  func modal() throws {
    let host = try host(TestStore(), [.answering(.add) { .number(7) }])
    let results = Recorder(host.presenter.add.values), ends = Recorder(host.presenter.add.completions)
    host.presenter.add.execute()
    #expect(results.values == [.number(7)] && ends.values.count == 1)

    let other = try self.host(TestStore()), none = Recorder(other.presenter.add.values)
    other.presenter.add.execute()
    #expect(!other.presenter.add.isEnabled.value)
    other.navigator.userBack().start()
    #expect(none.values == [] && other.presenter.add.isEnabled.value)
  }

  @Test("undo is disabled, with a reason, while there is nothing to undo") func undo() throws {
    let host = try host(TestStore([here.item("a", "2014-05-21", id: 1)])), presenter = host.presenter
    #expect(presenter.undo.disabledReason.value == "there is nothing to undo")
    presenter.delete.execute(presenter.rows.value[0])
    #expect(presenter.undo.isEnabled.value && presenter.rows.value.isEmpty)
    presenter.undo.execute()
    #expect(!presenter.undo.isEnabled.value && presenter.rows.value.map(\.title) == ["a"])
  }

  @Test("a failing store does not look empty; the problem is shown until it works, and the rows stay")
  func failing() throws {
    let store = TestStore()
    store.reading.value = .other("no disk")
    let host = try host(store), presenter = host.presenter
    #expect(presenter.noContent.value == "" && presenter.loadProblem.value == "no disk")
    store.reading.value = nil
    store.save(here.item("a", "2014-05-21", id: 1)).start()
    here.time.advance(by: .seconds(60))
    #expect(presenter.rows.value.map(\.title) == ["a"] && presenter.loadProblem.value == "")
    store.reading.value = .other("no disk again")
    presenter.add.execute()
    host.navigator.userBack().start()
    #expect(presenter.rows.value.map(\.title) == ["a"] && presenter.loadProblem.value == "no disk again")
  }

  @Test("before the store's answer the list is busy and shows no text for an empty list") func slow() throws {
    let store = TestStore()
    store.answers.value = false
    let host = try host(store), presenter = host.presenter
    #expect(presenter.isLoading.value && presenter.noContent.value == "" && presenter.loadProblem.value == "")
    store.answers.value = true
    #expect(!presenter.isLoading.value && presenter.noContent.value == "no upcoming items")
  }

  @Test("every failed change is reported, and the rows stay") func failures() throws {
    let store = TestStore([here.item("a", "2014-05-21", id: 1), here.item("b", "2014-05-21", id: 2)])
    let host = try host(store), presenter = host.presenter, problems = Recorder(presenter.problems)
    presenter.delete.execute(presenter.rows.value[1])
    store.changing.value = .other("disk full")
    let row = presenter.rows.value[0]
    presenter.complete.execute(row)
    presenter.delete.execute(row)
    presenter.undo.execute()
    #expect(problems.values == ["disk full", "disk full", "disk full"] && presenter.rows.value == [row])
  }

  @Test(
    "with two programs on one file, the other's changes are listed, and a command on a deleted item says so")
  func twoPrograms() throws {
    let disk = MemoryFileSystem(), file = URL(fileURLWithPath: "/todo.json")
    func store() -> FileStore<TodoItem> { FileStore(at: file, files: disk) }
    store().save(here.item("Milk", "2014-05-21", id: 1)).start()
    let host = try host(store()), presenter = host.presenter, problems = Recorder(presenter.problems)
    let milk = presenter.rows.value[0]
    // The other program holds the lock until it ends.
    var other: FileStore<TodoItem>? = store()
    other?.commit([.delete(.number(1)), .save(here.item("Bread", "2014-05-21", id: 2))]).start()
    let gone = "the item is no longer in the list; nothing was changed"
    presenter.complete.execute(milk)
    #expect(problems.values == [gone] && presenter.rows.value.map(\.title) == ["Bread"])
    presenter.delete.execute(milk)
    #expect(problems.values == [gone, gone])
    presenter.complete.execute(presenter.rows.value[0])
    #expect(problems.values.last == "\(StoreFailure.inUse(file: "/todo.json"))" && problems.values.count == 3)
    #expect(presenter.rows.value.map(\.title) == ["Bread"])
    other = nil
    presenter.complete.execute(presenter.rows.value[0])
    #expect(problems.values.count == 3 && presenter.rows.value == [])
    presenter.undo.execute()
    #expect(presenter.rows.value.map(\.title) == ["Bread"])
  }

  @Test("its texts are in the language of the locale") func language() throws {
    let presenter = try host(TestStore([here.item("a", "2014-05-22", id: 1)]), locale: "zh-Hans").presenter
    #expect(presenter.rows.value.map { [$0.section, $0.dueDay] } == [["明天", "星期四"]])
    #expect(presenter.undo.disabledReason.value == "没有可撤销的操作")
  }
}
