import Signals
import SignalsTesting
import Testing

@Suite struct VirtualClockTests {
  @Test func sleepsAndMeasuresInVirtualTimeAndDoesNotWaitForThePast() async throws {
    let time = VirtualTimeScheduler(), clock = time.clock, start = clock.now
    let recorder = Recorder(
      Signal<Duration, any Error>(on: time) {
        try await clock.sleep(for: .seconds(3))
        return time.clock.now.offset
      })
    time.run()
    for past in [clock.now, clock.now.advanced(by: .seconds(-1))] { try await clock.sleep(until: past) }
    #expect(recorder.values == [.seconds(3)])
    #expect(time.pending == 0)
    let measured = [start.duration(to: clock.now), clock.measure { time.advance(by: .milliseconds(3)) }]
    #expect(measured == [.seconds(3), .milliseconds(3)])
    #expect(start < clock.now)
    #expect(clock.minimumResolution == .zero)
  }
}
