import Fixtures
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct TimingOutTests {
  private let time = VirtualTimeScheduler(), wire = ScriptedTransport()

  @Test("a request that exceeds the timeout fails and is cancelled; another is answered") func timeout() {
    let transport = wire.timingOut(after: .seconds(2), on: time)
    let slow = Recorder(transport.send(.get("/slow")), on: time), fast = Recorder(transport.send(.get("/fast")))
    time.advance(by: .milliseconds(1_999))
    wire.answer(1)
    time.advance(by: .seconds(9))
    #expect(slow.entries.map(\.time) == [.seconds(2)] && slow.failure == .timedOut)
    #expect(fast.values.count == 1 && fast.isCompleted && wire.pending.isEmpty && time.pending == 0)
  }

  @Test("a request's own timeout applies to one attempt, and not to all of them") func ownTimeout() {
    let each = wire.timingOutTries(after: .seconds(2), on: time), all = wire.timingOut(after: .seconds(5), on: time)
    let times = [nil, 1, 9].map { seconds -> [[Duration]] in
      let request = HTTPRequest("GET", "/", timeout: seconds.map { .seconds($0) })
      let recorders = [Recorder(each.send(request), on: time), Recorder(all.send(request), on: time)]
      let start = time.now
      time.advance(by: .seconds(100))
      return recorders.map { $0.entries.map { $0.time - start } }
    }
    #expect(times == [2, 1, 9].map { [[.seconds($0)], [.seconds(5)]] })
  }
}
