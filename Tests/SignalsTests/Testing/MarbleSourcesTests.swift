import Signals
import SignalsTesting
import Testing

@Suite struct MarbleSourcesTests {
  private let time = VirtualTimeScheduler()

  @Test func aColdSourceCountsFromItsObservationAndAHotOneFromItsCreation() throws {
    let sources = [try time.cold("a-b|"), try time.hot("a-b|")]
    time.advance(by: .seconds(1))
    let recorders = sources.map { Recorder($0, on: time) }
    time.run()
    #expect(
      recorders.map { $0.entries.map { "\($0.time.components.seconds) \($0.event.value ?? "|")" } } == [
        ["1 a", "3 b", "4 |"], ["2 b", "3 |"],
      ])
  }

  @Test func lettersAndTheFailureStandForTheGivenValues() throws {
    struct Boom: Error, Equatable {}
    let legend: [Character: Int] = ["1": 10, "2": 20]
    let sources = [
      try time.cold("1-2^", legend, failure: Boom(), tick: .milliseconds(1)),
      try time.hot("1-2^", legend, failure: Boom()),
    ]
    let recorders = sources.map { Recorder($0, on: time) }
    time.run()
    #expect(recorders.map(\.events) == Array(repeating: [.value(10), .value(20), .failed(Boom())], count: 2))
  }

  @Test func aRecorderEndsItsObservationWhenItGoesOrIsDisposed() {
    let ends = MutableProperty(0), signal = Signal<Int, Never>.never.doFinally { ends.modify { $0 += 1 } }
    do { _ = Recorder(signal) }
    let recorder = Recorder(signal)
    recorder.dispose()
    #expect(withExtendedLifetime(recorder) { ends.value } == 2)
  }
}
