import Signals
import Testing

/// Disposables that several threads add to and dispose at once. Run under ThreadSanitizer, too.
@Suite struct DisposableRaceTests {
  private static let rounds = 200

  @Test func theDisposableOfAnInputIsAskedForWhileItEnds() async {
    for _ in 0..<Self.rounds {
      let (_, input) = Signal<Int, Never>.pipe()
      let runs = MutableProperty(0)
      await race(
        { input.disposable.add(Disposable { runs.modify { $0 += 1 } }) },
        { input.disposable.add(Disposable { runs.modify { $0 += 1 } }) },
        { input.complete() })
      #expect(runs.value == 2)
      #expect(input.isDisposed)
    }
  }

  @Test func aDisposableRacesItsChildren() async {
    for _ in 0..<Self.rounds {
      let parent = Disposable()
      let runs = MutableProperty(0)
      await race(
        { for _ in 0..<20 { parent.add(Disposable { runs.modify { $0 += 1 } }) } },
        { for _ in 0..<20 { parent.add(Disposable { runs.modify { $0 += 1 } }) } },
        { parent.dispose() },
        { parent.dispose() })
      #expect(runs.value == 40)
    }
  }

  @Test func theFirstTwoChildrenComeWhileTheirParentIsDisposed() async {
    for _ in 0..<Self.rounds {
      let parent = Disposable()
      let runs = MutableProperty(0)
      await race(
        { parent.add(Disposable { runs.modify { $0 += 1 } }) },
        { parent.add(Disposable { runs.modify { $0 += 1 } }) },
        { parent.dispose() })
      #expect(runs.value == 2)
    }
  }

  @Test func whatWasAddedBeforeHasRunWhenDisposingIsOver() async {
    for _ in 0..<Self.rounds * 10 {
      let ran = MutableProperty(false), isLate = MutableProperty(false)
      let parent = Disposable { ran.value = true }
      await race(
        { parent.add(Disposable {}) },
        {
          parent.dispose()
          isLate.value = !ran.value
        })
      #expect(!isLate.value)
    }
  }

  @Test func theFirstTwoChildrenComeAtOnce() async {
    for _ in 0..<Self.rounds {
      let parent = Disposable()
      let runs = MutableProperty(0)
      await race(
        { parent.add(Disposable { runs.modify { $0 += 1 } }) },
        { parent.add(Disposable { runs.modify { $0 += 1 } }) })
      #expect(runs.value == 0)
      parent.dispose()
      #expect(runs.value == 2)
    }
  }
}
