import Fixtures
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct HTTPTransportTests {
  @Test("a request that takes too long fails and is cancelled, whatever its own timeout", arguments: [nil, 1, 9])
  func timeouts(_ own: Int?) {
    let time = VirtualTimeScheduler(), wire = ScriptedTransport()
    let request = HTTPRequest("GET", "/", timeout: own.map { .seconds($0) })
    let recorder = Recorder(wire.timingOut(after: .seconds(5), on: time).send(request), on: time)
    time.advance(by: .seconds(100))
    #expect(recorder.failure == .timedOut)
    #expect(recorder.entries.map(\.time) == [.seconds(5)])
    #expect(wire.pending.isEmpty)
  }
}
