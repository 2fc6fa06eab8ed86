import Signals
import SignalsTesting
import Testing

@Suite struct SignalValuesTests {
  @Test func allOfThemAreGivenAndWithoutTryWhereNothingFails() async {
    for numbers in [[1, 2, 3], []] {
      var values: [Int] = []
      for await value in Signal<Int, Never>.from(numbers).values() { values.append(value) }
      #expect(values == numbers)
    }
  }

  @Test func theFailureIsThrownWithItsType() async {
    var values: [Int] = []
    do throws(MarbleFailure) {
      for try await value in Signal<Int, MarbleFailure>.just(1).concat(.fail(MarbleFailure())).values() {
        values.append(value)
      }
      Issue.record("the failure is missing")
    } catch {
      #expect(error == MarbleFailure())
    }
    #expect(values == [1])
  }

  @Test func nothingIsObservedBeforeTheLoopAndEachLoopObservesAnew() async {
    let starts = MutableProperty(0)
    let signal = Signal<Int, Never>.deferred {
      starts.modify { $0 += 1 }
      return .just(starts.value)
    }
    let values: SignalValues<Int, Never> = signal.values()
    #expect(starts.value == 0)
    for expected in 1...2 { for await value in values { #expect(value == expected) } }
    #expect(starts.value == 2)
  }

  @Test func valuesAreBufferedAsAskedAndTheFailureIsNeverDropped() async {
    var values: [Int] = []
    for await value in Signal<Int, Never>.from(0..<100).values(buffering: .bufferingNewest(2)) { values.append(value) }
    #expect(values == [98, 99])
    var oldest: [Int] = []
    await #expect(throws: MarbleFailure()) {
      let failing = Signal<Int, MarbleFailure>.from(0..<100).concat(.fail(MarbleFailure()))
      for try await value in failing.values(buffering: .bufferingOldest(2)) { oldest.append(value) }
    }
    #expect(oldest == [0, 1])
  }

  @Test func leavingTheLoopDisposesTheSignal() async {
    let ends = MutableProperty(0)
    let signal = Signal<Int, Never>.from([1, 2]).concat(.never).doFinally { ends.value += 1 }
    for await value in signal.values() where value == 2 { break }
    #expect(ends.value == 1)
  }

  // MARK: The first value

  @Test func firstValueIsTheFirstOrNilOrTheFailure() async throws {
    let signals = [Signal<Int, MarbleFailure>.from([1, 2]), .empty]
    for (signal, first) in zip(signals, [1, nil]) { #expect(try await signal.firstValue() == first) }
    await #expect(throws: MarbleFailure()) { try await Signal<Int, MarbleFailure>.fail(MarbleFailure()).firstValue() }
  }

  @Test func firstValueDisposesTheRest() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let ends = MutableProperty(0)
    _ = await Signal<Int, Never>.just(1).merge(with: signal).doFinally { ends.value += 1 }.firstValue()
    #expect(ends.value == 1)
    withExtendedLifetime(input) {}
  }

  @Test(arguments: [true, false]) func cancellingTheTaskDisposesTheSignal(isLoop: Bool) async throws {
    let isObserved = MutableProperty(false), disposals = MutableProperty(0)
    let endless = Signal<Int, MarbleFailure> { emitter in
      emitter.disposable.add(Disposable { disposals.value += 1 })
      isObserved.value = true
    }
    let task = Task {
      guard isLoop else { return try await endless.firstValue() == nil }
      for try await _ in endless.values() { return false }
      return true
    }
    _ = await isObserved.signal.filter { $0 }.firstValue()
    task.cancel()
    if isLoop {
      #expect(try await task.value, "the loop ends")
    } else {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(disposals.value == 1)
  }
}
