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

  @Test("an answer of 200 is reused until its age is over; failures, other answers and no-store are not") func age() {
    let transport = wire.cached(for: .seconds(10), on: time), request = HTTPRequest.get("/a")
    let uncached: [HTTPResponse?] = [
      nil, HTTPResponse(201), HTTPResponse(404), HTTPResponse(headers: ["Cache-Control": "no-store"]),
      HTTPResponse(headers: ["Cache-Control": "private, No-Store"]),
    ]
    for (number, response) in uncached.enumerated() {
      let recorder = ask(transport, request)
      if let response { wire.answer(number, response) } else { wire.fail(number, .timedOut) }
      #expect(recorder.values.last == response && recorder.failure == (response == nil ? .timedOut : nil))
    }
    transport.send(request).start()
    wire.answer(5, HTTPResponse(headers: ["X": "1"]))
    time.advance(by: .milliseconds(9_999))
    let reused = ask(transport, request)
    #expect(reused.values == [HTTPResponse(headers: ["X": "1"])] && reused.isCompleted)
    transport.send(.get("/a", query: [HTTPField("page", "2")])).start()
    time.advance(by: .milliseconds(1))
    transport.send(request).start()
    #expect(wire.pending == [6, 7])
  }

  @Test("a changing request clears the cache and keeps running requests out of it") func changes() {
    let transport = wire.cached(for: .seconds(10), on: time)
    let kept = ask(transport, .get("/a")), slow = ask(transport, .get("/b"))
    wire.answer(0)
    let change = ask(transport, .post("/a", .form([])))
    wire.answer(2)
    wire.answer(1)
    for request in [HTTPRequest.get("/a"), .get("/b")] { transport.send(request).start() }
    #expect([kept, slow, change].allSatisfy(\.isCompleted) && wire.pending == [3, 4])
  }

  @Test("a changing request clears the cache even if it fails or is cancelled")
  func endsOfChanges() {
    let ends: [@Sendable (Emitter<HTTPResponse, ServiceFailure>, Disposable) -> Void] = [
      { write, _ in write.send(HTTPResponse()) }, { write, _ in write.complete() },
      { write, _ in write.fail(.timedOut) }, { _, change in change.dispose() },
    ]
    for (number, end) in ends.enumerated() {
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
      if number == 3 { transport.send(.get("/a")).start() }
      #expect(reads.value == 2)
      // Breaks the cycle of the observation and its emitter.
      change.dispose()
    }
  }

  @Test("a full cache drops the oldest answer") func count() {
    let cache = AgedCache<Int, Int>(age: .seconds(10), count: 2, on: time), runs = MutableProperty(0)
    func ask(_ key: Int) -> Int? {
      time.advance(by: .seconds(1))
      return Recorder(cache.caching(key, Signal<Int, Never>.deferred { .just(runs.increase()) })).values.first
    }
    #expect([1, 2, 3, 3, 2, 1].map(ask) == [1, 2, 3, 3, 2, 4])
    cache.forget(1)
    #expect(ask(1) == 5)
  }

  @Test("of answers that are kept at the same time, a full cache drops the first") func sameTime() {
    for round in 0..<20 {
      let cache = AgedCache<Int, Int>(age: .seconds(10), count: 3, on: time), runs = MutableProperty(0)
      func ask(_ key: Int) -> Int? {
        Recorder(cache.caching(key, Signal<Int, Never>.deferred { .just(runs.increase()) })).values.first
      }
      #expect([1, 2, 3, 4, 4, 3, 2, 1].map(ask) == [1, 2, 3, 4, 4, 3, 2, 5], "round \(round)")
    }
  }

  @Test(
    "no user gets the answer of another, whether the cache is around the authorization or below it",
    arguments: [true, false])
  func users(_ isAround: Bool) {
    // A server that answers with the name of the logged-in user.
    let user = MutableProperty("Ada"), asked = MutableProperty(0)
    let token = AccessToken(refresh: .deferred { .just(user.value) })
    let server = AnyTransport { request in
      .deferred {
        asked.increase()
        return .just(HTTPResponse(body: Data((request.headers.first?.value ?? "").utf8)))
      }
    }
    let around = server.authorized(by: token).cached(for: .seconds(10), on: time)
    let below = server.cached(for: .seconds(10), on: time).authorized(by: token)
    let names = ["Ada", "Ada", "Bob", "Bob", "Ada"].map { name in
      if user.value != name { token.forget() }
      user.value = name
      let answer = isAround ? ask(around, .get("/me")) : ask(below, .get("/me"))
      return "\(asked.value) " + (answer.values.last.map { String(decoding: $0.body, as: UTF8.self) } ?? "-")
    }
    let expected = ["1 Bearer Ada", "1 Bearer Ada", "2 Bearer Bob", "2 Bearer Bob"]
    // Around the authorization, the answers with a forgotten token are dropped.
    #expect(names == expected + [isAround ? "3 Bearer Ada" : "2 Bearer Ada"])
  }

  @Test("an answer that arrives after the logout is not cached for the next user") func lateAnswer() {
    let token = AccessToken("Ada", refresh: .just("Bob"))
    let transport = wire.authorized(by: token).cached(for: .seconds(10), on: time)
    let first = ask(transport, .get("/me"))
    token.forget()
    wire.answer(0)
    transport.send(.get("/me")).start()
    #expect(first.isCompleted && wire.pending == [1])
  }
}
