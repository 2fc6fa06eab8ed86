import Fixtures
import Search
import Services
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// What the flows of the search do not show: a console trims at once, and has no intent data.
@MainActor @Suite struct SearchPresenterTests {
  private final class Interactor: SearchInteracting {
    let asked = MutableProperty<[PictureQuery]>([])
    let answer = Signal<Void, Never>.pipe()

    func more(than found: FoundPictures) -> Signal<FoundPictures, SearchFailure> {
      asked.modify { $0.append(found.query) }
      return answer.signal.promoteFailure().map { found }
    }
  }

  @Test(
    "a typed space stays in the field, and the search trims it; its start ends editing, its result is the intent data")
  func fields() throws {
    let interactor = Interactor()
    let host = try PresenterHost(
      .search, environment: .fixed(on: VirtualTimeScheduler()), opens: .results, .message, .setting, .about
    ) { router, _ in SearchPresenter(interactor, router) }
    let presenter = host.presenter, query = PictureQuery(main: "big cats", second: "tabby")
    let ends = Recorder(presenter.endEditing)
    (presenter.main.value, presenter.second.value) = ("  big cats ", "\ttabby\n")
    #expect(presenter.main.value == "  big cats ")
    #expect(ends.values.isEmpty)
    presenter.search.execute()
    #expect([query.main, query.second] == ["big cats", "tabby"])
    #expect(interactor.asked.value == [query])
    #expect(ends.values.count == 1)
    #expect(presenter.intentData.value == nil)
    interactor.answer.input.send(())
    #expect(presenter.intentData.value?.query == query)
    #expect(host.visible == "results")
  }

  @Test("pages of five elements start at 0, 5, 10, 15, 20, 25, independent of dropped elements") func pages() {
    let transport = ScriptedTransport(), service = PictureService(search: transport, pictures: transport)
    let interactor = SearchInteractor(SearchDataManager(service))
    var found = FoundPictures(query: PictureQuery(main: "cats", second: "tabby"))
    for index in 0..<6 {
      let recorder = Recorder(interactor.more(than: found))
      transport.answer(#"{"data": [{"hoverURL": "/h/\#(index).jpg"}\#(index == 2 ? "" : ", {}")]}"#)
      found = recorder.values.first ?? found
    }
    let asked = transport.requests.map { "\($0) \($0.query.map { "\($0)" }.joined(separator: "&"))" }
    let fields = "GET /search/acjson tn=resultjson_com&ipn=rj&word=cats&step_word=tabby"
    #expect(asked == [0, 5, 10, 15, 20, 25].map { "\(fields)&pn=\($0)&rn=5" })
    #expect(found.pictures.map(\.usrid) == (0..<6).map { "\($0)" })
    #expect(!found.isComplete)
  }
}
