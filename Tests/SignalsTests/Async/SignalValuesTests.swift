import Signals
import SignalsTesting
import Testing

@Suite struct SignalValuesTests {
  private typealias Failing = Signal<Int, MarbleFailure>

  private let ends = MutableProperty(0)

  @Test func eachLoopObservesAnewAndGetsAllValuesWithoutTryWhereNothingFails() async {
    let starts = MutableProperty(0)
    let values: SignalValues<Int, Never> = Signal<Int, Never>.deferred {
      starts.modify { $0 += 1 }
      return .from(1...starts.value)
    }.values()
    var loops = [[starts.value]]
    for _ in 1...2 {
      var loop: [Int] = []
      for await value in values { loop.append(value) }
      loops.append(loop)
    }
    for await value in Signal<Int, Never>.empty.values() { loops.append([value]) }
    #expect(loops == [[0], [1], [1, 2]])
  }

  @Test func valuesAreBufferedAsAskedAndTheFailureIsThrownWithItsType() async {
    let numbers = Failing.from(0..<100).concat(.fail(MarbleFailure()))
    let rows: [(SignalValues<Int, MarbleFailure>.BufferingPolicy, [Int])] = [
      (.unbounded, Array(0..<100)), (.bufferingNewest(2), [98, 99]), (.bufferingOldest(2), [0, 1]),
    ]
    for (policy, expected) in rows {
      var values: [Int] = [], failure: MarbleFailure?
      do throws(MarbleFailure) {
        for try await value in numbers.values(buffering: policy) { values.append(value) }
      } catch { failure = error }
      #expect(values == expected && failure == MarbleFailure())
    }
  }

  @Test func firstValueIsTheFirstOrNilOrTheFailure() async throws {
    let values = [try await Failing.from([1, 2]).firstValue(), try await Failing.empty.firstValue()]
    #expect(values == [1, nil])
    await #expect(throws: MarbleFailure()) { try await Failing.fail(MarbleFailure()).firstValue() }
  }

  @Test func leavingTheLoopAndTheFirstValueDisposeTheSignal() async {
    let signal = Signal<Int, Never>.from([1, 2]).concat(.never).doFinally { [ends] in ends.modify { $0 += 1 } }
    for await value in signal.values() where value == 2 { break }
    let left = ends.value, first = await signal.firstValue()
    #expect([left, first, ends.value] == [1, 1, 2])
  }

  @Test(arguments: [true, false]) func cancellingTheTaskDisposesTheSignal(isLoop: Bool) async {
    let isObserved = MutableProperty(false)
    let endless = Failing { [ends] emitter in
      emitter.disposable.add(Disposable { ends.modify { $0 += 1 } })
      isObserved.value = true
    }
    let task = Task {
      do {
        guard isLoop else { return "\(String(describing: try await endless.firstValue()))" }
        for try await _ in endless.values() { return "a value" }
        return "the loop ended"
      } catch { return "\(error)" }
    }
    _ = await isObserved.signal.filter { $0 }.firstValue()
    task.cancel()
    #expect(await task.value == (isLoop ? "the loop ended" : "CancellationError()") && ends.value == 1)
  }
}
