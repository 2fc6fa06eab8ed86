import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct AgedCacheTests {
  private let time = VirtualTimeScheduler(), wire = ScriptedTransport()

  private func ask(_ transport: some HTTPTransport, _ request: HTTPRequest) -> Recorder<HTTPResponse, ServiceFailure> {
    Recorder(transport.send(request))
  }

  @Test("an answer is reused until its age is over") func age() {
    let transport = wire.cached(for: .seconds(10), on: time)
    let first = ask(transport, .get("/a"))
    wire.answer(0, HTTPResponse(headers: ["X": "1"]))
    time.advance(by: .milliseconds(9_999))
    let second = ask(transport, .get("/a"))
    #expect(second.values == first.values && second.isCompleted)
    #expect(ask(transport, .get("/a", query: [HTTPField("page", "2")])).events.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(ask(transport, .get("/a")).events.isEmpty && wire.requests.count == 3)
  }

  @Test(
    "failures, answers other than 200 and answers with no-store are not cached",
    arguments: [
      nil, HTTPResponse(201), HTTPResponse(404), HTTPResponse(headers: ["Cache-Control": "no-store"]),
      HTTPResponse(headers: ["Cache-Control": "private, No-Store"]),
    ])
  func notCached(_ response: HTTPResponse?) {
    let transport = wire.cached(for: .seconds(10), on: time), first = ask(transport, .get("/a"))
    if let response { wire.answer(0, response) } else { wire.fail(0, .timedOut) }
    #expect(first.values.last == response && first.failure == (response == nil ? .timedOut : nil))
    #expect(ask(transport, .get("/a")).events.isEmpty)
  }

  @Test("a changing request clears the cache and keeps running requests out of it") func changes() {
    let transport = wire.cached(for: .seconds(10), on: time)
    let kept = ask(transport, .get("/a")), slow = ask(transport, .get("/b"))
    wire.answer(0)
    let change = ask(transport, .post("/a", .form([])))
    wire.answer(2)
    wire.answer(1)
    #expect(kept.isCompleted && slow.isCompleted && change.isCompleted)
    #expect(ask(transport, .get("/a")).events.isEmpty && ask(transport, .get("/b")).events.isEmpty)
  }

  @Test("a changing request clears the cache even if it fails or is cancelled")
  func endsOfChanges() {
    let ends: [@Sendable (Emitter<HTTPResponse, ServiceFailure>, Disposable) -> Void] = [
      { write, _ in write.send(HTTPResponse()) }, { write, _ in write.complete() },
      { write, _ in write.fail(.timedOut) }, { _, change in change.dispose() },
    ]
    for end in ends {
      let reads = MutableProperty(0), writing = MutableProperty<Emitter<HTTPResponse, ServiceFailure>?>(nil)
      let transport = AnyTransport { request in
        Signal { emitter in
          guard request.method == "GET" else { return writing.value = emitter }
          reads.increase()
          emitter.send(HTTPResponse())
          emitter.complete()
        }
      }.cached(for: .seconds(10), on: time)
      // The observer of the end requests the answer again at once.
      let change = transport.send(.post("/a", .form([]))).materialize().promoteFailure(to: ServiceFailure.self)
        .flatMap { _ in transport.send(.get("/a")) }.start()
      transport.send(.get("/a")).start()
      writing.value.map { end($0, change) }
      if !change.isDisposed { #expect(reads.value == 2) }
      transport.send(.get("/a")).start()
      #expect(reads.value >= 2)
      // Breaks the cycle of the observation and its emitter.
      change.dispose()
    }
  }

  @Test("a full cache drops the oldest answer") func count() {
    let cache = AgedCache<Int, Int>(age: .seconds(10), count: 2, on: time), runs = MutableProperty(0)
    func ask(_ key: Int) -> Int? {
      Recorder(cache.caching(key, Signal<Int, Never>.deferred { .just(runs.increase()) })).values.first
    }
    for key in 1...3 {
      #expect(ask(key) == key)
      time.advance(by: .seconds(1))
    }
    #expect([ask(3), ask(2), ask(1)] == [3, 2, 4])
    cache.forget(1)
    #expect(ask(1) == 5)
  }

  /// A server that answers with the name of the logged-in user.
  private struct Accounts {
    let user = MutableProperty("Ada"), asked = MutableProperty(0)
    let token: AccessToken

    init() {
      let user = user
      token = AccessToken(refresh: .deferred { .just(user.value) })
    }

    var server: some HTTPTransport {
      AnyTransport { [asked] request in
        .deferred {
          asked.increase()
          let user = request.headers.first { $0.name == "Authorization" }?.value.dropFirst("Bearer ".count) ?? ""
          return .just(HTTPResponse(body: Data(user.utf8)))
        }
      }
    }
  }

  private func name(_ transport: some HTTPTransport) -> String? {
    ask(transport, .get("/me")).values.last.map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("no user gets the answer of another: a cache around the authorization drops answers with their token")
  func users() {
    let accounts = Accounts(), token = accounts.token
    let transport = accounts.server.authorized(by: token).cached(for: .seconds(10), on: time)
    #expect(name(transport) == "Ada" && name(transport) == "Ada" && accounts.asked.value == 1)
    token.forget()
    accounts.user.value = "Bob"
    #expect(name(transport) == "Bob" && name(transport) == "Bob" && accounts.asked.value == 2)
    token.forget()
    accounts.user.value = "Ada"
    #expect(name(transport) == "Ada" && accounts.asked.value == 3)
  }

  @Test("an answer that arrives after the logout is not cached for the next user") func lateAnswer() {
    let token = AccessToken("Ada", refresh: .just("Bob"))
    let transport = wire.authorized(by: token).cached(for: .seconds(10), on: time)
    let first = ask(transport, .get("/me"))
    token.forget()
    wire.answer(0)
    #expect(first.isCompleted && ask(transport, .get("/me")).events.isEmpty && wire.requests.count == 2)
  }

  @Test("a cache below the authorization keeps the users' answers apart") func below() {
    let accounts = Accounts(), shared = accounts.server.cached(for: .seconds(10), on: time)
    let transport = shared.authorized(by: accounts.token)
    #expect(name(transport) == "Ada")
    accounts.token.forget()
    accounts.user.value = "Bob"
    #expect(name(transport) == "Bob")
  }
}
