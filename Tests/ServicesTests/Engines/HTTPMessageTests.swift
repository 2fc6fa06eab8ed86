import Fixtures
import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Requests as a real server on this machine receives them.
@Suite struct HTTPMessageTests {
  @Test("a form, a path and a query arrive unchanged, with any characters") func forms() async throws {
    let fields = [
      ("user_name", "a&b=c"), ("password", "p+ %41;\"'\\"), ("", ""), ("空", "👩‍👩‍👧\r\nX: y"), ("a", "1"), ("a", "2"),
    ]
    let name = "a/../b?c#d%2e é\r\n", given = fields.map { HTTPField($0.0, $0.1) }
    let request = try await received(
      HTTPRequest("POST", "/search/\(name)/x y", query: given, body: .form(given)), base: "api/v1")
    #expect(
      [request.form, request.query].map { $0.map { [$0.name, $0.value] } }
        == [fields, fields].map { $0.map { [$0.0, $0.1] } })
    let type = request.header("Content-Type")
    #expect(
      [request.method, request.path, type] == [
        "POST", "/api/v1/search/\(name)/x y", "application/x-www-form-urlencoded",
      ])
    #expect(!request.target.contains("/.."), "\(request.target)")
    #expect(request.headers.allSatisfy { $0.name != "x" }, "\(request.target)")
  }

  @Test(
    "a whole URL is sent as it is; an empty path is the base URL",
    arguments: [
      ("/up/a%20b?X-Signature=a%2Fb%3D&c", "/up/a%20b?X-Signature=a%2Fb%3D&c"), ("", "/api/v1"),
      ("?page=2", "/api/v1?page=2"),
    ])
  func url(_ url: String, _ target: String) async throws {
    let targets = MutableProperty<[String]>([])
    let server = try LoopbackServer { request in
      targets.modify { $0.append(request.target) }
      return .text("")
    }
    let client = HTTPClient(base: server.url.appending(path: "api/v1"), timeout: 600)
    let absolute = url.hasPrefix("/") ? server.url.absoluteString + url : url
    let given = url.isEmpty ? "" : HTTPPath.url(try #require(URL(string: absolute)))
    _ = try await answer(client.send(HTTPRequest("PUT", given))).get()
    #expect(targets.value == [target])
    _ = try await answer(client.send(.get(given, query: [HTTPField("a", "b")]))).get()
    #expect(targets.value.last == target + (target.contains("?") ? "&" : "?") + "a=b")
  }

  @Test("a URL that leaves HTTPS or the web fails, and so does a base URL with a query")
  func refusedURL() throws {
    func failure(_ base: String, _ path: HTTPPath) throws -> ServiceFailure? {
      Recorder(HTTPClient(base: try #require(URL(string: base)), timeout: 600).send(.get(path))).failure
    }
    let http = HTTPPath.url(try #require(URL(string: "http://a/b?c"))), file = URL(fileURLWithPath: "/etc/passwd")
    #expect(
      try failure("https://a", http)
        == .unsendable("its URL leaves HTTPS; make a client whose base URL is an http URL if that is right"))
    #expect(try failure("https://a", .url(file)) == .unsendable("its URL is not an http or https URL"))
    #expect(
      try failure("https://a/b?c", "/d")
        == .unsendable("the base URL has a query, which no request would send; send HTTPRequest(_, .url(_:)) instead"))
  }

  @Test("JSON and headers arrive unchanged, and no cookie is kept or added") func headers() async throws {
    let seen = MutableProperty<[[String?]]>([])
    let server = try LoopbackServer { request in
      let headers = ["Content-Type", "X-Text", "Accept", "Cookie"].map(request.header)
      seen.modify { $0.append([request.method, String(decoding: request.body, as: UTF8.self)] + headers) }
      return .text("", ["Set-Cookie": "a=b; Path=/"])
    }
    let headers = [HTTPField("X-Text", "a: b, c"), HTTPField("Accept", "text/plain")],
      client = HTTPClient(base: server.url, timeout: 600)
    let put = try HTTPRequest("PUT", "/", headers: headers, body: .json(["b": "2", "a": "1"]))
    for _ in 1...2 { _ = try await answer(client.send(put)).get() }
    let once = ["PUT", #"{"a":"1","b":"2"}"#, "application/json", "a: b, c", "text/plain", nil]
    #expect(seen.value == [once, once])
  }

  private static let controls = "the header X-A contains a control character, such as a line break"

  private static let unsendableRows: [(HTTPRequest, String)] = [
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
    (.get("/users?page=1"), "'/users?page=1' has a query; give the query separately, or a whole URL as .url(_:)"),
    (
      .get("/users/\(7)#top"),
      "'/users/7#top' has a fragment; interpolate it, or give a whole URL as .url(_:)"
    ),
    (.get("https://example.com/a"), "'https://example.com/a' is a whole URL; give it as .url(_:)"),
    (
      .post("/", .data(Data(), type: "image/png\r\nContent-Length: 0\r\n\r\nGET /admin HTTP/1.1")),
      "the header Content-Type contains a control character, such as a line break"
    ),
    (
      .post("/", .multipart([.file("a", .data(Data(), type: "a/b\r\nX: y"), named: "b")], boundary: UUID())),
      "the header Content-Type contains a control character, such as a line break"
    ),
  ]

  @Test("an invalid request fails, and nothing is sent", arguments: unsendableRows)
  func unsendable(_ request: HTTPRequest, _ reason: String) async throws {
    let seen = MutableProperty(0)
    let result = try await ask(request) { _ in
      seen.increase()
      return .text("")
    }
    #expect(result.failure == .unsendable(reason))
    #expect(seen.value == 0)
  }

  /// Counts messages and sends none.
  private final class CountingEngine: HTTPEngine {
    let count = MutableProperty(0)
    func parts(of message: HTTPMessage) -> Signal<HTTPPart, ServiceFailure> {
      .deferred { [count] in
        count.increase()
        return .empty
      }
    }
  }

  @Test("no line of a message contains a control character, whoever has made it", arguments: Array(0..<0x20) + [0x7F])
  func lines(_ code: UInt8) throws {
    let folder = try TemporaryFolder(), file = try folder.write("a", "hello"),
      base = try #require(URL(string: "http://a"))
    let engine = CountingEngine()
    let client = HTTPClient(base: base, limit: 1, timeout: 1, on: VirtualTimeScheduler(), by: engine)
    let evil = "a/b\(Unicode.Scalar(code))X-Evil: 1"
    // A transport of the user, around the client.
    let adding = AnyTransport { request in
      var request = request
      request.headers.append(HTTPField("X-Added", evil))
      return client.send(request)
    }
    let token = AccessToken(evil, refresh: .fail(.cancelled))
    var failures = [
      client.send(HTTPRequest(evil, "/")), client.send(.get("/", headers: [HTTPField(evil, "a")])),
    ].map { Recorder($0).failure?.isUnsendable }
    #expect(failures == [true, true])
    failures = try [
      client.send(.get("/", headers: [HTTPField("X-A", evil)])), client.send(.post("/", .data(Data(), type: evil))),
      client.send(.post("/", .file(file, type: evil))), adding.send(.get("/")),
      client.authorized(by: token).send(.get("/")),
    ].map { Recorder($0).failure?.isUnsendable }
    // A value may contain a tab.
    #expect(failures == Array(repeating: code == 0x09 ? nil : true, count: 5))
    #expect(engine.count.value == (code == 0x09 ? 5 : 0))
  }
}

extension ServiceFailure {
  fileprivate var isUnsendable: Bool {
    if case .unsendable = self { true } else { false }
  }
}
