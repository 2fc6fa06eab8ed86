import Foundation
import LoopbackServer
import Services
import Signals
import Testing

/// Requests as a real server on this machine receives them.
@Suite struct HTTPMessageTests {
  @Test("a form arrives unchanged, with any characters") func forms() async throws {
    let fields = [
      ("user_name", "a&b=c"), ("password", "p+ %41;\"'\\"), ("", ""), ("空", "👩‍👩‍👧\r\nX: y"), ("a", "1"), ("a", "2"),
    ]
    let body = HTTPBody.form(fields.map { HTTPField($0.0, $0.1) })
    let request = try await received(.post("/projects/tanviper.php", body))
    #expect(request.method == "POST" && request.header("Content-Type") == "application/x-www-form-urlencoded")
    #expect(request.form.map { [$0.name, $0.value] } == fields.map { [$0.0, $0.1] })
  }

  @Test("paths and queries arrive unchanged, with any characters") func paths() async throws {
    let name = "a/../b?c#d%2e é\r\n", fields = [("word", "a&b=c#d+e%20\r\n"), ("猫", ""), ("a", "1"), ("a", "2")]
    let request = try await received(
      .get("/search/\(name)/x y", query: fields.map { HTTPField($0.0, $0.1) }), base: "api/v1")
    #expect(request.path == "/api/v1/search/\(name)/x y")
    #expect(request.query.map { [$0.name, $0.value] } == fields.map { [$0.0, $0.1] })
    #expect(!request.target.contains("/.."), "\(request.target)")
    #expect(request.headers.allSatisfy { $0.name != "x" })
  }

  @Test("JSON and headers arrive unchanged, and no cookie is added") func headers() async throws {
    let headers = [HTTPField("X-Text", "a: b, c"), HTTPField("Accept", "text/plain")]
    let request = try await received(HTTPRequest("PUT", "/", headers: headers, body: .json(["b": "2", "a": "1"])))
    #expect(request.method == "PUT" && String(decoding: request.body, as: UTF8.self) == #"{"a":"1","b":"2"}"#)
    let names = ["Content-Type", "X-Text", "Accept", "Cookie"]
    #expect(names.map(request.header) == ["application/json", "a: b, c", "text/plain", nil])
  }

  private static let controls = "the header X-A contains a control character, such as a line break"

  @Test(
    "an invalid request fails, and nothing is sent",
    arguments: [
      (HTTPRequest.get("/", headers: [HTTPField("X-A", "b\r\nX-Evil: 1")]), controls),
      (.get("/", headers: [HTTPField("X-A", "b\nX-Evil: 1")]), controls),
      (.get("/", headers: [HTTPField("X-A", "b\u{0}")]), controls),
      (.get("/", headers: [HTTPField("X-A\r\nX-Evil", "b")]), "'X-A X-Evil' is not a header name"),
      (.get("/", headers: [HTTPField("", "b")]), "'' is not a header name"),
      (.get("/", headers: [HTTPField("Content-length", "0")]), "the transport sets the header Content-length itself"),
      (
        .get("/", headers: [HTTPField("Transfer-Encoding", "chunked")]),
        "the transport sets the header Transfer-Encoding itself"
      ),
      (HTTPRequest("GET / HTTP/1.1\r\nX: y", "/"), "'GET / HTTP/1.1 X: y' is not a method"),
      (.get("/a/\("..")/b"), "'..' cannot be a path segment: it would lead to another path"),
    ])
  func unsendable(_ request: HTTPRequest, _ reason: String) async throws {
    let seen = MutableProperty(0)
    let result = try await ask(request) { _ in
      seen.increase()
      return .text("")
    }
    #expect(result.failure == .unsendable(reason) && seen.value == 0)
  }

  @Test("a base URL that is not http or https fails", arguments: ["ftp://example.com", "file:///etc", "/x"])
  func badBase(_ base: String) async throws {
    let url = try #require(URL(string: base))
    let result = try await answer(HTTPClient(base: url, timeout: 600).send(.get("/")))
    #expect(result.failure == .unsendable("the base URL is not an http or https URL"))
  }
}
