import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Against a real server on this machine.
@Suite struct HTTPClientTests {
  /// Compresses with gzip.
  private static let millionZeros =
    "H4sIAAAAAAACA+3BgQAAAADDIKX50x3kVQE" + String(repeating: "A", count: 1290) + "K8GU2oxSkBCDwA="

  @Test("an answer of any status has its status, headers and body", arguments: [200, 201, 404, 500])
  func answers(_ status: Int) async throws {
    let response = try await ask { _ in .text("héllo", status: status, ["X-Colour": "red"]) }.get()
    #expect(response.status == status)
    #expect(response.header("x-colour") == "red")
    #expect(String(decoding: response.body, as: UTF8.self) == "héllo")
  }

  @Test(
    "an answer with any authentication challenge is an answer",
    arguments: [
      "Basic", "basic realm=x", #"Basic realm="x", Bearer realm="y""#, "Bearer\r\nWWW-Authenticate: Basic realm=\"x\"",
      "Bearer", #"Digest realm="x", nonce="y""#, "NTLM", "",
    ])
  func unauthorized(_ challenge: String) async throws {
    let response = try await ask { _ in .text("who?", status: 401, ["WWW-Authenticate": challenge]) }.get()
    #expect(response.status == 401 && String(decoding: response.body, as: UTF8.self) == "who?")
  }

  @Test("204 has no body, and needs none")
  func noContent() async throws {
    let response = try await ask { _ in LoopbackAnswer([.send(LoopbackAnswer.head(204, [:]))]) }.get()
    #expect(response.status == 204 && response.body.isEmpty)
  }

  @Test("a chunked answer is assembled") func chunked() async throws {
    let pieces = (0..<100).map { Data(repeating: UInt8($0), count: $0 * 11) }
    let response = try await ask { _ in .chunked(pieces) }.get()
    #expect(response.body == Data(pieces.joined()))
  }

  @Test("a slow answer is awaited") func slow() async throws {
    let half = Gate(), rest = Gate(), body = Data("slow".utf8), isAnswered = MutableProperty(false)
    let server = try LoopbackServer { _ in
      LoopbackAnswer([
        .send(LoopbackAnswer.head(200, ["Content-Length": "4"])), .send(body.prefix(2)), .open(half),
        .wait(until: rest), .send(body.suffix(2)),
      ])
    }
    let transport = HTTPClient(base: server.url, timeout: 600)
    async let response = answer(transport.send(.get("/")).doNext { _ in isAnswered.value = true })
    await passed(half)
    #expect(!isAnswered.value)
    rest.open()
    #expect(try await response.get().body == body)
  }

  @Test("compressed answers are decompressed") func gzip() async throws {
    // "hello hello hello hello", compressed with gzip.
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="))
    let response = try await ask { _ in LoopbackAnswer(["Content-Encoding": "gzip"], body: packed) }.get()
    #expect(String(decoding: response.body, as: UTF8.self) == "hello hello hello hello")
  }

  @Test("a truncated answer is a failure", arguments: [true, false])
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
    "a connection that breaks before the answer, or garbage in its place, is a failure",
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

  @Test("a closed port refuses the connection") func refused() async throws {
    let server = try LoopbackServer { _ in .text("") }, url = server.url
    server.stop()
    let result = try await answer(HTTPClient(base: url, timeout: 600).send(.get("/")))
    #expect(result.failure == .refused(host: "127.0.0.1:\(url.port ?? 0)"))
  }

  @Test("an unknown host name fails as offline") func noSuchName() async throws {
    let url = try #require(URL(string: "http://nobody.invalid"))
    let result = try await answer(HTTPClient(base: url, timeout: 600).send(.get("/")))
    #expect(result.failure == .offline(host: "nobody.invalid"))
  }

  @Test("text and JSON that are not UTF-8 fail with an excerpt") func invalidText() async throws {
    let body = Data([0x22, 0x61, 0xFF, 0xFE, 0x22])
    let server = try LoopbackServer { _ in LoopbackAnswer(["Content-Type": "application/json"], body: body) }
    let transport = HTTPClient(base: server.url, timeout: 600), excerpt = #""a\#u{FFFD}\#u{FFFD}""#
    let text = try await answer(transport.call(HTTPRequest.get("/").decodingText)).failure
    #expect(text == .undecodable(path: "", reason: "the answer is not UTF-8", excerpt: excerpt))
    guard
      case .undecodable("", _, excerpt)? = try await answer(transport.call(HTTPRequest.get("/").decoding(String.self)))
        .failure
    else {
      Issue.record("it was read")
      return
    }
  }

  @Test("a hundred simultaneous requests all get their own answers") func many() async throws {
    let asked = MutableProperty(0), all = Gate()
    // The server answers no request before all have arrived.
    let server = try LoopbackServer { request in
      if asked.modify({
        $0 += 1; return $0
      }) == 100 {
        all.open()
      }
      return .text(request.path).after(.wait(until: all))
    }
    let transport = HTTPClient(base: server.url, timeout: 600)
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

  @Test("fifty megabytes are read if the limit allows") func large() async throws {
    let body = Data(repeating: 7, count: 50_000_000)
    let response = try await ask(limit: 50_000_000) { _ in LoopbackAnswer(body: body) }.get()
    #expect(response.body.count == body.count)
  }

  @Test(
    "an answer above the limit fails early, by its stated length or by the bytes received, and is cancelled on the wire",
    arguments: [
      (["Content-Length": "50000000"], 0), (["Content-Length": "3000001"], 0), ([:], 3),
      (["Transfer-Encoding": "chunked"], 3),
    ])
  func tooLarge(_ headers: [String: String], _ megabytes: Int) async throws {
    let megabyte = Data(repeating: 7, count: 1_000_000), gone = Gate(), isChunked = headers["Transfer-Encoding"] != nil
    let piece = isChunked ? Data("f4240\r\n".utf8) + megabyte + Data("\r\n".utf8) : megabyte
    // The answer never ends by itself. The last byte that the server writes makes it too large: a server that was still writing
    // would find the connection closed and not reach its last step.
    let last = Data((isChunked ? "1\r\na\r\n" : "a").utf8)
    let steps =
      [LoopbackAnswer.Step.send(LoopbackAnswer.head(200, headers))]
      + Array(repeating: .send(piece), count: megabytes) + (megabytes > 0 ? [.send(last)] : []) + [.hang, .open(gone)]
    // A stopped server would not notice the cancelled request.
    let server = try LoopbackServer { _ in LoopbackAnswer(steps) }
    let transport = HTTPClient(base: server.url, limit: 3_000_000, timeout: 600)
    #expect(try await answer(transport.send(.get("/"))).failure == .tooLarge(limit: 3_000_000))
    await passed(gone)
    withExtendedLifetime(server) {}
  }

  @Test("a body of exactly the limit is not too large") func limit() async throws {
    let response = try await ask(limit: 1000) { _ in LoopbackAnswer(body: Data(count: 1000)) }.get()
    #expect(response.body.count == 1000)
  }

  @Test("a small answer that decompresses to more than the limit fails") func bomb() async throws {
    // A million zeros, compressed with gzip.
    let packed = try #require(Data(base64Encoded: Self.millionZeros))
    let result = try await ask(limit: 100_000) { _ in LoopbackAnswer(["Content-Encoding": "gzip"], body: packed) }
    #expect(result.failure == .tooLarge(limit: 100_000))
  }

  @Test("the answer to HEAD may state any length, because it has no body") func head() async throws {
    let response = try await ask(HTTPRequest("HEAD", "/"), limit: 1000) { _ in
      LoopbackAnswer([.send(LoopbackAnswer.head(200, ["Content-Length": "50000000"]))])
    }.get()
    #expect(response.status == 200 && response.body.isEmpty)
    #expect(response.header("Content-Length") == "50000000")
  }

  @Test("a request fails after its own timeout") func timeout() async throws {
    let began = Gate(), time = VirtualTimeScheduler(), head = LoopbackAnswer.head(200, ["Content-Length": "9"])
    let server = try LoopbackServer { _ in LoopbackAnswer([.send(head), .send(Data([1])), .open(began), .hang]) }
    let transport = HTTPClient(base: server.url, timeout: 600, on: time)
    let recorder = Recorder(transport.send(HTTPRequest("GET", "/", timeout: .seconds(5))))
    await passed(began)
    time.advance(by: .milliseconds(4999))
    #expect(recorder.events.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(recorder.failure == .timedOut)
  }

  @Test(
    "a request with an extreme timeout is sent",
    arguments: [.infinity, 1e300, 600], [nil, .seconds(Int64.max), .seconds(100_000_000_000_000_000)] as [Duration?])
  func patient(_ clients: Double, _ timeout: Duration?) async throws {
    let server = try LoopbackServer { _ in .text("here") }
    let transport = HTTPClient(base: server.url, timeout: clients)
    #expect(try await answer(transport.send(HTTPRequest("GET", "/", timeout: timeout))).get().status == 200)
  }

  @Test("disposing cancels the request on the wire, and no more events are delivered") func cancelling() async throws {
    let began = Gate(), gone = Gate()
    let server = try LoopbackServer { _ in LoopbackAnswer([.open(began), .hang, .open(gone)]) }
    // The machine may be busy: the request must not time out before it is disposed.
    let patient = HTTPRequest("GET", "/", timeout: .seconds(3600))
    let recorder = Recorder(HTTPClient(base: server.url, timeout: 600).send(patient))
    await passed(began)
    recorder.dispose()
    await passed(gone)
    #expect(recorder.events.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test("cookies are not kept") func cookies() async throws {
    let seen = MutableProperty<[String?]>([])
    let server = try LoopbackServer { request in
      seen.modify { $0.append(request.header("Cookie")) }
      return .text("", ["Set-Cookie": "a=b; Path=/"])
    }
    let transport = HTTPClient(base: server.url, timeout: 600)
    for _ in 1...2 { _ = try await answer(transport.send(.get("/"))).get() }
    #expect(seen.value == [nil, nil])
  }

  /// A scheduler that notes its release.
  private final class Kept: Scheduler {
    let isGone: MutableProperty<Bool>
    init(_ isGone: MutableProperty<Bool>) { self.isGone = isGone }
    deinit { isGone.value = true }

    var now: Duration { .zero }
    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { Disposable() }
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable { Disposable() }
  }

  @Test("a transport without owners is released when its last request ends")
  func dropped() async throws {
    let isGone = MutableProperty(false)
    let server = try LoopbackServer { _ in .text("") }
    _ = try await answer(HTTPClient(base: server.url, timeout: 600, on: Kept(isGone)).send(.get("/"))).get()
    _ = await isGone.signal.filter { $0 }.firstValue()
    #expect(isGone.value)
  }
}
