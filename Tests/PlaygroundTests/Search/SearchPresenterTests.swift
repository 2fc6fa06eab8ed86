import Foundation
import Search
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct SearchPresenterTests {
  private let interactor = ScriptedSearchInteractor()
  private let environment = AppEnvironment.fixed(on: VirtualTimeScheduler())

  private func host(_ modules: [Module] = []) throws -> PresenterHost<SearchPresenter, Never> {
    let interactor = interactor
    return try PresenterHost(
      .search, environment: environment, opens: .results, .message, .setting, .about, modules: modules
    ) { router, _ in SearchPresenter(interactor, router) }
  }

  private func filled() throws -> PresenterHost<SearchPresenter, Never> {
    let host = try host()
    host.presenter.main.value = "cats"
    host.presenter.second.value = "tabby"
    return host
  }
  private let found = FoundPictures(
    query: PictureQuery(main: "cats", second: "tabby"), pictures: [], next: 5, isComplete: true)

  @Test(
    "two fields are bound both ways; a typed space stays in the field, and the search trims it"
  )
  func fields() throws {
    let shown = try host(), presenter = shown.presenter, field = MutableProperty("")
    let binding = field.bindTwoWay(to: presenter.main)
    for key in "  big cats " {
      field.modify { $0.append(key) }
      #expect(presenter.main.value == field.value)
    }
    presenter.second.value = "\ttabby\n"
    presenter.search.execute()
    #expect(interactor.asked.value == [PictureQuery(main: "big cats", second: "tabby")])
    #expect(interactor.asked.value.first?.main == "big cats" && interactor.asked.value.first?.second == "tabby")
    presenter.main.value = "dogs"
    #expect(field.value == "dogs")
    binding.dispose()
  }

  @Test("the search needs both categories") func enabled() throws {
    let shown = try host(), presenter = shown.presenter, isEnabled = Recorder(presenter.search.isEnabled.signal)
    presenter.main.value = "cats"
    presenter.second.value = "  "
    presenter.second.value = "tabby"
    presenter.main.value = " "
    #expect(isEnabled.values == [false, true, false])
    #expect(presenter.search.disabledReason.value == "the main category is empty")
  }

  @Test("a running search is executing; starting it ends editing") func executing() throws {
    let shown = try filled(), presenter = shown.presenter
    let isExecuting = Recorder(presenter.search.isExecuting.signal), ends = Recorder(presenter.endEditing)
    presenter.search.execute()
    #expect(isExecuting.values == [false, true] && ends.values.count == 1)
    presenter.search.execute()
    presenter.search.cancel()
    #expect(isExecuting.values == [false, true, false] && ends.values.count == 1)
  }

  @Test("the found pictures are stored, and passed to the results") func success() throws {
    let host = try filled(), alerts = Recorder(host.presenter.alerts)
    interactor.answer.value = .just(found)
    #expect(host.presenter.intentData.value == nil)
    host.presenter.search.execute()
    #expect(interactor.asked.value == [found.query])
    #expect(host.presenter.intentData.value == found)
    #expect(host.visible == "results" && host.stage.kinds.last == .push)
    #expect(alerts.values == [])
  }

  @Test("a failure shows an alert and opens no screen") func failure() throws {
    let host = try filled(), alerts = Recorder(host.presenter.alerts)
    interactor.answer.value = .fail(.noAnswer)
    host.presenter.search.execute()
    #expect(alerts.values == ["network disconnected."])
    #expect(host.visible == "search" && host.presenter.intentData.value == nil)
  }

  @Test("events of modules and notifications of the system reach it") func events() throws {
    let shown = try host(), presenter = shown.presenter
    #expect(presenter.event.value == "")
    environment.notifications.post(name: .startSearch, object: nil, userInfo: ["key": "value"])
    #expect(presenter.event.value == "StartSearchNotification key=value")
  }

  @Test("cancelling the message returns its result") func message() throws {
    let host = try host([.answering(.message) { "我是返回数据" }])
    host.presenter.message.execute()
    #expect(host.presenter.returned.value == "我是返回数据")
    #expect(host.visible == "search")
  }
}

/// An interactor with the test's answers.
private final class ScriptedSearchInteractor: SearchInteracting {
  let answer = MutableProperty<Signal<FoundPictures, SearchFailure>>(.never)
  let asked = MutableProperty<[PictureQuery]>([])

  func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure> {
    .deferred { [answer, asked] in
      asked.modify { $0.append(found.query) }
      return answer.value
    }
  }
}
