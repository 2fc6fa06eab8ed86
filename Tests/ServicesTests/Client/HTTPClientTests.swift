import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Against a real server on this machine.
@Suite struct HTTPClientTests {
  @Test(
    "an answer of any status, or with any authentication challenge, is delivered with its headers and its body",
    arguments: [
      (201, "-"), (404, "-"), (500, "-"), (401, "Basic"), (401, "basic realm=x"),
      (401, #"Basic realm="x", Bearer realm="y""#), (401, "Bearer\r\nWWW-Authenticate: Basic realm=\"x\""),
      (401, "Bearer"), (401, #"Digest realm="x", nonce="y""#), (401, "NTLM"), (401, ""),
    ] as [(Int, String)])
  func answers(_ status: Int, _ challenge: String) async throws {
    let headers = ["X-Colour": "red", "WWW-Authenticate": challenge]
    let response = try await ask { _ in .text("héllo", status: status, headers) }.get()
    #expect("\(response.status) \(response.header("x-colour") ?? "-") \(response.text)" == "\(status) red héllo")
  }

  @Test("a closed port refuses the connection, an unknown host is offline, and only http and https URLs are tried")
  func unreachable() async throws {
    let server = try LoopbackServer { _ in .text("") }, url = server.url
    server.stop()
    var failures: [ServiceFailure?] = []
    for base in [url.absoluteString, "http://nobody.invalid", "ftp://example.com", "file:///etc", "/x"] {
      let base = try #require(URL(string: base))
      failures.append(try await answer(HTTPClient(base: base, timeout: 600).send(.get("/"))).failure)
    }
    let other = ServiceFailure.unsendable("the base URL is not an http or https URL")
    #expect(failures == [.refused(host: server.host), .offline(host: "nobody.invalid"), other, other, other])
  }

  @Test("the answer with which a proxy opens a tunnel is not the server's") func tunnel() async {
    // Runs in a child process, whose environment names the proxy.
    await #expect(processExitsWith: .success) {
      let opened = Data("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
      let proxy = try LoopbackServer { _ in LoopbackAnswer([.send(opened)]) }
      setenv("https_proxy", proxy.url.absoluteString, 1)
      let base = try #require(URL(string: "https://nobody.invalid"))
      let parts = MutableProperty<[HTTPPart]>([]), isOver = Gate()
      let streaming = HTTPClient(base: base, timeout: 600).stream(.get("/")).observe { event in
        if case .value(let part) = event { parts.modify { $0.append(part) } } else { isOver.open() }
      }
      isOver.wait()
      precondition(parts.value.isEmpty, "it delivered \(parts.value)")
      withExtendedLifetime((proxy, streaming)) {}
    }
  }

  @Test("the scheme of a base URL may be in capitals") func scheme() async throws {
    let server = try LoopbackServer { _ in .text("found") }
    let base = try #require(URL(string: server.url.absoluteString.replacing("http:", with: "HTTP:")))
    #expect(try await answer(HTTPClient(base: base, timeout: 600).send(.get("/"))).get().text == "found")
  }

  @Test("of many simultaneous requests each gets its own answer, or is cancelled") func many() async throws {
    let asked = MutableProperty(0), all = Gate()
    // The server answers no request before all that are not cancelled have arrived.
    let server = try LoopbackServer { request in
      if request.path.hasPrefix("/kept"), asked.increase() == 100 { all.open() }
      return .text(request.path).after(.wait(until: all))
    }
    let transport = HTTPClient(base: server.url, timeout: 600)
    let texts = await withTaskGroup(of: String?.self) { group in
      for number in 0..<100 {
        group.addTask {
          Recorder(transport.send(.get("/cancelled"))).dispose()
          return try? await answer(transport.send(.get("/kept\(number)"))).get().text
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(texts) == Set((0..<100).map { "/kept\($0)" }))
  }

  @Test("an answer of fifty megabytes, exactly the limit, is read; one to HEAD may state any length, as it has no body")
  func large() async throws {
    let piece = Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let body = (0..<50).reduce(into: Data()) { body, _ in body += piece }
    #expect(try await ask(limit: body.count) { _ in LoopbackAnswer(body: body) }.get().body == body)
    let head = try await ask(HTTPRequest("HEAD", "/"), limit: 1000) { _ in
      LoopbackAnswer([.send(LoopbackAnswer.head(200, ["Content-Length": "50000000"]))])
    }.get()
    #expect(head.body.isEmpty)
    #expect(head.header("Content-Length") == "50000000")
  }

  @Test("a client with a name keeps its limit") func namedLimit() async throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(body: Data(count: 11)) }
    let named = HTTPClient(base: server.url, limit: 10).named("books.get", RecordedNames())
    #expect(try await answer(named.send(.get("/"))).failure == .tooLarge(limit: 10))
  }

  private static let tooLargeRows: [([String: String], Int)] = [
    (["Content-Length": "50000000"], 0), (["Content-Length": "3000001"], 0), ([:], 3),
    (["Transfer-Encoding": "chunked"], 3),
  ]

  @Test(
    "an answer above the limit fails early, by its stated length or by the bytes received, and is cancelled on the wire",
    arguments: tooLargeRows)
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

  @Test("a request fails after its own timeout") func timeout() async throws {
    let began = Gate(), time = VirtualTimeScheduler(), head = LoopbackAnswer.head(200, ["Content-Length": "9"])
    let server = try LoopbackServer { _ in LoopbackAnswer([.send(head), .send(Data([1])), .open(began), .hang]) }
    let transport = HTTPClient(base: server.url, timeout: 600, on: time)
    let recorder = Recorder(transport.send(HTTPRequest("GET", "/", timeout: .seconds(5))))
    await passed(began)
    let failures = [4999, 1].map { wait in
      time.advance(by: .milliseconds(wait))
      return recorder.failure
    }
    #expect(failures == [nil, .timedOut])
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

  /// A scheduler that notes its release.
  private final class Kept: Scheduler {
    let isGone: MutableProperty<Bool>
    init(_ isGone: MutableProperty<Bool>) { self.isGone = isGone }
    deinit { isGone.value = true }

    var now: Duration { .zero }
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable { Disposable() }
  }

  @Test("a transport without owners is released when its last request ends") func dropped() async throws {
    let isGone = MutableProperty(false), server = try LoopbackServer { _ in .text("") }
    _ = try await answer(HTTPClient(base: server.url, timeout: 600, on: Kept(isGone)).send(.get("/"))).get()
    #expect(await isGone.signal.filter { $0 }.firstValue() == true)
  }
}
