import Foundation
import ModuleTemplate
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct __Name__PresenterTests {
  private let time = VirtualTimeScheduler()

  #if INTERACTOR
    private let interactor = Scripted__Name__Interactor()

    private func host() throws -> PresenterHost<__Name__Presenter, Never> {
      try PresenterHost(.__name__, environment: .fixed(on: time)) { [interactor] router, _ in
        __Name__Presenter(interactor, router: router)
      }
    }
  #else
    private func host() throws -> PresenterHost<__Name__Presenter, Never> {
      try PresenterHost(.__name__, environment: .fixed(on: time)) { router, _ in __Name__Presenter(router) }
    }
  #endif

  @Test("a blank text cannot be added, and why is said") func blank() throws {
    let host = try host(), presenter = host.presenter
    #expect(presenter.title.value == "__title__")
    #expect(presenter.add.disabledReason.value == "text is empty")
    for blank in [" ", "\u{200B}", "\u{A0}\u{2060}"] {
      presenter.text.value = blank
      #expect(!presenter.add.isEnabled.value)
    }
    presenter.text.value = "Buy milk"
    #expect(presenter.add.isEnabled.value && presenter.add.disabledReason.value == nil)
  }

  #if INTERACTOR
    @Test("rows are there when they have come, and only then it can be said that there are none") func slow() throws {
      interactor.rowsAnswer.value = try time.cold("--a|", ["a": []], failure: __Name__Failure(""))
      let host = try host(), presenter = host.presenter
      try expect(presenter.noRows.signal, "u-e", ["u": "", "e": "(nothing here yet)"], on: time)
      let row = __Name__Row(id: UUID(), text: "Buy milk")
      interactor.rowsAnswer.value = try time.cold("-b|", ["b": [row]], failure: __Name__Failure(""))
      presenter.load.execute()
      try expect(presenter.rows.signal, "ab", ["a": [], "b": [row]], on: time)
    }

    @Test("what is added is asked for again, and the field is empty") func adding() throws {
      let host = try host(), presenter = host.presenter
      presenter.text.value = "Buy milk"
      let row = __Name__Row(id: UUID(), text: "Buy milk")
      interactor.rowsAnswer.value = .just([row])
      interactor.addAnswer.value = try time.cold("--a|", ["a": ()], failure: __Name__Failure(""))
      presenter.add.execute()
      #expect(presenter.text.value == "Buy milk")
      try expect(presenter.rows.signal, "a--b", ["a": [], "b": [row]], on: time)
      #expect(presenter.text.value.isEmpty)
    }

    @Test("what fails is said, and what was typed stays") func failing() throws {
      let host = try host(), presenter = host.presenter, problems = Recorder(presenter.problems)
      presenter.text.value = "Buy milk"
      interactor.addAnswer.value = .fail(__Name__Failure("the disk is full"))
      presenter.add.execute()
      interactor.rowsAnswer.value = .fail(__Name__Failure("the disk is not there"))
      presenter.load.execute()
      #expect(problems.values == ["the disk is full", "the disk is not there"])
      #expect(presenter.text.value == "Buy milk")
    }
  #else
    @Test("what is added is in the rows, and the field is empty") func adding() throws {
      let host = try host(), presenter = host.presenter
      try expect(presenter.noRows.signal, "e", ["e": "(nothing here yet)"], on: time)
      presenter.text.value = "Buy milk"
      presenter.add.execute()
      try expect(presenter.rows.map { $0.map(\.text) }.signal, "a", ["a": ["Buy milk"]], on: time)
      #expect(presenter.text.value.isEmpty && presenter.noRows.value.isEmpty)
    }
  #endif
}

#if INTERACTOR
  /// Answers what a test says.
  private final class Scripted__Name__Interactor: __Name__Interacting {
    let rowsAnswer = MutableProperty<Signal<[__Name__Row], __Name__Failure>>(.just([]))
    let addAnswer = MutableProperty<Signal<Void, __Name__Failure>>(.just(()))

    func rows() -> Signal<[__Name__Row], __Name__Failure> { .deferred { [rowsAnswer] in rowsAnswer.value } }
    func add(_ text: String) -> Signal<Void, __Name__Failure> { .deferred { [addAnswer] in addAnswer.value } }
  }
#endif
