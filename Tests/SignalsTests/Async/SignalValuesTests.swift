import Signals
import SignalsTesting
import Testing

@Suite struct SignalValuesTests {
  @Test func allOfThemAreGivenAndWithoutTryWhereNothingFails() async {
    var values: [Int] = []
    for await value in Signal<Int, Never>.from([1, 2, 3]).values() { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test func anEmptySignalGivesNone() async {
    for await _ in Signal<Int, Never>.empty.values() { Issue.record("there is no value") }
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
    let values = signal.values()
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

  @Test func cancellingTheTaskDisposesTheSignalAndEndsTheLoop() async {
    let isObserved = MutableProperty(false), disposals = MutableProperty(0)
    let endless = Signal<Int, Never> { emitter in
      emitter.disposable.add(Disposable { disposals.value += 1 })
      isObserved.value = true
    }
    let task = Task { for await _ in endless.values() { Issue.record("there is no value") } }
    _ = await isObserved.signal.filter { $0 }.firstValue()
    task.cancel()
    await task.value
    #expect(disposals.value == 1)
  }

  @Test func theValuesAfterTheFirstLeadToTheNext() async {
    let values = Signal<Int, Never>.from(1...5).values().filter { $0 > 2 }.map { $0 * 10 }
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [30, 40, 50])
  }

  // MARK: The first value

  @Test func firstValueIsTheFirst() async { #expect(await Signal<Int, Never>.from([1, 2]).firstValue() == 1) }

  @Test func firstValueOfAnEmptySignalIsNil() async { #expect(await Signal<Int, Never>.empty.firstValue() == nil) }

  @Test func firstValueThrowsTheFailure() async {
    await #expect(throws: MarbleFailure()) { try await Signal<Int, MarbleFailure>.fail(MarbleFailure()).firstValue() }
  }

  @Test func firstValueDisposesTheRest() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let ends = MutableProperty(0)
    _ = await Signal<Int, Never>.just(1).merge(with: signal).doFinally { ends.value += 1 }.firstValue()
    #expect(ends.value == 1)
    withExtendedLifetime(input) {}
  }

  @Test func cancellingTheTaskDisposesTheSignal() async {
    let isObserved = MutableProperty(false), disposals = MutableProperty(0)
    let endless = Signal<Int, MarbleFailure> { emitter in
      emitter.disposable.add(Disposable { disposals.value += 1 })
      isObserved.value = true
    }
    let task = Task { try await endless.firstValue() }
    _ = await isObserved.signal.filter { $0 }.firstValue()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(disposals.value == 1)
  }
}
