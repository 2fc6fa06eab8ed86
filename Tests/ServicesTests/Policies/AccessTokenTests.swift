import Dispatch
import Fixtures
import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct AccessTokenTests {
  private let wire = ScriptedTransport()
  private let refreshes = MutableProperty<[Emitter<String, ServiceFailure>]>([])

  private func token(_ token: String?) -> AccessToken {
    AccessToken(token, refresh: Signal { [refreshes] emitter in refreshes.modify { $0.append(emitter) } })
  }

  private func transport(_ token: String?) -> some HTTPTransport { wire.authorized(by: self.token(token)) }

  /// The `Authorization` headers of the sent requests.
  private var sent: [String] {
    wire.requests.map {
      $0.headers.filter { $0.name.lowercased() == "authorization" }.map(\.value).joined(separator: ",")
    }
  }

  private func statuses(_ recorders: Recorder<HTTPResponse, ServiceFailure>...) -> [Int?] {
    recorders.map { $0.isCompleted && $0.values.count == 1 ? $0.values[0].status : nil }
  }

  @Test(
    "requests carry the token instead of their own; a missing one is fetched first, a rejected one is replaced once")
  func carrying() {
    let old = transport("old")
    let valid = Recorder(old.send(.get("/", headers: [HTTPField("authorization", "mine")])))
    wire.answer(0, HTTPResponse(403))
    #expect(refreshes.value.isEmpty)
    let rejected = Recorder(old.send(.get("/")))
    wire.answer(1, HTTPResponse(401))
    refreshes.value[0].send("new")
    wire.answer(2, HTTPResponse(401))
    let first = Recorder(transport(nil).send(.get("/")))
    #expect(wire.requests.count == 3)
    #expect(refreshes.value.count == 2)
    refreshes.value[1].send("first")
    wire.answer(3)
    #expect(statuses(valid, rejected, first) == [403, 401, 200])
    #expect(sent == ["old", "old", "new", "first"].map { "Bearer \($0)" })
  }

  @Test("an expired token is refreshed once for all requests, also late ones, which are sent again with the new one")
  func refreshing() {
    let transport = transport("old")
    let recorders = (0..<20).map { Recorder(transport.send(.get("/\($0)"))) }
    for number in 0..<19 { wire.answer(number, HTTPResponse(401)) }
    #expect(refreshes.value.count == 1)
    #expect(wire.requests.count == 20)
    refreshes.value[0].send("new")
    wire.answer(19, HTTPResponse(401))
    for number in 20..<wire.requests.count { wire.answer(number) }
    #expect(refreshes.value.count == 1)
    #expect(sent.dropFirst(20) == Array(repeating: "Bearer new", count: 20)[...])
    #expect(recorders.allSatisfy { statuses($0) == [200] })
  }

  @Test("all waiting requests fail with a refresh, or if it gives no token", arguments: [0, 1, 2])
  func failing(_ way: Int) {
    let transport = transport("old"), recorders = (0..<2).map { _ in Recorder(transport.send(.get("/"))) }
    for number in wire.pending { wire.answer(number, HTTPResponse(401)) }
    let empty = ServiceFailure.unsendable("the refresh gave no new token"), failure = way == 0 ? .timedOut : empty
    switch way {
    case 0: refreshes.value[0].fail(.timedOut)
    case 1: refreshes.value[0].complete()
    default: refreshes.value = []  // its sender is released
    }
    #expect(recorders.map(\.failure) == [failure, failure])
  }

  @Test("a refresh goes on when no request waits, and its token is kept") func abandoning() {
    let transport = transport("old"), first = Recorder(transport.send(.get("/")))
    wire.answer(0, HTTPResponse(401))
    first.dispose()
    #expect(!refreshes.value[0].isDisposed)
    let second = Recorder(transport.send(.get("/")))
    wire.answer(1, HTTPResponse(401))
    second.dispose()
    refreshes.value[0].send("new")
    let third = Recorder(transport.send(.get("/")))
    wire.answer(2)
    #expect(statuses(third) == [200])
    #expect(sent == ["old", "old", "new"].map { "Bearer \($0)" })
    #expect(refreshes.value.count == 1)
  }

  /// The failure of a refresh that uses its own authorised transport.
  private static let circle = ServiceFailure.unsendable(
    "the refresh of an access token uses the transport that the token authorises, and would wait for itself; send it "
      + "with the transport inside authorized(by:)")

  @Test(
    "a refresh through its own authorised transport fails with the remedy", arguments: [nil, "old"], [false, true])
  func circle(_ first: String?, _ isInTask: Bool) async throws {
    let api = MutableProperty<AnyTransport?>(nil)
    let server = AnyTransport { _ in .just(HTTPResponse(401)) }
    let call = HTTPRequest.post("/refresh", .form([])).decoding(String.self)
    let refresh = Signal<String, ServiceFailure>.deferred { api.value?.call(call) ?? .empty }
    let inTask = Signal { () async throws(ServiceFailure) -> String in
      do { return try await refresh.firstValue() ?? "" } catch { throw error as? ServiceFailure ?? .cancelled }
    }
    let authorized = server.authorized(by: AccessToken(first, refresh: isInTask ? inTask : refresh))
    api.value = AnyTransport { authorized.send($0) }
    defer { api.value = nil }  // breaks the circle, also of memory
    #expect(try await answer(authorized.send(.get("/"))).failure == Self.circle)
  }

  @Test("a refresh that waits for itself on another queue ends with its timeout") func circleElsewhere() {
    let api = MutableProperty<AnyTransport?>(nil), clock = VirtualTimeScheduler()
    let refresh = Signal<Void, ServiceFailure>.just(()).delay(.seconds(1), on: clock).flatMap {
      api.value?.call(HTTPRequest.get("/refresh").decoding(String.self)) ?? .empty
    }.timeout(.seconds(9), failingWith: .timedOut, on: clock)
    let authorized = wire.authorized(by: AccessToken(refresh: refresh))
    api.value = AnyTransport { authorized.send($0) }
    defer { api.value = nil }  // breaks the circle, also of memory
    let recorder = Recorder(authorized.send(.get("/")))
    clock.advance(by: .seconds(8))
    #expect(recorder.events.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(recorder.failure == .timedOut)
    #expect(wire.requests.isEmpty)
  }

  @Test("the token is not sent to the server of another URL than the base URL") func otherServer() async throws {
    let seen = MutableProperty<[String?]>([])
    @Sendable func answering(_ request: LoopbackRequest) -> LoopbackAnswer {
      seen.modify { $0 += [request.header("Authorization"), request.header("X-Key")] }
      return .text("")
    }
    let server = try LoopbackServer(answering), other = try LoopbackServer(answering)
    let transport = HTTPClient(base: server.url, timeout: 600).authorized(by: AccessToken("abc", refresh: .empty))
    for url in [server.url, other.url] {
      _ = try await answer(transport.send(.get(.url(url), headers: [HTTPField("X-Key", "def", .secret)]))).get()
    }
    #expect(seen.value == ["Bearer abc", "def", nil, "def"])
  }

  @Test("a 401 of another server refreshes no token", arguments: [nil, "abc"], [false, true])
  func foreignAnswer(_ first: String?, _ isRedirected: Bool) async throws {
    let seen = MutableProperty<[String?]>([]), count = MutableProperty(0)
    let other = try LoopbackServer { request in
      seen.modify { $0.append(request.header("Authorization")) }
      return .text("who are you?", status: 401)
    }
    let base = try LoopbackServer { _ in .redirect(to: other.url.absoluteString) }
    let refresh = Signal<String, ServiceFailure>.deferred {
      count.increase()
      return .just("new")
    }
    let transport = HTTPClient(base: base.url, timeout: 600).authorized(by: AccessToken(first, refresh: refresh))
    let response = try await answer(transport.send(.get(isRedirected ? "/" : .url(other.url)))).get()
    #expect(response.status == 401)
    #expect(response == HTTPResponse(401, headers: response.headers, body: response.body))
    #expect(seen.value == [nil])
    // Without a token, the request to the server of the base URL needs one before it is redirected.
    #expect(count.value == (isRedirected && first == nil ? 1 : 0))
  }

  @Test("a missing token is fetched for a whole URL after a 401", arguments: [401, 200])
  func missingForURL(_ status: Int) async throws {
    let seen = MutableProperty<[String?]>([])
    let server = try LoopbackServer { request in
      let token = request.header("Authorization")
      seen.modify { $0.append(token) }
      return .text("", status: token == nil ? status : 200)
    }
    let transport = HTTPClient(base: server.url, timeout: 600).authorized(by: AccessToken(refresh: .just("new")))
    #expect(try await answer(transport.send(.get(.url(server.url)))).get().status == 200)
    #expect(seen.value == (status == 401 ? [nil, "Bearer new"] : [nil]))
  }

  @Test("requests that wait for a refresh may send others when they are answered", arguments: [false, true])
  func afterwards(_ isInTask: Bool) async throws {
    let server = AnyTransport { request in
      .just(HTTPResponse(request.headers.contains { $0.value == "Bearer new" } ? 200 : 401))
    }
    let refresh = isInTask ? Signal<String, ServiceFailure> { "new" } : .just("new")
    let transport = server.authorized(by: AccessToken(refresh: refresh))
    let second = transport.send(.get("/1")).flatMap { _ in transport.send(.get("/2")) }
    #expect(try await answer(second).get().status == 200)
  }

  @Test(
    "a token that is forgotten during its refresh stays forgotten; the waiting requests are answered",
    arguments: [true, false])
  func forgetting(_ isAskedMeanwhile: Bool) {
    let token = token("old"), transport = wire.authorized(by: token)
    let waiting = Recorder(transport.send(.get("/")))
    wire.answer(0, HTTPResponse(401))
    token.forget()
    var next: Recorder<HTTPResponse, ServiceFailure>?
    if isAskedMeanwhile { next = Recorder(transport.send(.get("/"))) }
    refreshes.value[0].send("of before")
    wire.answer(1)
    let later = next ?? Recorder(transport.send(.get("/")))
    #expect(statuses(waiting) == [200])
    #expect(sent == ["Bearer old", "Bearer of before"])
    #expect(refreshes.value.count == 2, "an old refresh does not serve later requests")
    refreshes.value.last?.send("new")
    wire.answer(2)
    let last = Recorder(transport.send(.get("/")))
    wire.answer(3)
    #expect(statuses(later, last) == [200, 200])
    #expect(sent.dropFirst(2) == ["Bearer new", "Bearer new"])
    #expect(refreshes.value.count == 2)
  }

  @Test("a request that arrives as a refresh ends starts no second one") func racing() {
    for round in 0..<500 {
      let count = MutableProperty(0), answers = MutableProperty<[Int]>([])
      let refresh = Signal<String, ServiceFailure>.deferred {
        count.increase()
        return .just("new")
      }
      let server = AnyTransport { request in
        .just(HTTPResponse(request.headers.contains { $0.value == "Bearer new" } ? 200 : 401))
      }
      let transport = server.authorized(by: AccessToken("old", refresh: refresh))
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        transport.send(.get("/")).doValue { answer in answers.modify { $0.append(answer.status) } }.start()
      }
      #expect(count.value == 1, "round \(round)")
      #expect(answers.value == Array(repeating: 200, count: 8), "round \(round)")
    }
  }

  @Test("a request that is sent again from the failure of a refresh starts a new one") func sendingAgain() {
    let transport = transport(nil)
    let recorder = Recorder(transport.send(.get("/")).catch { _ in transport.send(.get("/")) })
    refreshes.value[0].fail(.timedOut)
    #expect(refreshes.value.count == 2)
    refreshes.value.last?.send("new")
    wire.answer(0)
    #expect(statuses(recorder) == [200])
  }

  @Test("a token is released with its transport, also after a failed refresh") func releasing() {
    weak var released: AccessToken?
    do {
      let token = token(nil)
      released = token
      let recorder = Recorder(wire.authorized(by: token).send(.get("/")))
      refreshes.value[0].fail(.timedOut)
      #expect(recorder.failure == .timedOut)
    }
    #expect(released == nil)
  }

  @Test("no failure's text contains the token") func secrecy() {
    let transport = transport("topsecret")
    let recorder = Recorder(transport.call(HTTPRequest.get("/").decoding(String.self)))
    wire.answer(0, HTTPResponse(403, body: Data("bad token topsecret".utf8)))
    let refreshed = Recorder(transport.call(HTTPRequest.get("/").decoding([Int].self)))
    wire.answer(1, HTTPResponse(401))
    refreshes.value[0].send("newsecret")
    wire.answer(2, HTTPResponse(body: Data("newsecret".utf8)))
    let failures = [recorder.failure, refreshed.failure]
    #expect(
      failures.map { $0?.description } == [
        "the server answered 403.", "the server's answer cannot be read: the answer is not valid JSON.",
      ])
    #expect(!"\(failures) \(wire.requests) \(wire.requests.map(\.headers))".contains("secret"))
  }
}
