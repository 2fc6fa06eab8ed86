import Foundation
import ModuleTemplate
#if STORE
  import REPL
  import Services
#endif
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct __Name__PresenterTests {
  private let time = VirtualTimeScheduler()

  private func host() throws -> PresenterHost<__Name__Presenter, Never> {
    try PresenterHost(.__name__, environment: .fixed(on: time)) { router, _ in
      #if STORE
        __Name__Presenter(__Name__Interactor(MemoryStore(), router.environment), router)
      #elseif INTERACTOR
        __Name__Presenter(__Name__Interactor(router.environment), router)
      #else
        __Name__Presenter(router)
      #endif
    }
  }

  @Test("a blank text cannot be added, for a stated reason") func blank() throws {
    let host = try host(), presenter = host.presenter
    #expect(presenter.texts.title == "__title__")
    #expect(presenter.add.disabledReason.value == "text is empty")
    for blank in [" ", "\u{200B}", "\u{A0}\u{2060}"] {
      presenter.text.value = blank
      #expect(!presenter.add.isEnabled.value)
    }
    presenter.text.value = "Buy milk"
    #expect(presenter.add.isEnabled.value && presenter.add.disabledReason.value == nil)
  }

  @Test("an added text is in the rows, and the field is empty") func adding() throws {
    let host = try host(), presenter = host.presenter
    try expect(presenter.noRows.signal, "e", ["e": "(nothing here yet)"], on: time)
    presenter.text.value = "Buy milk"
    presenter.add.execute()
    #expect(presenter.rows.value.map(\.text) == ["Buy milk"])
    #expect(presenter.text.value.isEmpty && presenter.noRows.value.isEmpty)
  }

  #if STORE
    @Test("failures are shown; the typed text and the rows stay") func failing() throws {
      let calls = Calls(on: time)
      let store = MemoryStore<__Name____Item__>().named("store", calls)
      calls.fail("store.changes", with: "the disk is not there")
      let host = try PresenterHost(.__name__, environment: .fixed(on: time)) { router, _ in
        __Name__Presenter(__Name__Interactor(store, router.environment), router)
      }
      let presenter = host.presenter, problems = Recorder(presenter.problems)
      #expect(presenter.loadProblem.value == "the disk is not there" && presenter.noRows.value.isEmpty)
      time.advance(by: .seconds(60))
      #expect(presenter.loadProblem.value.isEmpty && !presenter.noRows.value.isEmpty)
      calls.fail("store.save", with: "the disk is full")
      presenter.text.value = "Buy milk"
      presenter.add.execute()
      #expect(problems.values == ["the disk is full"] && presenter.text.value == "Buy milk")
      presenter.add.execute()
      #expect(presenter.rows.value.map(\.text) == ["Buy milk"])
    }

    @Test("a text that is typed while another one is added stays") func typing() throws {
      let calls = Calls(on: time), store = MemoryStore<__Name____Item__>().named("store", calls)
      calls.stub("store.save", "null", after: .seconds(2))
      let host = try PresenterHost(.__name__, environment: .fixed(on: time)) { router, _ in
        __Name__Presenter(__Name__Interactor(store, router.environment), router)
      }
      let presenter = host.presenter
      presenter.text.value = "Buy milk"
      presenter.add.execute()
      presenter.text.value = "Call home"
      time.advance(by: .seconds(2))
      #expect(presenter.text.value == "Call home" && presenter.add.isEnabled.value)
    }
  #endif
}
