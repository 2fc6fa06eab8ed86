import Effort
import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct FlatteningTests {
  /// `a` lasts three ticks, `b` fails after one, every other letter is one value.
  private static func inner(_ letter: String, _ time: VirtualTimeScheduler) -> Letters {
    do {
      switch letter {
      case "a": return try time.cold("1-2-3|")
      case "b": return try time.cold("4-5-6|")
      case "x": return try time.cold("-^")
      default: return .just(letter)
      }
    } catch { return .fail(MarbleFailure()) }
  }

  private static func flatten(_ strategy: FlattenStrategy, _ rows: KeyValuePairs<String, String>) -> Operator {
    Operator("\(strategy)", rows) { source, time in source.flatMap(strategy) { inner($0, time) } }
  }

  static let operators: [Operator] = [
    flatten(
      .merge, ["a--b|": "1-2435-6|", "-|": "-|", "a^": "1^--", "ax|": "1-(2^)--", "a|": "1-2-3|", "ab!": "14(2!)---"]),
    flatten(
      .concat,
      ["a--b|": "1-2-34-5-6|", "-|": "-|", "a-^": "1-^--", "ax|": "1-2-3-^", "a|": "1-2-3|", "ab!": "1-(2!)---"]),
    flatten(
      .latest, ["a--b|": "1-24-5-6|", "-|": "-|", "a-^": "1-^--", "xa|": "-1-2-3|", "a|": "1-2-3|", "ab!": "14!---"]),
    flatten(.first, ["a--b|": "1-2-3|", "-|": "-|", "a^": "1^--", "x|": "-^", "aac---c|": "1-2-3-c|", "a!": "1!--"]),
    flatten(
      .limited(2), ["abab|": "14253(16)42536|", "-|": "-|", "ab^": "14^---", "abx|": "142536^", "abb!": "142(5!)--"]),
    // Limited to less than one is limited to one.
    flatten(.limited(0), ["a--b|": "1-2-34-5-6|"]),
    Operator("merge", ["a-b-|": "axb-|", "-|": "-x-|", "a^": "a^--", "ab!": "a(bx)!"]) { source, time in
      Signal.merge(source, try time.cold("-x-|"))
    },
    Operator("concat(_:)", ["a-b|": "a-bx-y|", "-|": "-x-y|", "a^": "a^--", "a-!": "a-!-"]) { source, time in
      source.concat(try time.cold("x-y|"))
    },
    Operator("then", ["a-b|": "---x-y|", "|": "x-y|", "a^": "-^--", "ab!": "--!-"]) { source, time in
      let next = try time.cold("x-y|")
      return source.then { next }
    },
    // a leads to b and c in a moment, b to d; x fails.
    Operator(
      "expand",
      [
        "a-e|": "a-e-bc(d|)", "-|": "-|", "a-^": "a-^-", "x|": "x-^", "ab|": "ab-bc(dd|)", "(a|)": "abc(d|)",
        "a|-!": "a-b(c!)--", "a-!": "a-!-",
      ]
    ) { source, time in
      source.expand { letter in
        switch letter {
        case "a": (try? time.cold("-bc|")) ?? .never
        case "b": .just("d")
        case "x": inner("x", time)
        default: .empty
        }
      }
    },
  ]

  @Test(arguments: operators) func hasTheseRows(_ operation: Operator) throws { try operation.expectRows() }

  @Test func latestDisposesTheOneBeforeAndAFailureDisposesEverything() throws {
    let time = VirtualTimeScheduler(), disposed = MutableProperty<[String]>([])
    @Sendable func noted(_ name: String, _ signal: Letters) -> Letters {
      signal.doFinally { disposed.modify { $0.append(name) } }
    }
    let outer = [noted("outer", try time.cold("bab")), noted("outer", try time.cold("ax-----"))]
    let latest = outer[0].flatMap(.latest) { noted($0, Self.inner($0, time)) }.start()
    time.advance(by: .seconds(2))
    #expect(disposed.value == ["b", "a"])
    latest.dispose()
    disposed.value = []
    let recorder = Recorder(outer[1].flatMap { noted($0, Self.inner($0, time)) }, on: time)
    time.advance(by: .seconds(2))
    #expect(recorder.failure == MarbleFailure())
    #expect(time.pending == 0)
    #expect(disposed.value.sorted() == ["a", "outer", "x"])
  }

  @Test func latestDropsWaitingEventsOfThePreviousSignal() {
    let (outer, input) = Signal<Int, Never>.pipe(), inners = (0..<3).map { _ in Signal<Int, Never>.pipe() }
    let observer = Rendezvous(), isDone = DispatchSemaphore(value: 0)
    let slow = outer.flatMap(.latest) { inners[$0].signal }.doValue { if $0 == 0 { observer.pause() } }
    let recorder = Recorder(slow)
    input.send(0)
    Thread.detachNewThread {
      inners[0].input.send(0)
      isDone.signal()
    }
    observer.whilePaused {
      input.send(1)
      // The value waits for the observer, and is stale before the observer returns.
      inners[1].input.send(1)
      input.send(2)
    }
    isDone.wait()
    #expect(recorder.values == [0])
  }

  @Test func nothingIsMadeAfterTheFailure() {
    let pipes = (0..<4).map { _ in Signal<Int, MarbleFailure>.pipe() }
    let made = MutableProperty<[Int]>([])
    let (numbers, input) = Signal<Int, MarbleFailure>.pipe()
    let flattened = numbers.flatMap(.limited(2)) { number -> Signal<Int, MarbleFailure> in
      made.modify { $0.append(number) }
      if number != 2 { return pipes[number].signal }
      return Signal { emitter in
        // Another place becomes free during this start; then this signal fails.
        pipes[1].input.complete()
        emitter.fail(MarbleFailure())
      }
    }
    let recorder = Recorder(flattened)
    for number in 0..<4 { input.send(number) }
    pipes[0].input.complete()
    #expect(recorder.events == [.failed(MarbleFailure())])
    #expect(made.value == [0, 1, 2])
  }

  @Test(arguments: [true, false]) func expandReadsManyPagesOnASmallStack(isKnown: Bool) {
    let numbers = MutableProperty(0), count = Effort.runs(short: 10_000, full: 100_000)
    onAStack(of: 512) {
      let page = { @Sendable (number: Int) -> Signal<Int, Never> in
        isKnown
          ? .just(number)
          : Signal {
            $0.send(number); $0.complete()
          }
      }
      page(1).expand { $0 == count ? .empty : page($0 + 1) }.observeValues { numbers.value += $0 }
    }
    #expect(numbers.value == count * (count + 1) / 2)
  }

  @Test func expandGoesLevelByLevelAndWaitsForEachPage() {
    let pages = (0..<4).map { _ in Signal<Int, Never>.pipe() }, ends = MutableProperty(0)
    let recorder = Recorder(
      pages[0].signal.expand { pages[$0].signal }.doFinally { ends.value += 1 })
    pages[0].input.send(1)
    pages[0].input.send(2)
    pages[1].input.send(3)
    let early = recorder.values
    pages[0].input.complete()
    pages[2].input.send(3)
    pages[1].input.send(3)
    pages[1].input.complete()
    pages[2].input.complete()
    #expect([early, recorder.values] == [[1, 2], [1, 2, 3]])
    recorder.dispose()
    #expect(ends.value == 1)
  }

  @Test func aDisposedExpandKeepsNothing() {
    let (source, input) = Signal<Int, Never>.pipe()
    #expect(
      isReleased { held in
        let observation = source.expand { _ in withExtendedLifetime(held) { .never } }.start()
        input.send(1)
        observation.dispose()
      })
  }
}
