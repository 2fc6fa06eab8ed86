import Signals
import SignalsTesting
import Testing

@Suite struct RecoveringTests {
  private struct Other: Error, Equatable {}

  @Test func mapError() throws {
    let time = VirtualTimeScheduler()
    let failing = Recorder(try time.cold("a-^").mapError { _ in Other() }, on: time)
    time.run()
    #expect(failing.values == ["a"])
    #expect(failing.failure == Other())
    try expectRows(["a-b|": "a-b|", "-|": "-|", "a!b": "a!-"]) { source, _ in source.mapError { $0 } }
  }

  @Test func catching() throws {
    try expectRows(["a-^": "a-x-y|", "a|": "a|", "|": "|", "^": "x-y|", "a^!": "ax!--"]) { source, time in
      let rescue = try time.cold("x-y|")
      return source.catch { _ in rescue }
    }
  }

  @Test func catchingEndsTheFailedSourceBeforeTheRescueStarts() {
    let log = MutableProperty<[String]>([])
    let failing = Signal<Int, MarbleFailure>.fail(MarbleFailure()).doFinally { log.modify { $0.append("source over") } }
    failing.catch { _ -> Signal<Int, Never> in
      log.modify { $0.append("rescue") }
      return .just(1)
    }.start()
    #expect(log.value == ["source over", "rescue"])
  }

  @Test func catchToValue() throws {
    let time = VirtualTimeScheduler()
    try expect(time.cold("a-^").catchToValue { _ in "x" }, "a-(x|)", on: time)
    try expect(time.cold("a-|").catchToValue { _ in "x" }, "a-|", on: time)
    try expect(time.cold("-|").catchToValue { _ in "x" }, "-|", on: time)
    try expect(time.cold("a-^").catchToValue { _ in "x" }, "a!-", on: time)
  }

  @Test func retry() throws {
    try expectRows(["a-^": "a-a-a-^", "a|": "a|", "|": "|", "^": "^", "-a^!": "-a-(a!)-"]) { source, _ in
      source.retry(2)
    }
    try expectRows(["a^": "a^"]) { source, _ in source.retry(0) }
  }

  @Test func retryWithDelays() throws {
    try expectRows(["a^": "a-a--a^", "a|": "a|", "a^!": "a-(a!)--"]) { source, time in
      source.retry(2, delay: { attempt, _ in .seconds(attempt) }, on: time)
    }
  }

  @Test func retryGivesUpWhereTheDelayIsNil() throws {
    try expectRows(["a^": "a-a^"]) { source, time in
      source.retry(9, delay: { attempt, _ in attempt < 2 ? .seconds(1) : nil }, on: time)
    }
  }

  @Test func aRetryWhoseDelayIsOverAtOnceRuns() {
    let first = Letters.pipe(), second = Letters.pipe(), attempts = MutableProperty(0)
    let source = Letters.deferred {
      attempts.value += 1
      return attempts.value == 1 ? first.signal : second.signal
    }
    let recorder = Recorder(source.retry(1, delay: { _, _ in .seconds(1) }, on: .immediate))
    first.input.fail(MarbleFailure())
    second.input.send("a")
    second.input.complete()
    #expect(recorder.events == [.value("a"), .completed])
  }

  @Test func aRetryThatItsDelayDisposesLeavesNoTimer() {
    let time = VirtualTimeScheduler(), (failing, input) = Letters.pipe(), observation = Disposable()
    let retried = failing.retry(
      1,
      delay: { _, _ in
        observation.dispose()
        return .seconds(1)
      }, on: time)
    observation.add(retried.start())
    input.fail(MarbleFailure())
    #expect(observation.isDisposed && time.pending == 0)
  }

  @Test func repeating() throws {
    try expectRows(["a-|": "a-a-a-|", "|": "|", "a^": "a^", "a|!": "aa(a!)--"]) { source, _ in source.repeat(3) }
    try expectRows(["a|": "|"]) { source, _ in source.repeat(0) }
    try expectRows(["a|": "|"]) { source, _ in source.repeat(-1) }
  }

  @Test func promoteFailure() throws {
    let time = VirtualTimeScheduler()
    let safe = try time.cold("a-|").catchToValue { _ in "" }
    try expect(safe.promoteFailure(to: Other.self), "a-|", on: time)
  }

  private func noted(_ log: MutableProperty<[String]>, _ source: Letters) -> Letters {
    Letters.deferred {
      log.modify { $0.append("start") }
      return source.doFinally { log.modify { $0.append("end") } }
    }
  }

  @Test func theNextRunStartsAfterTheTeardownOfTheLast() throws {
    let time = VirtualTimeScheduler(), log = MutableProperty<[String]>([])
    noted(log, try time.cold("-^")).retry(1).start()
    noted(log, try time.cold("-|")).repeat(2).start()
    time.run()
    // Both observations run at the same times.
    #expect(log.value == ["start", "start", "end", "start", "end", "start", "end", "end"])
  }

  @Test func nothingIsCaughtOnceTheObservationIsOver() {
    let (failing, input) = Signal<Int, MarbleFailure>.pipe()
    let effects = MutableProperty(0), observation = Disposable()
    let source = Signal<Int, MarbleFailure> { emitter in
      // The teardown of the failed run ends the observation.
      emitter.disposable.add(Disposable { observation.dispose() })
      emitter.disposable.add(failing.observe { if case .failed(let failure) = $0 { emitter.fail(failure) } })
    }
    let caught = source.catch { _ -> Signal<Int, Never> in
      effects.modify { $0 += 1 }
      return .just(1)
    }
    observation.add(caught.observeValues { _ in effects.modify { $0 += 1 } })
    input.fail(MarbleFailure())
    #expect(observation.isDisposed && effects.value == 0)
  }
}
