import Signals
import SignalsTesting
import Testing

@Suite struct RecoveringTests {
  private struct Other: Error, Equatable {}

  static let operators: [Operator] = [
    Operator("mapFailure", ["a-b|": "a-b|", "-|": "-|", "a-^": "a-^", "a!b": "a!-"]) { source, _ in
      source.mapFailure { _ in Other() }.mapFailure { (_: Other) in MarbleFailure() }
    },
    Operator("catch", ["a-^": "a-x-y|", "a|": "a|", "|": "|", "^": "x-y|", "a^!": "ax!--"]) { source, time in
      let rescue = try time.cold("x-y|")
      return source.catch { _ in rescue }
    },
    Operator("catchToValue and promoteFailure", ["a-^": "a-(x|)", "a-|": "a-|", "-|": "-|", "a!-^": "a!-"]) {
      source, _ in
      source.catchToValue { _ in "x" }.promoteFailure()
    },
    Operator("retry(2)", ["a-^": "a-a-a-^", "a|": "a|", "|": "|", "^": "^", "-a^!": "-a-(a!)-"]) { source, _ in
      source.retry(2)
    },
    Operator("retry(0)", ["a^": "a^"]) { source, _ in source.retry(0) },
    Operator("retry(delay:)", ["a^": "a-a--a^", "a|": "a|", "a^!": "a-(a!)--"]) { source, time in
      source.retry(2, delay: { attempt, _ in .seconds(attempt) }, on: time)
    },
    Operator("retry gives up where the delay is nil", ["a^": "a-a^"]) { source, time in
      source.retry(9, delay: { attempt, _ in attempt < 2 ? .seconds(1) : nil }, on: time)
    },
    Operator("repeat(3)", ["a-|": "a-a-a-|", "|": "|", "a^": "a^", "a|!": "aa(a!)--"]) { source, _ in source.repeat(3)
    },
    Operator("repeat(0)", ["a|": "|"]) { source, _ in source.repeat(0) },
    Operator("repeat(-1)", ["a|": "|"]) { source, _ in source.repeat(-1) },
  ]

  @Test(arguments: operators) func hasTheseRows(_ operation: Operator) throws { try operation.expectRows() }

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
    #expect(observation.isDisposed)
    #expect(time.pending == 0)
  }

  private static let theNextRunStartsAfterTheTeardownOfTheLastRows: [Operator] = [
    Operator("retry", ["-^": "--^"]) { source, _ in source.retry(1) },
    Operator("repeat", ["-|": "--|"]) { source, _ in source.repeat(2) },
    Operator("concat", ["-|": "--|"]) { source, _ in source.concat(source) },
    Operator("catch", ["-^": "--^"]) { source, _ in source.catch { _ in source } },
  ]

  @Test(arguments: theNextRunStartsAfterTheTeardownOfTheLastRows) func theNextRunStartsAfterTheTeardownOfTheLast(
    _ operation: Operator
  ) throws {
    let log = MutableProperty<[String]>([])
    try Operator(operation.testDescription, operation.rows) { source, time in
      let noted = Letters.deferred {
        log.modify { $0.append("start") }
        return source.doFinally { log.modify { $0.append("end") } }
      }
      return try operation.operation(noted, time)
    }.expectRows()
    #expect(log.value == Array(repeating: ["start", "end"], count: 4).flatMap { $0 })
  }
}
