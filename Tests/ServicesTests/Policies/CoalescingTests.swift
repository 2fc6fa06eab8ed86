import Dispatch
import Fixtures
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct CoalescingTests {
  private let wire = ScriptedTransport()

  @Test("equal simultaneous requests are sent once, and all get the answer or the failure; changing ones are sent each")
  func sharing() {
    let transport = wire.coalesced()
    let recorders = (0..<10).map { _ in Recorder(transport.send(.get("/a"))) }
    let other = Recorder(transport.send(.get("/b")))
    wire.answer(0, HTTPResponse(201))
    let later = (0..<3).map { _ in Recorder(transport.send(.get("/a"))) }
    #expect(wire.pending == [1, 2] && other.events.isEmpty)
    wire.fail(2, .timedOut)
    #expect(recorders.allSatisfy { $0.values.map(\.status) == [201] && $0.isCompleted })
    #expect(later.allSatisfy { $0.failure == .timedOut })
    for _ in 0..<2 { transport.send(.post("/a", .form([]))).start() }
    transport.send(.get("/a")).start()
    #expect(wire.requests.map { "\($0)" } == ["GET /a", "GET /b", "GET /a", "POST /a", "POST /a", "GET /a"])
    // An unanswered request keeps its transport.
    for number in wire.pending { wire.answer(number) }
  }

  @Test("a request continues while it has observers, and is cancelled with the last one") func disposing() {
    let transport = wire.coalesced()
    let first = Recorder(transport.send(.get("/a"))), second = Recorder(transport.send(.get("/a")))
    first.dispose()
    let joining = Recorder(transport.send(.get("/a")))
    let pending = [joining, second].map { recorder in
      defer { recorder.dispose() }
      return wire.pending
    }
    let third = Recorder(transport.send(.get("/a")))
    #expect(pending + [wire.pending] == [[0], [0], [1]])
    wire.answer(1)
    #expect(third.isCompleted && first.events.isEmpty)
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
    #expect(recorders.allSatisfy { $0.values.map(\.status) == [200] && $0.isCompleted } && wire.pending.isEmpty)
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
    #expect(bob.events.isEmpty && wire.requests.last?.headers.map(\.value) == ["Bearer Bob"])
    wire.answer(1, HTTPResponse(headers: ["X-User": "Bob"]))
    #expect([ada, bob].map { $0.values.map { $0.header("X-User") } } == [["Ada"], ["Bob"]] && bob.isCompleted)
  }
}
