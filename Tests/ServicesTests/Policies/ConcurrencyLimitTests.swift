import Dispatch
import Effort
import Fixtures
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct ConcurrencyLimitTests {
  private let wire = ScriptedTransport()

  @Test("at most the limit of signals run; the others follow in order, without those that are disposed") func limit() {
    let transport = wire.limited(to: 2)
    let recorders = (0..<6).map { Recorder(transport.send(.get("/\($0)"))) }
    #expect(wire.pending == [0, 1])
    recorders[2].dispose()
    wire.answer(1)
    wire.fail(0, .timedOut)
    recorders[3].dispose()
    #expect(wire.pending == [3, 4] && "\(wire.requests)" == "[GET /0, GET /1, GET /3, GET /4, GET /5]")
    for number in 3...4 { wire.answer(number) }
    #expect(recorders.map(\.values.count) == [0, 1, 0, 0, 1, 1] && recorders[0].failure == .timedOut)
  }

  @Test("tens of thousands of signals that end at once need no more stack than one") func stack() {
    let many = Effort.runs(short: 20_000, full: 20_000, all: 100_000)
    let limit = ConcurrencyLimit(1), count = MutableProperty(0), (gate, input) = Signal<Int, Never>.pipe()
    limit.limiting(gate).start()
    for _ in 0..<many {
      limit.limiting(Signal<Int, Never>.just(1)).observeValues { one in count.modify { $0 += one } }
    }
    #expect(count.value == 0)
    input.complete()
    #expect(count.value == many)
  }

  @Test("from many threads, all signals run, and never more than the limit") func threads() {
    // The running signals, the most at one time, and those that ended.
    let limit = ConcurrencyLimit(3), state = MutableProperty([0, 0, 0])
    let (gate, input) = Signal<Int, Never>.pipe()
    @Sendable func begin() { state.modify { $0 = [$0[0] + 1, max($0[1], $0[0] + 1), $0[2]] } }
    @Sendable func end() { state.modify { $0 = [$0[0] - 1, $0[1], $0[2] + 1] } }
    @Sendable func counting(_ signal: Signal<Int, Never>) -> Signal<Int, Never> {
      .deferred {
        begin()
        return signal
      }
    }
    // The first three are held, so only these three run.
    let held = counting(gate).doCompleted(end)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in limit.limiting(held).start() }
    #expect(state.value == [3, 3, 0])
    input.complete()
    #expect(state.value == [0, 3, 8])
    DispatchQueue.concurrentPerform(iterations: 1_000) { number in
      let observation = limit.limiting(counting(.just(number)).doFinally(end)).start()
      if number.isMultiple(of: 7) { observation.dispose() }
    }
    #expect(Array(state.value[..<2]) == [0, 3] && state.value[2] > 800)
  }
}
