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

  /// Hosts the modal.
  private func show(_ locale: String = "en_US") throws -> PresenterHost<AddPresenter, UUID> {
    var environment = here.environment
    environment.locale = Locale(identifier: locale)
    let interactor = AddInteractor(here.data(store), environment)
    return try PresenterHost(.add, environment: environment) { router, _ in AddPresenter(interactor, router) }
  }
  private func day(_ text: String) -> Date { here.calendar.day(text) }

  @Test("the form starts with an empty name and today") func beginning() throws {
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

  @Test("saving stores the item, closes the modal and returns the id") func saving() throws {
    let shown = try show()
    shown.presenter.name.value = "Milk"
    shown.presenter.due.value = day("2014-05-22 15:00")
    shown.presenter.save.execute()
    #expect(stored == [here.item("Milk", "2014-05-22", id: 1)])
    #expect(shown.results == [.number(1)])
    #expect(!shown.isOpen)
  }

  @Test("saving locks the fields; a failure unlocks them") func locked() throws {
    store.answers.value = false
    let shown = try show(), presenter = shown.presenter
    #expect(presenter.lock.value == nil)
    presenter.name.value = "Milk"
    presenter.save.execute()
    #expect(presenter.lock.value == "the item is being saved" && shown.isOpen)
    store.answers.value = true
    #expect(presenter.lock.value == nil && !shown.isOpen)
  }

  @Test("cancelling closes without storing, and completes without a value") func cancelling() throws {
    let shown = try show()
    shown.presenter.name.value = "Milk"
    shown.presenter.cancel.execute()
    #expect(stored == [])
    #expect(shown.results == [])
    #expect(!shown.isOpen)
  }

  @Test("a failing store is reported; the input stays and can be saved later") func failing() throws {
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

  @Test("a day before today is rejected with a message each time, and the previous day stays") func beforeToday() throws
  {
    let shown = try show(), presenter = shown.presenter, problems = Recorder(presenter.problems)
    presenter.due.value = day("2014-05-22")
    presenter.due.value = day("2014-05-20 23:59:59")
    presenter.due.value = day("2014-05-20 23:59:59")
    presenter.name.value = "Milk"
    #expect(presenter.due.value == day("2014-05-22"))
    let message = "2014-05-20 is in the past; choose today (2014-05-21) or later"
    #expect(problems.values == [message, message])
  }

  @Test("a day that was chosen before midnight and is now in the past is rejected") func midnight() throws {
    let shown = try show(), problems = Recorder(shown.presenter.problems)
    shown.presenter.name.value = "Milk"
    here.time.advance(by: .seconds(43_200))
    shown.presenter.save.execute()
    #expect(problems.values == ["2014-05-21 is in the past; choose today (2014-05-22) or later"])
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
