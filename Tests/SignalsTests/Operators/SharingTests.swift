import Signals
import SignalsTesting
import Testing

@Suite struct SharingTests {
  private let time = VirtualTimeScheduler()
  private let starts = MutableProperty(0), ends = MutableProperty(0)

  private func counted(_ diagram: String) throws -> Letters {
    let source = try time.cold(diagram)
    return Letters.deferred { [starts] in
      starts.value += 1
      return source
    }.doFinally { [ends] in ends.value += 1 }
  }

  @Test func oneObservationServesAll() throws {
    let shared = try counted("-a-b|").share()
    let recorders = (0..<2).map { _ in Recorder(shared, on: time) }
    time.run()
    #expect(starts.value == 1)
    #expect(recorders.map(\.events) == Array(repeating: [.value("a"), .value("b"), .completed], count: 2))
  }

  @Test func aLateObserverGetsTheReplayedValues() throws {
    let shared = try counted("-abc-d|").share(replay: 2)
    let first = Recorder(shared, on: time)
    time.advance(by: .seconds(3))
    let late = Recorder(shared, on: time)
    #expect(late.values == ["b", "c"])
    time.run()
    #expect([first.values, late.values] == [["a", "b", "c", "d"], ["b", "c", "d"]])
  }

  @Test func theLastToLeaveEndsTheSourceAndClearsTheBuffer() throws {
    let shared = try counted("a-b-----").share(replay: 1)
    let first = Recorder(shared, on: time), second = Recorder(shared, on: time)
    first.dispose()
    #expect(ends.value == 0)
    second.dispose()
    #expect(ends.value == 1)
    #expect(Recorder(shared, on: time).values == ["a"] && starts.value == 2)
  }

  @Test func terminationClearsTheBufferAndANewObserverReconnects() throws {
    let shared = try counted("a|").share(replay: 1)
    for count in 1...2 {
      let recorder = Recorder(shared, on: time)
      time.run()
      #expect(recorder.events == [.value("a"), .completed] && starts.value == count)
    }
  }

  @Test func failureReachesAll() throws {
    let shared = try counted("a^").share()
    let recorders = (0..<2).map { _ in Recorder(shared, on: time) }
    time.run()
    #expect(recorders.map(\.failure) == [MarbleFailure(), MarbleFailure()])
  }

  @Test func disposingInsideTheReplayStopsIt() throws {
    let shared = try counted("-(abc)--").share(replay: 3)
    let first = Recorder(shared, on: time)
    time.advance(by: .seconds(1))
    let values = MutableProperty<[String]>([]), holder = DisposeBag()
    shared.observe { event in
      if case .value(let value) = event { values.modify { $0.append(value) } }
      holder.dispose()
    }.stored(in: holder)
    #expect(first.values == ["a", "b", "c"] && values.value.first == "a")
  }

  @Test func aSilentSourceIsNotRunAgain() {
    let runs = MutableProperty(0)
    let shared = Signal<Int, Never> { emitter in
      runs.value += 1
      emitter.send(1)
    }.share(replay: 1)
    let recorders = (0..<2).map { _ in Recorder(shared) }
    #expect(recorders.map(\.values) == [[1], [1]] && runs.value == 1)
  }

  @Test func theLastObserverThatLeavesEndsAnUnretainedSilentSource() {
    let shared = Signal<Int, Never> { _ in }.doFinally { [ends] in ends.value += 1 }.share()
    shared.merge(with: shared).start().dispose()
    Signal<Int, Never> { _ in }.doFinally { [ends] in ends.value += 1 }.share().start().dispose()
    #expect(ends.value == 2)
  }
}
