import Signals
import Testing

/// Disposables that several threads add to and dispose at once. The tests also run under ThreadSanitizer.
@Suite struct DisposableRaceTests {
  private static let rounds = 200

  @Test func theDisposableOfAnInputIsAskedForWhileItEnds() async {
    await race(times: Self.rounds) { _ in
      let (_, input) = Signal<Int, Never>.pipe()
      let runs = MutableProperty(0)
      return Round(
        { input.disposable.add(Disposable { runs.modify { $0 += 1 } }) },
        { input.disposable.add(Disposable { runs.modify { $0 += 1 } }) },
        { input.complete() },
        after: {
          #expect(runs.value == 2)
          #expect(input.isDisposed)
        })
    }
  }

  @Test func aDisposableRacesItsChildren() async {
    await race(times: Self.rounds) { _ in
      let parent = Disposable(), runs = MutableProperty(0)
      let add = { @Sendable in parent.add(Disposable { runs.modify { $0 += 1 } }) }
      return Round(
        { for _ in 0..<20 { add() } },
        { for _ in 0..<20 { add() } },
        { parent.dispose() },
        { parent.dispose() },
        after: { #expect(runs.value == 40) })
    }
  }

  @Test func theFirstTwoChildrenComeWhileTheirParentIsDisposed() async {
    await race(times: Self.rounds) { _ in
      let parent = Disposable(), runs = MutableProperty(0)
      let add = { @Sendable in parent.add(Disposable { runs.modify { $0 += 1 } }) }
      return Round(
        add, add,
        { parent.dispose() },
        after: { #expect(runs.value == 2) })
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
