import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct FlatteningTests {
  /// `a` lasts three ticks, `b` fails after one, every other letter is one value.
  private func inner(_ letter: String, _ time: VirtualTimeScheduler) -> Letters {
    do {
      switch letter {
      case "a": return try time.cold("1-2-3|")
      case "b": return try time.cold("4-5-6|")
      case "x": return try time.cold("-^")
      default: return .just(letter)
      }
    } catch { return .fail(MarbleFailure()) }
  }

  private func flatten(_ strategy: FlattenStrategy, _ rows: KeyValuePairs<String, String>) throws {
    try expectRows(rows) { source, time in source.flatMap(strategy) { inner($0, time) } }
  }

  @Test func merge() throws {
    try flatten(
      .merge,
      ["a--b|": "1-2435-6|", "-|": "-|", "a^": "1^--", "ax|": "1-(2^)--", "a|": "1-2-3|", "ab!": "14(2!)---"])
  }

  @Test func concat() throws {
    try flatten(
      .concat,
      ["a--b|": "1-2-34-5-6|", "-|": "-|", "a-^": "1-^--", "ax|": "1-2-3-^", "a|": "1-2-3|", "ab!": "1-(2!)---"])
  }

  @Test func latest() throws {
    try flatten(
      .latest,
      ["a--b|": "1-24-5-6|", "-|": "-|", "a-^": "1-^--", "xa|": "-1-2-3|", "a|": "1-2-3|", "ab!": "14!---"])
  }

  @Test func first() throws {
    try flatten(
      .first, ["a--b|": "1-2-3|", "-|": "-|", "a^": "1^--", "x|": "-^", "aac---c|": "1-2-3-c|", "a!": "1!--"])
  }

  @Test func limited() throws {
    try flatten(
      .limited(2),
      ["abab|": "14253(16)42536|", "-|": "-|", "ab^": "14^---", "abx|": "142536^", "abb!": "142(5!)--"])
  }

  @Test func limitedToLessThanOneIsLimitedToOne() throws {
    try flatten(.limited(0), ["a--b|": "1-2-34-5-6|"])
  }

  @Test func mergeOfSignals() throws {
    try expectRows(["a-b-|": "axb-|", "-|": "-x-|", "a^": "a^--", "ab!": "a(bx)!"]) { source, time in
      source.merge(with: try time.cold("-x-|"))
    }
    let none = Recorder(Letters.merge([]))
    #expect(none.isCompleted)
  }

  @Test func concatOfSignals() throws {
    try expectRows(["a-b|": "a-bx-y|", "-|": "-x-y|", "a^": "a^--", "a-!": "a-!-"]) { source, time in
      source.concat(try time.cold("x-y|"))
    }
    let none = Recorder(Letters.concat([]))
    #expect(none.isCompleted)
  }

  @Test func concatDoesNotObserveTheSecondBeforeTheFirstCompletes() throws {
    let time = VirtualTimeScheduler()
    let isObserved = MutableProperty(false)
    let second = Letters.deferred {
      isObserved.value = true
      return .just("x")
    }
    let recorder = Recorder(try time.cold("a-|").concat(second), on: time)
    time.advance(by: .seconds(1))
    #expect(!isObserved.value)
    time.advance(by: .seconds(1))
    #expect(recorder.values == ["a", "x"])
  }

  @Test func then() throws {
    try expectRows(["a-b|": "---x-y|", "|": "x-y|", "a^": "-^--", "ab!": "--!-"]) { source, time in
      let next = try time.cold("x-y|")
      return source.then { next }
    }
  }

  @Test func innerFailureDisposesEverything() throws {
    let time = VirtualTimeScheduler()
    let disposed = MutableProperty<[String]>([])
    @Sendable func noted(_ name: String, _ signal: Letters) -> Letters {
      signal.doFinally { disposed.modify { $0.append(name) } }
    }
    let outer = noted("outer", try time.cold("ax-----"))
    let recorder = Recorder(outer.flatMap { noted($0, inner($0, time)) }, on: time)
    time.advance(by: .seconds(2))
    #expect(recorder.failure == MarbleFailure())
    #expect(Set(disposed.value) == ["outer", "a", "x"])
    #expect(time.pending == 0)
  }

  @Test func latestDisposesTheOneBefore() {
    let (outer, input) = Signal<Int, Never>.pipe()
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let recorder = Recorder(outer.flatMap(.latest) { $0 == 0 ? first : .never })
    input.send(0)
    firstInput.send(1)
    input.send(1)
    firstInput.send(2)
    #expect(recorder.values == [1])
  }

  @Test func latestDropsWaitingEventsOfThePreviousSignal() {
    let (outer, input) = Signal<Int, Never>.pipe(), inners = (0..<3).map { _ in Signal<Int, Never>.pipe() }
    let isInside = DispatchSemaphore(value: 0), mayLeave = DispatchSemaphore(value: 0),
      isDone = DispatchSemaphore(value: 0)
    let slow = outer.flatMap(.latest) { inners[$0].signal }.doNext { value in
      if value > 0 { return }
      isInside.signal()
      mayLeave.wait()
    }
    let recorder = Recorder(slow)
    input.send(0)
    Thread.detachNewThread {
      inners[0].input.send(0)
      isDone.signal()
    }
    isInside.wait()
    input.send(1)
    // The value waits for the observer, and is stale before the observer returns.
    inners[1].input.send(1)
    input.send(2)
    mayLeave.signal()
    isDone.wait()
    #expect(recorder.values == [0])
  }

  private func noted(_ log: MutableProperty<[String]>, _ source: Letters) -> Letters {
    Letters.deferred {
      log.modify { $0.append("start") }
      return source.doFinally { log.modify { $0.append("end") } }
    }
  }

  @Test func concatStartsTheNextAfterTheTeardownOfTheLast() throws {
    let time = VirtualTimeScheduler(), log = MutableProperty<[String]>([])
    let source = noted(log, try time.cold("-|"))
    source.concat(source).start()
    time.run()
    #expect(log.value == ["start", "end", "start", "end"])
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
}
