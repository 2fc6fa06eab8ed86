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
}
