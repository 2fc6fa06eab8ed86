import Search
import Signals
import Testing
import VIPER
import VIPERTesting

/// What the flows of the search do not show: a console trims at once, and has no intent data.
@MainActor @Suite struct SearchPresenterTests {
  private final class Interactor: SearchInteracting {
    let asked = MutableProperty<[PictureQuery]>([])

    func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure> {
      asked.modify { $0.append(found.query) }
      return .just(found)
    }
  }

  @Test(
    "a typed space stays in the field, and the search trims it; its result is the intent data and opens the results")
  func fields() throws {
    let interactor = Interactor()
    let host = try PresenterHost(
      .search, environment: .fixed(on: VirtualTimeScheduler()), opens: .results, .message, .setting, .about
    ) { router, _ in SearchPresenter(interactor, router) }
    let presenter = host.presenter, query = PictureQuery(main: "big cats", second: "tabby")
    (presenter.main.value, presenter.second.value) = ("  big cats ", "\ttabby\n")
    #expect(presenter.main.value == "  big cats " && presenter.intentData.value == nil)
    presenter.search.execute()
    #expect([query.main, query.second] == ["big cats", "tabby"] && interactor.asked.value == [query])
    #expect(presenter.intentData.value?.query == query && host.visible == "results")
  }
}
