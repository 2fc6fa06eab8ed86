import Fixtures
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct TimingOutTests {
  private let time = VirtualTimeScheduler(), wire = ScriptedTransport()

  @Test("a request that exceeds its own timeout, or that of all attempts, fails and is cancelled") func timeouts() {
    let each = wire.timingOutTries(after: .seconds(2), on: time), all = wire.timingOut(after: .seconds(5), on: time)
    let times = [nil, 1, 9].map { seconds -> [[Duration]] in
      let request = HTTPRequest("GET", "/", timeout: seconds.map { .seconds($0) })
      let recorders = [Recorder(each.send(request), on: time), Recorder(all.send(request), on: time)]
      let start = time.now
      time.advance(by: .seconds(100))
      return recorders.map { $0.failure == .timedOut ? $0.entries.map { $0.time - start } : [] }
    }
    #expect(times == [2, 1, 9].map { [[.seconds($0)], [.seconds(5)]] })
    #expect(wire.pending.isEmpty)
  }
}
