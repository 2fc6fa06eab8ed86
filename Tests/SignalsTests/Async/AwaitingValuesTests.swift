import Signals
import SignalsTesting
import Testing

@Suite struct AwaitingValuesTests {
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

  @Test func valuesGivesAllOfThem() async throws {
    var values: [Int] = []
    for try await value in Signal<Int, Never>.from([1, 2, 3]).values() { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test func valuesThrowsTheFailure() async {
    await #expect(throws: MarbleFailure()) {
      for try await _ in Signal<Int, MarbleFailure>.fail(MarbleFailure()).values() {}
    }
  }

  @Test func valuesBuffersAsAsked() async throws {
    var values: [Int] = []
    for try await value in Signal<Int, Never>.from(0..<100).values(buffering: .bufferingNewest(2)) {
      values.append(value)
    }
    #expect(values == [98, 99])
  }

  @Test func leavingTheLoopDisposesTheSignal() async throws {
    let ends = MutableProperty(0)
    let signal = Signal<Int, Never>.from([1, 2]).concat(.never).doFinally { ends.value += 1 }
    for try await value in signal.values() where value == 2 { break }
    #expect(ends.value == 1)
  }
}
