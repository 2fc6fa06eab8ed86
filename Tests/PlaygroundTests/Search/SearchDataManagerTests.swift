import Signals
import Fixtures
import Foundation
import Search
import Services
import SignalsTesting
import Testing

@Suite struct SearchDataManagerTests {
  private let transport = ScriptedTransport()
  private var data: SearchDataManager { SearchDataManager(PictureService(search: transport, pictures: transport)) }
  private let query = PictureQuery(main: "cats", second: "tabby")

  @Test("a page requests five elements from its start") func request() throws {
    data.page(of: query, from: 15).start()
    let request = try #require(transport.requests.first)
    #expect("\(request)" == "GET /search/acjson")
    let fields = request.query.map { "\($0)" }
    #expect(fields == ["tn=resultjson_com", "ipn=rj", "word=cats", "step_word=tabby", "pn=15", "rn=5"])
  }

  @Test("only empty elements are dropped, in any position") func empty() {
    let recorder = Recorder(data.page(of: query, from: 0))
    transport.answer(
      #"{"data": [{}, {"fromPageTitle": "a"}, {"fromPageTitle": ""}, {"thumbURL": "b"}, {"hoverURL": "c"}]}"#)
    #expect(
      recorder.values.first?.map { "\($0.fromPageTitle ?? "")|\($0.thumbURL ?? "")|\($0.hoverURL ?? "")" } == [
        "a||", "|b|", "||c",
      ])
  }

  @Test("pages start at 0, 5, 10, 15, 20, 25, independent of dropped elements") func pages() {
    let interactor = SearchInteractor(data)
    var found = FoundPictures(query: query), starts: [Int] = []
    for index in 0..<6 {
      starts.append(found.next)
      let recorder = Recorder(interactor.more(than: found))
      transport.answer(
        index == 2 ? #"{"data": [{"fromPageTitle": "x"}]}"# : #"{"data": [{"hoverURL": "/h/9.jpg"}, {}]}"#)
      found = recorder.values.first ?? found
    }
    #expect(starts == [0, 5, 10, 15, 20, 25])
    #expect(found.pictures.count == 6 && !found.isComplete)
    #expect(found.pictures.first?.usrid == "9")
  }
}
