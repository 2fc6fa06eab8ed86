import Services
import Signals
import SignalsTesting
import Testing

@Suite struct TimingOutTests {
  private let time = VirtualTimeScheduler(), wire = ScriptedTransport()

  @Test("what takes too long fails, and is cancelled; what does not is an answer") func timeout() {
    let transport = wire.timingOut(after: .seconds(2), on: time)
    let slow = Recorder(transport.send(.get("/slow"))), fast = Recorder(transport.send(.get("/fast")))
    time.advance(by: .milliseconds(1_999))
    wire.answer(1)
    #expect(slow.events.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(slow.failure == .timedOut)
    #expect(fast.values.count == 1 && fast.isCompleted)
    #expect(wire.pending.isEmpty && time.pending == 0)
  }

  @Test("a request's own timeout counts") func ownTimeout() {
    let transport = wire.timingOut(after: .seconds(2), on: time)
    var request = HTTPRequest.get("/")
    request.timeout = .seconds(9)
    let recorder = Recorder(transport.send(request), on: time)
    time.advance(by: .seconds(10))
    #expect(recorder.entries.map(\.time) == [.seconds(9)])
  }
}
