import Fixtures
import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct HTTPPagesTests {
  private let wire = ScriptedTransport()
  private let call = HTTPRequest.get("/books", query: [HTTPField("page", "1")], headers: [HTTPField("X", "y")])
    .decoding([Int].self)

  @Test("pages are requested one after the other, by the URL of Link, until there is none") func links() {
    let recorder = Recorder(wire.pages(call))
    wire.answer("[1]", ["Link": "<https://a/books?page=2>; rel=\"next\", <https://a/books?page=3>; rel=\"last\""])
    #expect(recorder.values == [[1]])
    wire.answer("[2]", ["Link": "<https://a/books?page=3>; rel=next"])
    wire.answer("[3]", ["Link": "<https://a/books?page=1>; rel=first"])
    #expect(recorder.values == [[1], [2], [3]])
    #expect(recorder.isCompleted)
    #expect(wire.requests.map { "\($0)" } == ["GET /books", "GET https://a/books", "GET https://a/books"])
    #expect(wire.requests.map(\.headers) == Array(repeating: [HTTPField("X", "y")], count: 3))
    #expect(wire.requests.map(\.query.count) == [1, 0, 0])
  }

  private struct Page: Decodable, Sendable {
    let items: [Int]
    let next: URL?
  }

  @Test("pages are requested by a URL in the answer, relative to the page's own") func relative() async throws {
    let targets = MutableProperty<[String]>([])
    let server = try LoopbackServer { request in
      let next = ["/v1/books?page=1": "?page=2", "/v1/books?page=2": "more?page=3", "/v1/more?page=3": "/v2/rest"]
      targets.modify { $0.append(request.target) }
      return .json(#"{"items": [], "next": \#(next[request.target].map { "\"\($0)\"" } ?? "null")}"#)
    }
    let client = HTTPClient(base: server.url.appending(path: "v1"), timeout: 600)
    let first = HTTPRequest.get("/books", query: [HTTPField("page", "1")]).decoding(Page.self)
    let pages = client.pages(first) { page, _ in page.next }
    #expect(try await answer(pages.collect()).get().count == 4)
    #expect(targets.value == ["/v1/books?page=1", "/v1/books?page=2", "/v1/more?page=3", "/v2/rest"])
  }

  @Test("a failed page ends the pages, and so does a page that was already read") func failing() {
    let lost = Recorder(wire.pages(call))
    wire.answer("[1]", ["Link": "<https://a/2>; rel=next"])
    wire.fail(.timedOut)
    #expect(lost.values == [[1]])
    #expect(lost.failure == .timedOut)
    let circle = Recorder(wire.pages(call))
    for _ in 0..<2 { wire.answer("[1]", ["Link": "<https://a/2>; rel=next"]) }
    #expect(circle.values == [[1], [1]])
    #expect(
      circle.failure == .undecodable(path: "", reason: "its next page is one that was already read", excerpt: ""))
  }

  @Test("ten thousand pages that are answered at once need no deep stack") func many() {
    let server = AnyTransport { request in
      let number = request.path.description.split(separator: "/").last.flatMap { Int($0) } ?? 0
      let link = number < 10_000 ? ["Link": "<https://a/\(number + 1)>; rel=next"] : [:]
      return .just(HTTPResponse(headers: link, body: Data("[]".utf8)))
    }
    let recorder = Recorder(server.pages(call))
    #expect(recorder.values.count == 10_001)
    #expect(recorder.isCompleted)
  }

  @Test(
    "the URL of a Link is found by its relation",
    arguments: [
      ("</a>; rel=\"prev next\"", "/a"), ("</a>; title=\"x; rel=next\", </b>; REL=NEXT", "/b"),
      ("</a>; title=\"x, <y>\"; rel=next", "/a"), ("<>; rel=next", nil), ("</a>; rel=nextish", nil), ("</a>", nil),
      ("", nil), ("</a,b>; rel = next", "/a,b"), ("</a>; title=\"\\\"; rel=next", nil),
    ] as [(String, String?)])
  func link(_ header: String, _ url: String?) {
    #expect(HTTPResponse(headers: ["Link": header]).link("next")?.relativeString == url)
  }
}
