import Fixtures
import Dispatch
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct ConcurrencyLimitTests {
  private let wire = ScriptedTransport()

  @Test("at most the limit of signals run; the others follow in order") func limit() {
    let transport = wire.limited(to: 2)
    let recorders = (0..<5).map { Recorder(transport.send(.get("/\($0)"))) }
    #expect(wire.requests.map { "\($0)" } == ["GET /0", "GET /1"])
    wire.answer(1)
    wire.fail(0, .timedOut)
    #expect(wire.requests.map { "\($0)" } == ["GET /0", "GET /1", "GET /2", "GET /3"] && wire.pending == [2, 3])
    wire.answer(2)
    wire.answer(3)
    wire.answer(4)
    #expect(recorders.map(\.values.count) == [0, 1, 1, 1, 1] && recorders[0].failure == .timedOut)
  }

  @Test("a signal disposed while waiting is skipped, and one disposed while running frees its place") func disposing() {
    let transport = wire.limited(to: 1)
    let recorders = (0..<4).map { Recorder(transport.send(.get("/\($0)"))) }
    recorders[1].dispose()
    recorders[0].dispose()
    #expect(wire.requests.map { "\($0)" } == ["GET /0", "GET /2"])
    recorders[2].dispose()
    recorders[3].dispose()
    #expect(wire.pending.isEmpty)
    let last = Recorder(transport.send(.get("/last")))
    wire.answer(3)
    #expect(last.isCompleted)
  }

  @Test("a hundred thousand signals that end at once need no more stack than one") func stack() {
    let limit = ConcurrencyLimit(1), count = MutableProperty(0), (gate, input) = Signal<Int, Never>.pipe()
    limit.limiting(gate).start()
    for _ in 0..<100_000 {
      limit.limiting(Signal<Int, Never>.just(1)).observeValues { one in count.modify { $0 += one } }
    }
    #expect(count.value == 0)
    input.complete()
    #expect(count.value == 100_000)
  }

  @Test("from many threads, all signals run, and never more than the limit") func threads() {
    let limit = ConcurrencyLimit(3), state = MutableProperty((running: 0, most: 0, done: 0))
    let (gate, input) = Signal<Int, Never>.pipe()
    @Sendable func begin() {
      state.modify {
        $0.running += 1
        $0.most = max($0.most, $0.running)
      }
    }
    // The first three are held, so only these three run.
    let held = Signal<Int, Never>.deferred {
      begin()
      return gate
    }.doCompleted { state.modify { $0.running -= 1 } }
    DispatchQueue.concurrentPerform(iterations: 8) { _ in limit.limiting(held).start() }
    #expect(state.value.running == 3)
    input.complete()
    #expect(state.value.running == 0 && state.value.most == 3)
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in
      let work = Signal<Int, Never>.deferred {
        begin()
        return .just(number)
      }.doFinally {
        state.modify {
          $0.running -= 1
          $0.done += 1
        }
      }
      let observation = limit.limiting(work).start()
      if number.isMultiple(of: 7) { observation.dispose() }
    }
    #expect(state.value.running == 0 && state.value.most == 3 && state.value.done > 800)
  }
}
