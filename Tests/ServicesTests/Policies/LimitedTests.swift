import Dispatch
import Effort
import Fixtures
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct LimitedTests {
  private let wire = ScriptedTransport()

  @Test("at most the limit of requests run; the others follow in order, without those that are disposed") func limit() {
    let transport = wire.limited(to: 2)
    let recorders = (0..<6).map { Recorder(transport.send(.get("/\($0)"))) }
    #expect(wire.pending == [0, 1])
    recorders[2].dispose()
    wire.answer(1)
    wire.fail(0, .timedOut)
    recorders[3].dispose()
    #expect(wire.pending == [3, 4])
    #expect("\(wire.requests)" == "[GET /0, GET /1, GET /3, GET /4, GET /5]")
    for number in 3...4 { wire.answer(number) }
    #expect(recorders.map(\.values.count) == [0, 1, 0, 0, 1, 1] && recorders[0].failure == .timedOut)
  }

  @Test("tens of thousands of requests that end at once need no more stack than one") func stack() {
    let many = Effort.runs(short: 20_000, full: 20_000, all: 100_000)
    let count = MutableProperty(0), (gate, input) = Signal<HTTPResponse, ServiceFailure>.pipe()
    let transport = AnyTransport { $0.method == "PUT" ? gate : .just(HTTPResponse()) }.limited(to: 1)
    transport.send(HTTPRequest("PUT", "/")).start()
    for _ in 0..<many { transport.send(.get("/")).doValue { _ in count.increase() }.start() }
    #expect(count.value == 0)
    input.complete()
    #expect(count.value == many)
  }

  @Test("from many threads, all requests run, and never more than the limit") func threads() {
    // The running requests, the most at one time, and those that ended.
    let state = MutableProperty([0, 0, 0]), (gate, input) = Signal<HTTPResponse, ServiceFailure>.pipe()
    @Sendable func end() { state.modify { $0 = [$0[0] - 1, $0[1], $0[2] + 1] } }
    let transport = AnyTransport { request in
      .deferred {
        state.modify { $0 = [$0[0] + 1, max($0[1], $0[0] + 1), $0[2]] }
        return request.method == "PUT" ? gate.doCompleted(end) : .just(HTTPResponse()).doFinally(end)
      }
    }.limited(to: 3)
    // The first three are held, so only these three run.
    DispatchQueue.concurrentPerform(iterations: 8) { _ in transport.send(HTTPRequest("PUT", "/")).start() }
    #expect(state.value == [3, 3, 0])
    input.complete()
    #expect(state.value == [0, 3, 8])
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in
      let observation = transport.send(.get("/")).start()
      if number.isMultiple(of: 7) { observation.dispose() }
    }
    #expect(Array(state.value[..<2]) == [0, 3] && state.value[2] > 800)
  }
}
