import Signals
import SignalsTesting
import Testing

@Suite struct FilteringTests {
  @Test(arguments: [
    Operator("filter", ["a-x-b|": "a---b|", "x|": "-|", "x^": "-^", "(axb|)": "(ab|)", "xa!b": "-a!-"]) { source, _ in
      source.filter { $0 != "x" }
    },
    Operator("removeDuplicates", ["aa-ba|": "a--ba|", "|": "|", "aa^": "a-^", "(aab|)": "(ab|)", "a!a": "a!-"]) {
      source, _ in
      source.removeDuplicates()
    },
    Operator("prefix", ["a-b-c|": "a-(b|)--", "a|": "a|", "|": "|", "a^": "a^", "a!b": "a!-"]) { source, _ in
      source.prefix(2)
    },
    Operator("prefix(while:)", ["a-x-a|": "a-|---", "a|": "a|", "|": "|", "a^": "a^", "a!x": "a!-"]) { source, _ in
      source.prefix { $0 != "x" }
    },
    Operator("dropFirst", ["a-b-c|": "--b-c|", "a|": "-|", "|": "|", "a^": "-^", "ab!c": "-b!-"]) { source, _ in
      source.dropFirst()
    },
    Operator("dropFirst(0)", ["ab|": "ab|"]) { source, _ in source.dropFirst(0) },
    Operator("dropFirst(-1)", ["ab|": "ab|"]) { source, _ in source.dropFirst(-1) },
    Operator("drop(while:)", ["x-axb|": "--axb|", "x|": "-|", "|": "|", "x^": "-^", "xa!b": "-a!-"]) { source, _ in
      source.drop { $0 == "x" }
    },
    Operator("first(where:)", ["x-a-b|": "--(a|)--", "x|": "-|", "|": "|", "x^": "-^", "x-!a": "--!-"]) {
      source, _ in
      source.first { $0 != "x" }
    },
    Operator("first", ["-a-b|": "-(a|)---", "-|": "-|", "-^": "-^", "-!a": "-!-"]) { source, _ in source.first() },
    Operator("ignoreValues", ["a-b|": "---|", "|": "|", "a^": "-^", "a!|": "-!-"]) { source, _ in source.ignoreValues()
    },
    Operator("replaceEmpty", ["a-b|": "a-b|", "-|": "-(x|)", "-^": "-^", "-!|": "-!-"]) { source, _ in
      source.replaceEmpty(with: "x")
    },
    Operator("prepend", ["-a|": "xa|", "-|": "x|", "-^": "x^", "-!a": "x!-"]) { source, _ in source.prepend("x") },
  ]) func hasTheseRows(_ operation: Operator) throws { try expectRows(operation.rows, operation.operation) }

  @Test func removeDuplicatesByComparesWithTheLastThatPassed() throws {
    let time = VirtualTimeScheduler()
    let numbers: Signal<Int, Never> = .from([1, 2, 4, 5, 8])
    let recorder = Recorder(numbers.removeDuplicates { abs($0 - $1) < 3 }, on: time)
    #expect(recorder.values == [1, 4, 8])
  }

  @Test(arguments: [0, -1]) func prefixOfNothingDoesNotObserve(count: Int) {
    let isObserved = MutableProperty(false)
    let recorder = Recorder(
      Signal<Int, Never>.deferred {
        isObserved.value = true
        return .just(1)
      }.prefix(count))
    #expect(recorder.isCompleted)
    #expect(!isObserved.value)
  }

  @Test func prefixStopsAnEndlessSourceWithAnyOperatorDownstream() {
    let time = VirtualTimeScheduler()
    let endless = Signal<Int, Never>.from(sequence(first: 0) { $0 + 1 })
    let recorder = Recorder(endless.prefix(3).delay(.seconds(1), on: time), on: time)
    time.run()
    #expect(recorder.values == [0, 1, 2])
    #expect(recorder.isCompleted)
  }

  @Test func prefixUntilAValue() throws {
    try expectRows(["a-b-c|": "a-b|--", "a|": "a|", "|": "|", "a^": "a^", "ab!": "ab!"]) { source, time in
      source.prefix(until: try time.cold("---x").catchToValue { _ in "" })
    }
  }

  @Test func prefixUntilTheTriggersCompletion() throws {
    try expectRows(["a-b-c|": "a-b|--"]) { source, time in
      source.prefix(until: try time.cold("---|").catchToValue { _ in "" })
    }
  }

  @Test func prefixUntilObservesTheTriggerFirst() throws {
    try expectRows(["a|": "|-"]) { source, _ in source.prefix(until: Signal<Int, Never>.just(1)) }
  }
}
