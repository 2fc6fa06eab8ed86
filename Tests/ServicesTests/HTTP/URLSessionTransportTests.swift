import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Against a real server on this machine.
@Suite struct URLSessionTransportTests {
  private static let millionZeros = """
    H4sIAAAAAAACA+3BgQAAAADDIKX50x3kVQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAK8GU2oxSkBCDwA=
    """

  private func ask(
    _ request: HTTPRequest = .get("/"), limit: Int = 10_000_000,
    _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) async throws -> Result<HTTPResponse, ServiceFailure> {
    let server = try LoopbackServer(answer), transport = URLSessionTransport(base: server.url, limit: limit)
    defer { server.stop() }
    return try await ServicesTests.answer(transport.send(request))
  }

  /// What the server read of a request.
  private func received(_ request: HTTPRequest, base: String = "") async throws -> LoopbackRequest {
    let got = MutableProperty<LoopbackRequest?>(nil)
    let server = try LoopbackServer { request in
      got.value = request
      return .text("")
    }
    let transport = URLSessionTransport(base: server.url.appending(path: base))
    _ = try await ServicesTests.answer(transport.send(request)).get()
    return try #require(got.value)
  }

  @Test("an answer has its status, its headers and its body, whatever the status", arguments: [200, 201, 404, 500])
  func answers(_ status: Int) async throws {
    let response = try await ask { _ in .text("héllo", status: status, ["X-Colour": "red"]) }.get()
    #expect(response.status == status)
    #expect(response.header("x-colour") == "red")
    #expect(String(decoding: response.body, as: UTF8.self) == "héllo")
  }

  @Test("204 has no body, and needs none")
  func noContent() async throws {
    let response = try await ask { _ in LoopbackAnswer([.send(LoopbackAnswer.head(204, [:]))]) }.get()
    #expect(response.status == 204 && response.body.isEmpty)
  }

  @Test("an answer in pieces is put together") func chunked() async throws {
    let pieces = (0..<100).map { Data(repeating: UInt8($0), count: $0 * 11) }
    let response = try await ask { _ in .chunked(pieces) }.get()
    #expect(response.body == Data(pieces.joined()))
  }

  @Test("an answer that takes its time is waited for") func slow() async throws {
    let gate = Gate(), body = Data("slow".utf8)
    let server = try LoopbackServer { _ in
      LoopbackAnswer([
        .send(LoopbackAnswer.head(200, ["Content-Length": "4"])), .send(body.prefix(2)), .wait(until: gate),
        .send(body.suffix(2)),
      ])
    }
    let transport = URLSessionTransport(base: server.url), recorder = Recorder(transport.send(.get("/")))
    #expect(recorder.events.isEmpty)
    async let second = answer(transport.send(.get("/")))
    gate.open()
    #expect(try await second.get().body == body)
  }

  @Test("compressed answers are given as they were meant") func gzip() async throws {
    // "hello hello hello hello" by gzip.
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="))
    let response = try await ask { _ in LoopbackAnswer(["Content-Encoding": "gzip"], body: packed) }.get()
    #expect(String(decoding: response.body, as: UTF8.self) == "hello hello hello hello")
  }

  @Test("an answer that breaks off is a failure, not half an answer", arguments: [true, false])
  func truncated(_ isReset: Bool) async throws {
    let head = LoopbackAnswer.head(200, ["Content-Length": "1000"])
    let result = try await ask { _ in
      LoopbackAnswer([.send(head), .send(Data(repeating: 65, count: 500))] + (isReset ? [.reset] : []))
    }
    guard case .lost(let host)? = result.failure else {
      Issue.record("\(result)")
      return
    }
    #expect(host.hasPrefix("127.0.0.1:"))
  }

  @Test(
    "a connection that breaks before the answer, or rubbish in its place, is a failure",
    arguments: [
      LoopbackAnswer([.reset]), LoopbackAnswer([]), LoopbackAnswer([.send(Data("rubbish\r\n\r\nrubbish".utf8))]),
      LoopbackAnswer([.send(LoopbackAnswer.head(200, ["Transfer-Encoding": "chunked"])), .send(Data("zz\r\nab".utf8))]),
    ])
  func broken(_ broken: LoopbackAnswer) async throws {
    let result = try await ask { _ in broken }
    guard case .lost? = result.failure else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("where nobody answers, it is refused") func refused() async throws {
    let server = try LoopbackServer { _ in .text("") }, url = server.url
    server.stop()
    let result = try await answer(URLSessionTransport(base: url).send(.get("/")))
    #expect(result.failure == .refused(host: "127.0.0.1:\(url.port ?? 0)"))
  }

  @Test("a hundred at once all get their own answer") func many() async throws {
    let server = try LoopbackServer { request in .text(request.path) }
    let transport = URLSessionTransport(base: server.url)
    let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<100 {
        group.addTask {
          let response = try await answer(transport.send(.get("/\(number)"))).get()
          return (number, String(decoding: response.body, as: UTF8.self))
        }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    #expect(answers.count == 100)
    for (number, text) in answers { #expect(text == "/\(number)") }
  }

  @Test("fifty megabytes are read if they may be") func large() async throws {
    let body = Data(repeating: 7, count: 50_000_000)
    let response = try await ask(limit: 50_000_000) { _ in LoopbackAnswer(body: body) }.get()
    #expect(response.body.count == body.count)
  }

  @Test(
    "more than the limit fails, whether the server says beforehand how much it is or not", arguments: [true, false])
  func tooLarge(_ isChunked: Bool) async throws {
    let piece = Data(repeating: 7, count: 1_000_000), gone = Gate()
    let head = LoopbackAnswer.head(200, isChunked ? [:] : ["Content-Length": "50000000"])
    let result = try await ask(limit: 3_000_000) { _ in
      LoopbackAnswer([.send(head)] + Array(repeating: .send(piece), count: 50) + [.open(gone)])
    }
    #expect(result.failure == .tooLarge(limit: 3_000_000))
  }

  @Test("a small answer that unpacks to more than the limit fails, too") func bomb() async throws {
    // A million zeros by gzip.
    let packed = try #require(Data(base64Encoded: Self.millionZeros, options: .ignoreUnknownCharacters))
    let result = try await ask(limit: 100_000) { _ in LoopbackAnswer(["Content-Encoding": "gzip"], body: packed) }
    #expect(result.failure == .tooLarge(limit: 100_000))
  }

  @Test("disposing cancels the request on the wire, and nothing more comes") func cancelling() async throws {
    let began = Gate(), gone = Gate()
    let server = try LoopbackServer { _ in LoopbackAnswer([.open(began), .hang, .open(gone)]) }
    let recorder = Recorder(URLSessionTransport(base: server.url).send(.get("/")))
    await passed(began)
    recorder.dispose()
    await passed(gone)
    #expect(recorder.events.isEmpty)
  }

  @Test("redirects are followed") func redirects() async throws {
    let response = try await ask(.get("/a")) { request in
      switch request.path {
      case "/a": .redirect(to: "/b", status: 301)
      case "/b": .redirect(to: "/c", status: 307)
      default: .text(request.path)
      }
    }.get()
    #expect(String(decoding: response.body, as: UTF8.self) == "/c")
  }

  @Test(
    "a form that is redirected within its server is sent again where that is asked for, and asked about otherwise",
    arguments: [302, 307])
  func redirectedForm(_ status: Int) async throws {
    let response = try await ask(.post("/a", .form([HTTPField("a", "b", .secret)]))) { request in
      request.path == "/a"
        ? .redirect(to: "/b", status: status)
        : .text("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
    }.get()
    #expect(String(decoding: response.body, as: UTF8.self) == (status == 302 ? "GET " : "POST a=b"))
  }

  @Test(
    "a circle of redirects ends, and so does one to what is no web server",
    arguments: ["/", "file:///etc/passwd", "http://"])
  func badRedirects(_ location: String) async throws {
    let count = MutableProperty(0)
    let response = try await ask { _ in
      count.modify { $0 += 1 }
      return .redirect(to: location)
    }.get()
    #expect(response.status == 302)
    #expect(count.value == (location == "/" ? 11 : 1))
  }

  @Test("a redirect to another server takes no secret with it") func redirectElsewhere() async throws {
    let seen = MutableProperty<LoopbackRequest?>(nil)
    let other = try LoopbackServer { request in
      seen.value = request
      return .text("elsewhere")
    }
    let location = other.url.absoluteString + "/"
    let headers = [
      HTTPField("Authorization", "Bearer abc"), HTTPField("X-Key", "abc", .secret), HTTPField("X-Open", "yes"),
    ]
    let response = try await ask(.get("/", headers: headers)) { _ in .redirect(to: location) }.get()
    #expect(String(decoding: response.body, as: UTF8.self) == "elsewhere")
    #expect(seen.value?.header("X-Open") == "yes")
    #expect(seen.value?.header("Authorization") == nil)
    #expect(seen.value?.header("X-Key") == nil)

    seen.value = nil
    let form = HTTPRequest.post("/", .form([HTTPField("password", "abc", .secret)]))
    let kept = try await ask(form) { _ in .redirect(to: location, status: 307) }.get()
    #expect(kept.status == 307)
    #expect(seen.value == nil)
  }

  @Test("a form arrives as it was, whatever is in it") func forms() async throws {
    let fields = [
      ("user_name", "a&b=c"), ("password", "p+ %41;\"'\\"), ("", ""), ("空", "👩‍👩‍👧\r\nX: y"), ("a", "1"), ("a", "2"),
    ]
    let body = HTTPBody.form(fields.map { HTTPField($0.0, $0.1) })
    let request = try await received(.post("/projects/tanviper.php", body))
    #expect(request.method == "POST")
    #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
    #expect(request.form.map(\.name) == fields.map(\.0))
    #expect(request.form.map(\.value) == fields.map(\.1))
  }

  @Test("paths and queries arrive as they were, whatever is in them") func paths() async throws {
    let name = "a/../b?c#d%2e é\r\n", fields = [("word", "a&b=c#d+e%20\r\n"), ("猫", ""), ("a", "1"), ("a", "2")]
    let request = try await received(
      .get("/search/\(name)/x y", query: fields.map { HTTPField($0.0, $0.1) }), base: "api/v1")
    #expect(request.path == "/api/v1/search/\(name)/x y")
    #expect(request.query.map(\.name) == fields.map(\.0))
    #expect(request.query.map(\.value) == fields.map(\.1))
    #expect(!request.target.contains("/.."), "\(request.target)")
    #expect(request.headers.allSatisfy { $0.name != "x" })
  }

  @Test("JSON arrives with its type") func json() async throws {
    let request = try await received(HTTPRequest("PUT", "/", body: .json(["b": "2", "a": "1"])))
    #expect(request.method == "PUT")
    #expect(request.header("Content-Type") == "application/json")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"a":"1","b":"2"}"#)
  }

  @Test("headers arrive as they were, and none that nobody gave") func headers() async throws {
    let request = try await received(
      .get("/", headers: [HTTPField("X-Text", "a: b, c"), HTTPField("Accept", "text/plain")]))
    #expect(request.header("X-Text") == "a: b, c")
    #expect(request.header("Accept") == "text/plain")
    #expect(request.header("Cookie") == nil)
  }

  @Test("cookies are not kept") func cookies() async throws {
    let seen = MutableProperty<[String?]>([])
    let server = try LoopbackServer { request in
      seen.modify { $0.append(request.header("Cookie")) }
      return .text("", ["Set-Cookie": "a=b; Path=/"])
    }
    let transport = URLSessionTransport(base: server.url)
    for _ in 1...2 { _ = try await answer(transport.send(.get("/"))).get() }
    #expect(seen.value == [nil, nil])
  }

  @Test(
    "what cannot be a request is refused, and nothing is sent",
    arguments: [
      (
        HTTPRequest.get("/", headers: [HTTPField("X-A", "b\r\nX-Evil: 1")]),
        "the header X-A holds a control character, such as a line's end"
      ),
      (
        .get("/", headers: [HTTPField("X-A", "b\nX-Evil: 1")]),
        "the header X-A holds a control character, such as a line's end"
      ),
      (
        .get("/", headers: [HTTPField("X-A", "b\u{0}")]),
        "the header X-A holds a control character, such as a line's end"
      ),
      (.get("/", headers: [HTTPField("X-A\r\nX-Evil", "b")]), "'X-A X-Evil' is not the name of a header"),
      (.get("/", headers: [HTTPField("", "b")]), "'' is not the name of a header"),
      (.get("/", headers: [HTTPField("Content-length", "0")]), "the header Content-length is up to the transport"),
      (
        .get("/", headers: [HTTPField("Transfer-Encoding", "chunked")]),
        "the header Transfer-Encoding is up to the transport"
      ),
      (HTTPRequest("GET / HTTP/1.1\r\nX: y", "/"), "'GET / HTTP/1.1 X: y' is not a method"),
      (.get("/a/\("..")/b"), "'..' cannot be a part of a path: it would lead to another one"),
    ])
  func unsendable(_ request: HTTPRequest, _ reason: String) async throws {
    let seen = MutableProperty(0)
    let result = try await ask(request) { _ in
      seen.modify { $0 += 1 }
      return .text("")
    }
    #expect(result.failure == .unsendable(reason))
    #expect(seen.value == 0)
  }

  @Test("a base that is not a web address is told", arguments: ["ftp://example.com", "file:///etc", "/x"])
  func badBase(_ base: String) async throws {
    let url = try #require(URL(string: base))
    let result = try await answer(URLSessionTransport(base: url).send(.get("/")))
    #expect(result.failure == .unsendable("the base address is not one of a web server"))
  }
}

/// Waits for the gate without blocking the tests.
private func passed(_ gate: Gate) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      gate.wait()
      continuation.resume()
    }
  }
}
