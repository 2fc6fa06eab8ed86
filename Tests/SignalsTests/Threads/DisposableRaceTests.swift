import Signals
import Testing

/// Disposables that several threads add to and dispose at once. The tests also run under ThreadSanitizer.
@Suite struct DisposableRaceTests {
  private static let rounds = 200

  @Test func theDisposableOfAnInputIsAskedForWhileItEnds() async {
    await race(times: Self.rounds) { _ in
      let (_, input) = Signal<Int, Never>.pipe(), runs = MutableProperty(0)
      let add = { @Sendable in input.disposable.add(Disposable { runs.modify { $0 += 1 } }) }
      return Round(add, add, { input.complete() }, after: { #expect(runs.value == 2 && input.isDisposed) })
    }
  }

  /// One child of each thread: the first two come while their parent is disposed.
  @Test(arguments: [1, 20]) func aDisposableRacesItsChildren(count: Int) async {
    await race(times: Self.rounds) { _ in
      let parent = Disposable(), runs = MutableProperty(0)
      let add = { @Sendable in for _ in 0..<count { parent.add(Disposable { runs.modify { $0 += 1 } }) } }
      return Round(
        add, add, { parent.dispose() }, { parent.dispose() }, after: { #expect(runs.value == count * 2) })
    }
  }

  @Test func earlierTeardownsHaveRunWhenDisposingReturns() async {
    await race(times: Self.rounds * 10) { _ in
      let ran = MutableProperty(false), isLate = MutableProperty(false)
      let parent = Disposable { ran.value = true }
      return Round(
        { parent.add(Disposable {}) },
        {
          parent.dispose()
          isLate.value = !ran.value
        },
        after: { #expect(!isLate.value) })
    }
  }

  @Test func theFirstTwoChildrenComeAtOnce() async {
    await race(times: Self.rounds) { _ in
      let parent = Disposable(), runs = MutableProperty(0)
      let add = { @Sendable in parent.add(Disposable { runs.modify { $0 += 1 } }) }
      return Round(
        add, add,
        after: {
          #expect(runs.value == 0)
          parent.dispose()
          #expect(runs.value == 2)
        })
    }
  }
}
