import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER

@MainActor @Suite struct ListPresenterTests {
  private let here = TestEnvironment("2014-05-21")
  private let interactor = ScriptedListInteractor()

  /// A list in focus, and the router of the modal once there is one.
  @MainActor private final class Shown {
    let navigator: Navigator
    let presenter: ListPresenter
    private let addRouter: MutableProperty<Router<UUID>?>
    var add: Router<UUID>? { addRouter.value }

    init(_ interactor: ScriptedListInteractor, _ here: TestEnvironment) throws {
      let presenters = MutableProperty<ListPresenter?>(nil), addRouter = MutableProperty<Router<UUID>?>(nil)
      let list = Module(.todo, opens: .add) { router, _ in
        let presenter = ListPresenter(interactor, router: router)
        presenters.value = presenter
        return Assembly(presenter: presenter, interactor: interactor)
      }
      let add = Module(.add) { router, _ in
        addRouter.value = router
        return Assembly()
      }
      navigator = try Navigator(stage: PlainStage(), environment: here.environment, modules: [list, add])
      navigator.router.setRoot(.todo).start()
      presenter = try #require(presenters.value)
      self.addRouter = addRouter
    }
  }

  private func item(_ relation: DueRelation, _ due: String, _ title: String, id: Int = 1) -> UpcomingItem {
    UpcomingItem(
      id: .number(id), relation: relation, due: here.calendar.day(due), title: title, calendar: here.calendar)
  }

  @Test("the list asks for its items when it gains focus, and shows them in sections")
  func focus() throws {
    interactor.items.value = .success([item(.today, "2014-05-21", "b"), item(.today, "2014-05-21", "a")])
    let shown = try Shown(interactor, here)
    #expect(interactor.log.value == ["upcoming"])
    #expect(shown.presenter.title.value == "VIPER TODO")
    #expect(shown.presenter.rows.value.map(\.title) == ["a", "b"])
    #expect(shown.presenter.noContent.value == nil)
  }

  @Test("what somebody else changes is shown while the list is in focus, and nobody has to ask") func live() throws {
    let shown = try Shown(interactor, here)
    interactor.live.value = [item(.today, "2014-05-21", "from elsewhere")]
    #expect(shown.presenter.rows.value.map(\.title) == ["from elsewhere"])
    #expect(shown.presenter.noContent.value == nil)
    #expect(interactor.log.value == ["upcoming"])
    shown.presenter.add.execute()
    interactor.live.value = []
    #expect(shown.presenter.rows.value.count == 1)
  }

  @Test("what the modal stored comes back as its result, and the list asks again")
  func saving() throws {
    let shown = try Shown(interactor, here), results = Recorder(shown.presenter.add.values)
    let ends = Recorder(shown.presenter.add.completions)
    shown.presenter.add.execute()
    #expect(interactor.log.value.count == 1)
    #expect(shown.presenter.add.isEnabled.value == false)
    shown.add?.finish.execute(.number(7))
    #expect(results.values == [.number(7)])
    #expect(ends.values.count == 1)
    #expect(interactor.log.value == ["upcoming", "upcoming"])
    #expect(shown.presenter.add.isEnabled.value)
  }

  @Test("a cancelled modal is told by an end without a result")
  func cancelling() throws {
    let shown = try Shown(interactor, here), results = Recorder(shown.presenter.add.values)
    let ends = Recorder(shown.presenter.add.completions)
    shown.presenter.add.execute()
    shown.add?.back.execute()
    #expect(results.values == [])
    #expect(ends.values.count == 1)
    #expect(interactor.log.value == ["upcoming", "upcoming"])
  }

  @Test("after a change that the store took, the list asks again")
  func changes() throws {
    interactor.items.value = .success([item(.today, "2014-05-21", "a", id: 5)])
    let shown = try Shown(interactor, here), row = try #require(shown.presenter.rows.value.first)
    shown.presenter.complete.execute(row)
    shown.presenter.delete.execute(row)
    interactor.undoable.value = true
    shown.presenter.undo.execute()
    let id = UUID.number(5)
    let expected = [
      "upcoming", "complete \(id)", "upcoming", "delete \(id)", "upcoming", "undo", "upcoming",
    ]
    #expect(interactor.log.value == expected)
  }

  @Test("undo is disabled, with a reason, while there is nothing to undo")
  func undo() throws {
    let shown = try Shown(interactor, here)
    #expect(shown.presenter.undo.isEnabled.value == false)
    #expect(shown.presenter.undo.disabledReason.value == "there is nothing to undo")
    interactor.undoable.value = true
    #expect(shown.presenter.undo.isEnabled.value)
    #expect(shown.presenter.undo.disabledReason.value == nil)
  }

  @Test("an empty store is said to be empty") func empty() throws {
    let shown = try Shown(interactor, here)
    #expect(shown.presenter.noContent.value == "no upcoming items")
    #expect(shown.presenter.loadProblem.value == nil)
  }

  @Test("a store that fails is not taken for an empty one; what went wrong is shown until it works") func failing()
    throws
  {
    interactor.items.value = .failure(.other("no disk"))
    let shown = try Shown(interactor, here)
    #expect(shown.presenter.noContent.value == nil)
    #expect(shown.presenter.loadProblem.value == "no disk")
    interactor.items.value = .success([])
    shown.presenter.load.execute()
    #expect(shown.presenter.noContent.value == "no upcoming items")
    #expect(shown.presenter.loadProblem.value == nil)
  }

  @Test("while the store has not answered yet, nothing is said of its content") func slow() throws {
    interactor.isSlow.value = true
    let shown = try Shown(interactor, here)
    #expect(shown.presenter.noContent.value == nil)
    #expect(shown.presenter.loadProblem.value == nil)
    #expect(shown.presenter.load.isExecuting.value)
  }

  @Test("every failure is told, and what was shown stays")
  func failures() throws {
    interactor.items.value = .success([item(.today, "2014-05-21", "a")])
    let shown = try Shown(interactor, here), problems = Recorder(shown.presenter.problems)
    let rows = shown.presenter.rows.value, row = try #require(rows.first)
    interactor.undoable.value = true
    interactor.items.value = .failure(.other("no items"))
    interactor.changing.value = .failure(.other("no change"))
    shown.presenter.load.execute()
    shown.presenter.complete.execute(row)
    shown.presenter.delete.execute(row)
    shown.presenter.undo.execute()
    #expect(shown.presenter.loadProblem.value == "no items")
    #expect(problems.values == ["no change", "no change", "no change"])
    #expect(shown.presenter.rows.value == rows)
  }

  @Test("a new day asks again while the list is in focus, and waits for nothing while it is not")
  func daybreak() throws {
    let shown = try Shown(interactor, here)
    interactor.days.value += 1
    #expect(interactor.log.value.count == 2)
    shown.presenter.add.execute()
    interactor.days.value += 1
    #expect(interactor.log.value.count == 2)
    shown.add?.back.execute()
    #expect(interactor.log.value.count == 3)
    interactor.days.value += 1
    #expect(interactor.log.value.count == 4)
  }

  @Test("its texts are in the language of the locale")
  func language() throws {
    interactor.items.value = .success([item(.tomorrow, "2014-05-22", "a")])
    let shown = try Shown(interactor, TestEnvironment("2014-05-21", locale: "zh-Hans"))
    #expect(shown.presenter.rows.value.map { [$0.section, $0.dueDay] } == [["明天", "星期四"]])
    #expect(shown.presenter.noContent.value == nil)
    #expect(shown.presenter.undo.disabledReason.value == "没有可撤销的操作")
  }
}

/// Answers what a test says, and notes what it was asked.
private final class ScriptedListInteractor: ListInteracting {
  let items = MutableProperty<Result<[UpcomingItem], StoreFailure>>(.success([]))
  let changing = MutableProperty<Result<Void, StoreFailure>>(.success(()))
  let undoable = MutableProperty(false)
  let live = MutableProperty<[UpcomingItem]>([])
  let days = MutableProperty(0)
  let isSlow = MutableProperty(false)
  let log = MutableProperty<[String]>([])

  var canUndo: Property<Bool> { undoable.readOnly }
  var daybreak: Signal<Void, Never> { days.changes.map { _ in } }
  func upcoming() -> Signal<[UpcomingItem], StoreFailure> { answer("upcoming", items) }
  var changes: Signal<[UpcomingItem], StoreFailure> { live.changes.promoteFailure() }
  func complete(_ id: UpcomingItem.ID) -> Signal<Void, StoreFailure> { answer("complete \(id)", changing) }
  func delete(_ id: UpcomingItem.ID) -> Signal<Void, StoreFailure> { answer("delete \(id)", changing) }
  func undo() -> Signal<Void, StoreFailure> { answer("undo", changing) }

  private func answer<Value>(
    _ call: String, _ answer: MutableProperty<Result<Value, StoreFailure>>
  ) -> Signal<Value, StoreFailure> {
    .deferred { [log, isSlow] in
      log.modify { $0.append(call) }
      return isSlow.value ? .never : .result { answer.value }
    }
  }
}
