import Fixtures
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct TimingOutTests {
  private let time = VirtualTimeScheduler(), wire = ScriptedTransport()

  @Test("a request that exceeds the timeout fails and is cancelled; another is answered") func timeout() {
    let transport = wire.timingOut(after: .seconds(2), on: time)
    let slow = Recorder(transport.send(.get("/slow"))), fast = Recorder(transport.send(.get("/fast")))
    time.advance(by: .milliseconds(1_999))
    wire.answer(1)
    #expect(slow.events.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(slow.failure == .timedOut && fast.values.count == 1 && fast.isCompleted)
    #expect(wire.pending.isEmpty && time.pending == 0)
  }

  @Test("a request's own timeout applies to one attempt") func ownTimeout() {
    let transport = wire.timingOutTries(after: .seconds(2), on: time)
    let patient = Recorder(transport.send(HTTPRequest("GET", "/", timeout: .seconds(9))), on: time)
    let other = Recorder(transport.send(.get("/")), on: time)
    time.advance(by: .seconds(10))
    #expect(patient.entries.map(\.time) == [.seconds(9)] && patient.failure == .timedOut)
    #expect(other.entries.map(\.time) == [.seconds(2)])
  }

  @Test("the timeout of all attempts is independent of the request's own", arguments: [1, 60])
  func overall(_ seconds: Int) {
    let transport = wire.timingOut(after: .seconds(5), on: time)
    let recorder = Recorder(transport.send(HTTPRequest("GET", "/", timeout: .seconds(seconds))), on: time)
    time.advance(by: .seconds(100))
    #expect(recorder.entries.map(\.time) == [.seconds(5)])
  }
}
