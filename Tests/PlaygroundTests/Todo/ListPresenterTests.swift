import Foundation
import Language
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER
import VIPERTesting

/// The list beside other writers of its store, and its results, as far as no flow shows them.
@MainActor @Suite struct ListPresenterTests {
  private let here = TestEnvironment("2014-05-21")

  private func host(
    _ store: some Store<TodoItem>, _ modules: [Module] = []
  ) throws -> PresenterHost<ListPresenter, Never> {
    let interactor = ListInteractor(here.data(store), here.environment)
    return try PresenterHost(.todo, environment: here.environment, opens: .add, modules: modules) { router, _ in
      ListPresenter(interactor, router)
    }
  }

  @Test(
    "another writer's change is shown while the list has focus, or when it regains it; a failing store is tried again")
  func live() throws {
    let store = TestStore(), host = try host(store), presenter = host.presenter
    var shown: [[String]] = []
    func look() { shown.append(presenter.rows.value.map(\.title) + [presenter.loadProblem.value]) }
    store.save(here.item("a", "2014-05-21", id: 1)).start()
    look()
    presenter.add.execute()
    store.save(here.item("b", "2014-05-21", id: 2)).start()
    look()
    store.reading.value = .other("no disk")
    host.navigator.userBack().start()
    look()
    store.reading.value = nil
    here.time.advance(by: .seconds(60))
    look()
    #expect(shown == [["a", ""], ["a", ""], ["a", "no disk"], ["a", "b", ""]])
  }

  @Test("the form's result is the command's; a cancelled form has none, and opens again") func modal() throws {
    let host = try host(TestStore(), [.answering(.add) { .number(7) }]), results = Recorder(host.presenter.add.values)
    host.presenter.add.execute()
    let other = try self.host(TestStore()), none = Recorder(other.presenter.add.values)
    other.presenter.add.execute()
    #expect(results.values == [.number(7)])
    #expect(!other.presenter.add.isEnabled.value)
    other.navigator.userBack().start()
    #expect(none.values == [])
    #expect(other.presenter.add.isEnabled.value)
  }

  @Test("with two programs on one file, the other's changes are listed, and a command on a deleted item says so")
  func twoPrograms() throws {
    let disk = MemoryFileSystem(), file = URL(fileURLWithPath: "/todo.json")
    func store() -> FileStore<TodoItem> { FileStore(at: file, files: disk) }
    store().save(here.item("Milk", "2014-05-21", id: 1)).start()
    let host = try host(store()), presenter = host.presenter, problems = Recorder(presenter.problems)
    func titles() -> [String] { presenter.rows.value.map(\.title) }
    let milk = presenter.rows.value[0]
    // The other program holds the lock until it ends.
    var other: FileStore<TodoItem>? = store()
    other?.commit([.delete(.number(1)), .save(here.item("Bread", "2014-05-21", id: 2))]).start()
    presenter.complete.execute(milk)
    presenter.delete.execute(milk)
    presenter.complete.execute(presenter.rows.value[0])
    let gone = "the item is no longer in the list; nothing was changed"
    #expect(problems.values == [gone, gone, "\(StoreFailure.inUse(file: "/todo.json"))"])
    #expect(titles() == ["Bread"])
    other = nil
    presenter.complete.execute(presenter.rows.value[0])
    #expect(problems.values.count == 3)
    #expect(titles() == [])
    presenter.undo.execute()
    #expect(titles() == ["Bread"])
  }

  @Test("the weekday is in the language of the locale and in the calendar's time zone")
  func weekdays() {
    let shown = [("de_DE", "UTC"), ("en_US", "Pacific/Auckland")].map { locale, zone in
      let here = TestEnvironment("2014-05-21", locale: locale, calendar: .gregorian(zone))
      let item = UpcomingItem(id: .number(0), relation: .tomorrow, due: here.calendar.day("2014-05-22"), title: "a")
      return ListPresenter.rows([item], .english, here.environment).map(\.dueDay)
    }
    #expect(shown == [["Donnerstag"], ["Thursday"]])
  }
}
