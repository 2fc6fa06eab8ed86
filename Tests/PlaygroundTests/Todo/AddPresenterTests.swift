import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER

@MainActor @Suite struct AddPresenterTests {
  private let here = TestEnvironment("2014-05-21")
  private let store = MemoryStore<TodoItem>()
  private let fault = MutableProperty<StoreFailure?>(nil)

  /// The modal on top of something that waits for its result.
  @MainActor private final class Shown {
    let navigator: Navigator
    let presenter: AddPresenter
    let outcome: Recorder<UUID, RouteError>
    var isOpen: Bool { navigator.tree.value.path.count == 2 }

    init(_ store: some TodoStore, _ here: TestEnvironment) throws {
      let presenters = MutableProperty<AddPresenter?>(nil), routers = MutableProperty<Router<Never>?>(nil)
      let list = Module(.todo, opens: .add) { router, _ in
        routers.value = router
        return Assembly()
      }
      let add = Module(.add) { router, _ in
        let interactor = AddInteractor(data: here.data(store), environment: here.environment)
        let presenter = AddPresenter(interactor, router: router)
        presenters.value = presenter
        return Assembly(presenter: presenter, interactor: interactor)
      }
      navigator = try Navigator(stage: PlainStage(), environment: here.environment, modules: [list, add])
      navigator.router.setRoot(.todo).start()
      outcome = Recorder(try #require(routers.value).present(.add))
      presenter = try #require(presenters.value)
    }
  }

  private func show(_ locale: String = "en_US") throws -> Shown {
    let here = TestEnvironment("2014-05-21", locale: locale)
    return try Shown(FaultyStore(store: StoredTodos(store), fault: fault), here)
  }
  private var stored: [TodoItem] { Recorder(store.entities(Query())).values.first ?? [] }
  private func day(_ text: String) -> Date { here.calendar.day(text) }

  @Test("it begins with no name and today") func beginning() throws {
    let presenter = try show().presenter
    #expect(presenter.title.value == "Add")
    #expect(presenter.name.value == "")
    #expect(presenter.due.value == day("2014-05-21"))
    #expect(presenter.earliest == day("2014-05-21"))
  }

  @Test(
    "save is disabled, with a reason, while the name is blank",
    arguments: ["", " ", "\t\u{a0}\u{3000} ", "\u{200B}\u{200B}", "\u{FEFF} \u{2060}"])
  func blank(_ name: String) throws {
    let presenter = try show().presenter
    presenter.name.value = "Milk"
    #expect(presenter.save.isEnabled.value)
    #expect(presenter.save.disabledReason.value == nil)
    presenter.name.value = name
    #expect(presenter.save.isEnabled.value == false)
    #expect(presenter.save.disabledReason.value == "name is empty")
    presenter.save.execute()
    #expect(stored == [])
  }

  @Test("saving stores, closes and gives the id to who waits") func saving() throws {
    let shown = try show()
    shown.presenter.name.value = "Milk"
    shown.presenter.due.value = day("2014-05-22 15:00")
    shown.presenter.save.execute()
    #expect(stored == [here.item("Milk", "2014-05-22", id: 1)])
    #expect(shown.outcome.values == [.number(1)])
    #expect(shown.outcome.isCompleted)
    #expect(!shown.isOpen)
  }

  @Test("while it is being saved nothing can be typed; when that fails it can, again") func locked() throws {
    let gate = MutableProperty(false)
    let shown = try Shown(SlowStore(store: StoredTodos(store), gate: gate), here), presenter = shown.presenter
    #expect(presenter.lock.value == nil)
    presenter.name.value = "Milk"
    presenter.save.execute()
    #expect(presenter.lock.value == "it is being saved" && shown.isOpen)
    gate.value = true
    #expect(presenter.lock.value == nil && !shown.isOpen)
  }

  @Test("cancelling closes without storing, and who waits is told by an end without a value") func cancelling() throws {
    let shown = try show()
    shown.presenter.name.value = "Milk"
    shown.presenter.cancel.execute()
    #expect(stored == [])
    #expect(shown.outcome.values == [])
    #expect(shown.outcome.isCompleted)
    #expect(!shown.isOpen)
  }

  @Test("a store that fails is told; what was typed stays, and can be saved once the store works") func failing() throws
  {
    let shown = try show(), problems = Recorder(shown.presenter.problems)
    shown.presenter.name.value = "Milk"
    shown.presenter.due.value = day("2014-05-23")
    fault.value = .other("disk full")
    shown.presenter.save.execute()
    #expect(problems.values == ["disk full"])
    #expect(shown.isOpen)
    #expect(shown.presenter.name.value == "Milk")
    #expect(shown.presenter.due.value == day("2014-05-23"))
    fault.value = nil
    shown.presenter.save.execute()
    #expect(stored.map(\.name) == ["Milk"])
    #expect(!shown.isOpen)
  }

  @Test("a day before today is refused with a message each time, and the one before stays") func beforeToday() throws {
    let presenter = try show().presenter, problems = Recorder(presenter.problems)
    presenter.due.value = day("2014-05-22")
    presenter.due.value = day("2014-05-20 23:59:59")
    presenter.due.value = day("2014-05-20 23:59:59")
    presenter.name.value = "Milk"
    #expect(presenter.due.value == day("2014-05-22"))
    let message = "2014-05-20 is over; choose 2014-05-21, which is today, or a later day"
    #expect(problems.values == [message, message])
  }

  @Test("a day that was today when it was chosen is refused after midnight") func midnight() throws {
    let shown = try Shown(StoredTodos(store), here), problems = Recorder(shown.presenter.problems)
    shown.presenter.name.value = "Milk"
    here.time.advance(by: .seconds(43_200))
    shown.presenter.save.execute()
    #expect(problems.values == ["2014-05-21 is over; choose 2014-05-22, which is today, or a later day"])
    #expect(shown.isOpen)
    shown.presenter.due.value = day("2014-05-22")
    shown.presenter.save.execute()
    #expect(!shown.isOpen)
  }

  @Test("its texts are in the language of the locale") func language() throws {
    let presenter = try show("zh-Hans").presenter, problems = Recorder(presenter.problems)
    presenter.due.value = day("2014-05-20")
    #expect(presenter.title.value == "添加")
    #expect(presenter.save.disabledReason.value == "名称为空")
    #expect(problems.values == ["2014-05-20 已经过去;请选择今天(2014-05-21)或之后的日期"])
  }
}

/// A store that saves once its gate is open.
private struct SlowStore: TodoStore {
  let store: StoredTodos
  let gate: MutableProperty<Bool>

  func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    store.items(from: first, through: last)
  }
  func changes(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    store.changes(from: first, through: last)
  }
  func save(_ item: TodoItem) -> Signal<Void, StoreFailure> {
    gate.signal.filter { $0 }.first().promoteFailure(to: StoreFailure.self).flatMap { [store] _ in store.save(item) }
  }
  func delete(_ id: TodoItem.ID) -> Signal<Void, StoreFailure> { store.delete(id) }
}

/// A store that fails to save while it has a fault.
private struct FaultyStore: TodoStore {
  let store: StoredTodos
  let fault: MutableProperty<StoreFailure?>

  func items(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    store.items(from: first, through: last)
  }
  func changes(from first: Date, through last: Date) -> Signal<[TodoItem], StoreFailure> {
    store.changes(from: first, through: last)
  }
  func save(_ item: TodoItem) -> Signal<Void, StoreFailure> {
    .deferred { [store, fault] in fault.value.map { .fail($0) } ?? store.save(item) }
  }
  func delete(_ id: TodoItem.ID) -> Signal<Void, StoreFailure> { store.delete(id) }
}
