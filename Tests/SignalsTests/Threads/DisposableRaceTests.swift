import Signals
import Testing

/// Disposables that several threads add to and dispose at once. The tests also run under ThreadSanitizer.
@Suite struct DisposableRaceTests {
  /// With one child of each thread, the first two come at the same time.
  @Test(arguments: [1, 20], [true, false])
  func childrenAddedByThreeThreadsAreDisposedOnceEvenIfTheyComeMeanwhile(count: Int, isInput: Bool) async {
    await race(times: 200) { round in
      let (_, input) = Signal<Int, Never>.pipe(), runs = MutableProperty(0)
      // The disposable of an input is created when it is first asked for.
      let disposable = isInput ? nil : Disposable()
      let add = { @Sendable in
        for _ in 0..<count { (disposable ?? input.disposable).add(Disposable { runs.modify { $0 += 1 } }) }
      }
      let end = { @Sendable in if let disposable { disposable.dispose() } else { input.complete() } }
      let isEndedLater = round % 2 == 0
      return Round(
        isEndedLater ? [add, add, add] : [add, add, add, end, end],
        holds: {
          let early = isEndedLater ? runs.value : 0
          end()
          return early == 0 && runs.value == 3 * count && (disposable?.isDisposed ?? input.isDisposed)
        })
    }
  }

  @Test func earlierTeardownsHaveRunWhenDisposingReturns() async {
    await race(times: 2_000) { _ in
      let ran = MutableProperty(false), isLate = MutableProperty(false)
      let parent = Disposable { ran.value = true }
      return Round(
        { parent.add(Disposable {}) },
        {
          parent.dispose()
          isLate.value = !ran.value
        }, holds: { !isLate.value })
    }
  }
}
