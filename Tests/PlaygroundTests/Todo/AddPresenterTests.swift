import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER
import VIPERTesting

@MainActor @Suite struct AddPresenterTests {
  private let here = TestEnvironment("2014-05-21")
  private let store = TestStore()
  private var stored: [TodoItem] { store.items }

  /// The modal.
  private func show(_ locale: String = "en_US") throws -> PresenterHost<AddPresenter, UUID> {
    var environment = here.environment
    environment.locale = Locale(identifier: locale)
    let interactor = AddInteractor(here.data(store), environment)
    return try PresenterHost(.add, environment: environment) { router, _ in AddPresenter(interactor, router) }
  }
  private func day(_ text: String) -> Date { here.calendar.day(text) }

  @Test("it begins with no name and today") func beginning() throws {
    let shown = try show(), presenter = shown.presenter
    #expect(presenter.texts.addTitle == "Add")
    #expect(presenter.name.value == "")
    #expect(presenter.due.value == day("2014-05-21"))
  }

  @Test(
    "save is disabled, with a reason, while the name is blank",
    arguments: ["", " ", "\t\u{a0}\u{3000} ", "\u{200B}\u{200B}", "\u{FEFF} \u{2060}"])
  func blank(_ name: String) throws {
    let shown = try show(), presenter = shown.presenter
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
    #expect(shown.results == [.number(1)])
    #expect(!shown.isOpen)
  }

  @Test("while it is being saved nothing can be typed; when that fails it can, again") func locked() throws {
    store.answers.value = false
    let shown = try show(), presenter = shown.presenter
    #expect(presenter.lock.value == nil)
    presenter.name.value = "Milk"
    presenter.save.execute()
    #expect(presenter.lock.value == "it is being saved" && shown.isOpen)
    store.answers.value = true
    #expect(presenter.lock.value == nil && !shown.isOpen)
  }

  @Test("cancelling closes without storing, and who waits is told by an end without a value") func cancelling() throws {
    let shown = try show()
    shown.presenter.name.value = "Milk"
    shown.presenter.cancel.execute()
    #expect(stored == [])
    #expect(shown.results == [])
    #expect(!shown.isOpen)
  }

  @Test("a store that fails is told; what was typed stays, and can be saved once the store works") func failing() throws
  {
    let shown = try show(), problems = Recorder(shown.presenter.problems)
    shown.presenter.name.value = "Milk"
    shown.presenter.due.value = day("2014-05-23")
    store.changing.value = .other("disk full")
    shown.presenter.save.execute()
    #expect(problems.values == ["disk full"])
    #expect(shown.isOpen)
    #expect(shown.presenter.name.value == "Milk")
    #expect(shown.presenter.due.value == day("2014-05-23"))
    store.changing.value = nil
    shown.presenter.save.execute()
    #expect(stored.map(\.name) == ["Milk"])
    #expect(!shown.isOpen)
  }

  @Test("a day before today is refused with a message each time, and the one before stays") func beforeToday() throws {
    let shown = try show(), presenter = shown.presenter, problems = Recorder(presenter.problems)
    presenter.due.value = day("2014-05-22")
    presenter.due.value = day("2014-05-20 23:59:59")
    presenter.due.value = day("2014-05-20 23:59:59")
    presenter.name.value = "Milk"
    #expect(presenter.due.value == day("2014-05-22"))
    let message = "2014-05-20 is over; choose 2014-05-21, which is today, or a later day"
    #expect(problems.values == [message, message])
  }

  @Test("a day that was today when it was chosen is refused after midnight") func midnight() throws {
    let shown = try show(), problems = Recorder(shown.presenter.problems)
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
    let shown = try show("zh-Hans"), presenter = shown.presenter, problems = Recorder(presenter.problems)
    presenter.due.value = day("2014-05-20")
    #expect(presenter.texts.addTitle == "添加")
    #expect(presenter.save.disabledReason.value == "名称为空")
    #expect(problems.values == ["2014-05-20 已经过去;请选择今天(2014-05-21)或之后的日期"])
  }
}
