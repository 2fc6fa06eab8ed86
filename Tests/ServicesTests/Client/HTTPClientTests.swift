import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Against a real server on this machine.
@Suite struct HTTPClientTests {
  @Test("an answer of any status is delivered with its headers and its body", arguments: [200, 201, 404, 500])
  func answers(_ status: Int) async throws {
    let response = try await ask { _ in .text("héllo", status: status, ["X-Colour": "red"]) }.get()
    #expect(response.status == status && response.header("x-colour") == "red" && response.text == "héllo")
  }

  @Test(
    "an answer with any authentication challenge is an answer",
    arguments: [
      "Basic", "basic realm=x", #"Basic realm="x", Bearer realm="y""#, "Bearer\r\nWWW-Authenticate: Basic realm=\"x\"",
      "Bearer", #"Digest realm="x", nonce="y""#, "NTLM", "",
    ])
  func unauthorized(_ challenge: String) async throws {
    let response = try await ask { _ in .text("who?", status: 401, ["WWW-Authenticate": challenge]) }.get()
    #expect(response.status == 401 && response.text == "who?")
  }

  @Test("a closed port refuses the connection") func refused() async throws {
    let server = try LoopbackServer { _ in .text("") }, url = server.url
    server.stop()
    let result = try await answer(HTTPClient(base: url, timeout: 600).send(.get("/")))
    #expect(result.failure == .refused(host: server.host))
  }

  @Test("an unknown host name fails as offline") func noSuchName() async throws {
    let url = try #require(URL(string: "http://nobody.invalid"))
    let result = try await answer(HTTPClient(base: url, timeout: 600).send(.get("/")))
    #expect(result.failure == .offline(host: "nobody.invalid"))
  }

  @Test("a hundred simultaneous requests all get their own answers") func many() async throws {
    let asked = MutableProperty(0), all = Gate()
    // The server answers no request before all have arrived.
    let server = try LoopbackServer { request in
      if asked.increase() == 100 { all.open() }
      return .text(request.path).after(.wait(until: all))
    }
    let transport = HTTPClient(base: server.url, timeout: 600)
    let isRight = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask { try await answer(transport.send(.get("/\(number)"))).get().text == "/\(number)" }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(isRight == Array(repeating: true, count: 100))
  }

  @Test("an answer of fifty megabytes, which is exactly the limit, is read") func large() async throws {
    let piece = Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let body = (0..<50).reduce(into: Data()) { body, _ in body += piece }
    #expect(try await ask(limit: body.count) { _ in LoopbackAnswer(body: body) }.get().body == body)
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

  @Test("the answer to HEAD may state any length, because it has no body") func head() async throws {
    let response = try await ask(HTTPRequest("HEAD", "/"), limit: 1000) { _ in
      LoopbackAnswer([.send(LoopbackAnswer.head(200, ["Content-Length": "50000000"]))])
    }.get()
    #expect(response.status == 200 && response.body.isEmpty && response.header("Content-Length") == "50000000")
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
