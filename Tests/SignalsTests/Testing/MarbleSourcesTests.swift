import Signals
import SignalsTesting
import Testing

@Suite struct MarbleSourcesTests {
  private let time = VirtualTimeScheduler()

  @Test func aColdSourceCountsFromItsObservation() throws {
    let source = try time.cold("a-b|")
    time.advance(by: .seconds(5))
    let recorder = Recorder(source, on: time)
    #expect(recorder.values == ["a"])
    time.run()
    #expect(recorder.entries.map(\.time) == [.seconds(5), .seconds(7), .seconds(8)])
  }

  @Test func aHotSourceCountsFromItsCreation() throws {
    let source = try time.hot("a-b|")
    time.advance(by: .seconds(1))
    let recorder = Recorder(source, on: time)
    time.run()
    #expect(recorder.events == [.value("b"), .completed])
    #expect(recorder.entries.map(\.time) == [.seconds(2), .seconds(3)])
  }

  @Test func lettersStandForTheGivenValues() throws {
    struct Boom: Error, Equatable {}
    let cold = Recorder(try time.cold("1-2^", ["1": 10, "2": 20], failure: Boom(), tick: .milliseconds(1)), on: time)
    let hot = Recorder(try time.hot("1|", ["1": 10], failure: Boom()), on: time)
    time.run()
    #expect(cold.events == [.value(10), .value(20), .failed(Boom())])
    #expect(hot.events == [.value(10), .completed])
  }

  @Test func aLetterThatStandsForNothingIsNamed() {
    let unknown = #expect(throws: MarbleLegendError.self) {
      try time.cold("ax|", ["a": 1], failure: MarbleFailure())
    }
    #expect(unknown?.description == "ax|: no value was given for 'x'")
    let disposal = #expect(throws: MarbleLegendError.self) { try time.hot("a!") }
    #expect(disposal?.description == "a!: '!' disposes an observation, so it cannot be in a source")
  }
}
