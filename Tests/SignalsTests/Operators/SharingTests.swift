import Signals
import SignalsTesting
import Testing

@Suite struct SharingTests {
  private let time = VirtualTimeScheduler()
  private let starts = MutableProperty(0), ends = MutableProperty(0)

  private func counted(_ source: Letters) -> Letters {
    Letters.deferred { [starts] in
      starts.value += 1
      return source
    }.doFinally { [ends] in ends.value += 1 }
  }

  @Test(arguments: ["-a|", "-a^"]) func oneObservationServesAllAndTheNextObserverReconnects(diagram: String) throws {
    let shared = try counted(time.cold(diagram)).share(replay: 1)
    let end: Event<String, MarbleFailure> = diagram.hasSuffix("|") ? .completed : .failed(MarbleFailure())
    for count in 1...2 {
      let recorders = (0..<2).map { _ in Recorder(shared, on: time) }
      time.run()
      #expect(recorders.map(\.events) == [[.value("a"), end], [.value("a"), end]])
      #expect(starts.value == count)
    }
  }

  @Test func aLateObserverGetsTheReplayedValuesUntilItLeaves() throws {
    let shared = try counted(time.cold("-abc-d|")).share(replay: 2), effects = MutableProperty(0)
    let first = Recorder(shared, on: time)
    time.advance(by: .seconds(3))
    let late = Recorder(shared, on: time), replayed = late.values
    let left = Recorder(shared.doValue { _ in effects.modify { $0 += 1 } }.prefix(1))
    time.run()
    #expect(
      [replayed, first.values, late.values, left.values] == [
        ["b", "c"], ["a", "b", "c", "d"], ["b", "c", "d"], ["b"],
      ])
    #expect(effects.value == 1)
  }

  @Test func theLastToLeaveEndsTheSourceAndClearsTheBuffer() throws {
    let shared = try counted(time.cold("a-b-----")).share(replay: 1)
    let recorders = (0..<2).map { _ in Recorder(shared, on: time) }
    let ended = recorders.map { recorder in
      recorder.dispose()
      return ends.value
    }
    #expect(ended == [0, 1])
    #expect(Recorder(shared, on: time).values == ["a"])
    #expect(starts.value == 2)
  }

  @Test func aSourceThatDropsItsEmitterRunsOnceAndEndsOnce() {
    let shared = counted(Letters { $0.send("a") }).share(replay: 1)
    let recorders = (0..<2).map { _ in Recorder(shared) }
    #expect(recorders.map(\.values) == [["a"], ["a"]])
    #expect(starts.value == 1)
    for recorder in recorders { recorder.dispose() }
    Signal.merge(shared, shared).start().dispose()
    #expect(ends.value == 2)
  }

  @Test(arguments: ["-ab|", "-ab^"]) func onceKeepsTheResultForLaterObservers(diagram: String) throws {
    let shared = try counted(time.cold(diagram)).share(replay: 1, once: true)
    let first = Recorder(shared, on: time)
    time.run()
    let end: Event<String, MarbleFailure> = diagram.hasSuffix("|") ? .completed : .failed(MarbleFailure())
    #expect(first.events == [.value("a"), .value("b"), end])
    #expect(Recorder(shared).events == [.value("b"), end])
    #expect(starts.value == 1)
  }

  @Test func onceOutlivesAnAbsenceOfObserversAndEndsWithTheSignal() throws {
    let (source, input) = Letters.pipe()
    var shared: Letters? = counted(source).share(replay: 2, once: true)
    shared?.prefix(1).start()
    for letter in ["a", "b", "c"] { input.send(letter) }
    let late = try #require(shared.map { Recorder($0) })
    input.send("d")
    #expect(late.values == ["b", "c", "d"])
    late.dispose()
    #expect([starts.value, ends.value] == [1, 0])
    shared = nil
    #expect(ends.value == 1)
  }

  @Test func onceEndsWithTheLastObserverIfTheSignalIsReleasedBefore() throws {
    let (source, input) = Letters.pipe()
    var shared: Letters? = counted(source).share(once: true)
    let recorder = try #require(shared.map { Recorder($0) })
    shared = nil
    input.send("a")
    #expect(recorder.values == ["a"])
    #expect(ends.value == 0)
    recorder.dispose()
    #expect(ends.value == 1)
  }

  @Test func onceStartsNothingWithoutAnObserver() {
    do { _ = counted(.just("a")).share(once: true) }
    #expect([starts.value, ends.value] == [0, 0])
  }

  @Test func anAwaitedRunOfOnceEndsWithItsLastSender() async throws {
    let shared = counted(Letters { $0.send("a") }).share(replay: 1, once: true)
    for _ in 1...2 {
      var values: [String] = []
      for try await value in shared.values() { values.append(value) }
      #expect(values == ["a"])
    }
    #expect(starts.value == 1)
  }
}
