import Foundation
import Services
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER
import VIPERTesting

/// What the flows do not show: times of day, which a date picker gives, and the result for the list.
@MainActor @Suite struct AddPresenterTests {
  @Test("saving stores an item due on the whole day and returns its id; a day before today is rejected each time")
  func saving() throws {
    let here = TestEnvironment("2014-05-21"), store = TestStore()
    let shown = try PresenterHost(.add, environment: here.environment) { router, _ in
      AddPresenter(AddInteractor(here.data(store), here.environment), router)
    }
    let problems = Recorder(shown.presenter.problems)
    shown.presenter.name.value = "Milk"
    for day in ["2014-05-22 15:00", "2014-05-20 23:59:59", "2014-05-20 23:59:59"] {
      shown.presenter.due.value = here.calendar.day(day)
    }
    let message = "2014-05-20 is in the past; choose today (2014-05-21) or later"
    #expect(problems.values == [message, message])
    shown.presenter.save.execute()
    #expect(store.items == [here.item("Milk", "2014-05-22", id: 1)])
    #expect(shown.results == [.number(1)])
    #expect(!shown.isOpen)
  }
}
