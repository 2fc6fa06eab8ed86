import Fixtures
import Dispatch
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct CoalescingTests {
  private let wire = ScriptedTransport()

  @Test("equal simultaneous requests are sent once, and all are answered") func sharing() {
    let transport = wire.coalesced()
    let recorders = (0..<10).map { _ in Recorder(transport.send(.get("/a"))) }
    let other = Recorder(transport.send(.get("/b")))
    #expect(wire.requests.count == 2)
    wire.answer(0, HTTPResponse(201))
    #expect(recorders.allSatisfy { $0.values.map(\.status) == [201] && $0.isCompleted })
    let later = Recorder(transport.send(.get("/a")))
    #expect(wire.requests.count == 3 && later.events.isEmpty && other.events.isEmpty)
  }

  @Test("a failure reaches all observers, and the next request is sent again") func failing() {
    let transport = wire.coalesced()
    let recorders = (0..<3).map { _ in Recorder(transport.send(.get("/a"))) }
    wire.fail(0, .timedOut)
    #expect(recorders.allSatisfy { $0.failure == .timedOut })
    _ = Recorder(transport.send(.get("/a")))
    #expect(wire.requests.count == 2)
  }

  @Test("a request continues while it has observers, and is cancelled with the last one") func disposing() {
    let transport = wire.coalesced()
    let first = Recorder(transport.send(.get("/a"))), second = Recorder(transport.send(.get("/a")))
    first.dispose()
    let joining = Recorder(transport.send(.get("/a")))
    #expect(wire.pending == [0] && wire.requests.count == 1)
    joining.dispose()
    second.dispose()
    #expect(wire.pending == [])
    let third = Recorder(transport.send(.get("/a")))
    wire.answer(1)
    #expect(third.isCompleted && first.events.isEmpty)
  }

  @Test("a changing request is sent each time") func changes() {
    let transport = wire.coalesced()
    let recorders = (0..<2).map { _ in Recorder(transport.send(.post("/a", .form([])))) }
    #expect(wire.requests.count == 2 && recorders.count == 2)
  }

  @Test("keys of any type work, and a request from inside an answer is sent again") func keys() {
    let coalescing = Coalescing<Int, Int, Never>(), runs = MutableProperty(0)
    let work = Signal<Int, Never>.deferred { .just(runs.increase()) }
    let values = Recorder(coalescing.sharing(1, work).flatMap { _ in coalescing.sharing(1, work) })
    #expect(values.values == [2] && values.isCompleted && runs.value == 2)
    #expect(Recorder(coalescing.sharing(1, work)).values == [3])
  }

  @Test("a request caused by an answer or a failure starts a new run") func polling() throws {
    let transport = wire.coalesced()
    // Bounded: an endless repetition of the same answer would hang the tests instead of failing this one.
    @Sendable func poll(_ tries: Int) -> Signal<HTTPResponse, ServiceFailure> {
      transport.send(.get("/job")).catch { _ in tries > 0 ? poll(tries - 1) : .fail(.timedOut) }
        .flatMap { $0.status == 200 || tries == 0 ? .just($0) : poll(tries - 1) }
    }
    let recorders = (0..<2).map { _ in Recorder(poll(9)) }
    wire.answer(0, HTTPResponse(202))
    try #require(wire.requests.count == 2, "the repeated requests share a run again")
    wire.fail(1, .refused(host: "a"))
    try #require(wire.requests.count == 3)
    wire.answer(2, HTTPResponse(200))
    #expect(recorders.allSatisfy { $0.values.map(\.status) == [200] && $0.isCompleted })
    #expect(wire.pending.isEmpty)
  }

  @Test("disposing an old observation does not end the run of later ones") func leaving() {
    let (more, input) = Signal<Int, Never>.pipe(), coalescing = Coalescing<Int, Int, Never>()
    let early = Recorder(coalescing.sharing(1, more))
    input.send(1)
    let late = Recorder(coalescing.sharing(1, more))
    early.dispose()
    let last = Recorder(coalescing.sharing(1, Signal<Int, Never>.just(7)))
    input.send(2)
    #expect(early.values == [1] && late.values == [2] && last.values == [2])
  }

  @Test("requests from many threads all get an answer") func threads() {
    let coalescing = Coalescing<Int, Int, Never>(), answers = MutableProperty(0)
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in
      coalescing.sharing(number % 3, Signal<Int, Never>.just(number)).observeValues { _ in answers.increase() }
    }
    #expect(answers.value == 1_000)
  }

  @Test("a request that joined a run of the previous user is answered for the current user") func users() {
    let token = AccessToken("Ada", refresh: .just("Bob"))
    let transport = wire.authorized(by: token).coalesced()
    let ada = Recorder(transport.send(.get("/me")))
    token.forget()
    let bob = Recorder(transport.send(.get("/me")))
    wire.answer(0, HTTPResponse(headers: ["X-User": "Ada"]))
    #expect(ada.values.map { $0.header("X-User") } == ["Ada"] && bob.events.isEmpty)
    #expect(wire.requests.last?.headers.map(\.value) == ["Bearer Bob"])
    wire.answer(1, HTTPResponse(headers: ["X-User": "Bob"]))
    #expect(bob.values.map { $0.header("X-User") } == ["Bob"] && bob.isCompleted)
  }
}
