import Signals
import SignalsTesting
import Testing

@Suite struct FilteringTests {
  static let operators: [Operator] = [
    Operator("filter", ["a-x-b|": "a---b|", "x|": "-|", "x^": "-^", "(axb|)": "(ab|)", "xa!b": "-a!-"]) { source, _ in
      source.filter { $0 != "x" }
    },
    Operator("removeDuplicates", ["aa-ba|": "a--ba|", "|": "|", "aa^": "a-^", "(aab|)": "(ab|)", "a!a": "a!-"]) {
      source, _ in
      source.removeDuplicates()
    },
    // Compares with the last value that passed: here, values that rise.
    Operator("removeDuplicates(by:)", ["acbcd|": "ac--d|"]) { source, _ in source.removeDuplicates { $0 >= $1 } },
    Operator("prefix", ["a-b-c|": "a-(b|)--", "a|": "a|", "|": "|", "a^": "a^", "a!b": "a!-"]) { source, _ in
      source.prefix(2)
    },
    Operator("prefix(while:)", ["a-x-a|": "a-|---", "a|": "a|", "|": "|", "a^": "a^", "a!x": "a!-"]) { source, _ in
      source.prefix { $0 != "x" }
    },
    Operator("prefix(while:inclusive:)", ["a-x-a|": "a-(x|)--", "a|": "a|", "|": "|", "a^": "a^", "a!x": "a!-"]) {
      source, _ in
      source.prefix(while: { $0 != "x" }, inclusive: true)
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
    Operator("prefix(until:) a value", ["a-b-c|": "a-b|--", "a|": "a|", "|": "|", "a^": "a^", "ab!": "ab!"]) {
      source, time in
      source.prefix(until: try time.cold("---x").catchToValue { _ in "" })
    },
    Operator("prefix(until:) a completion", ["a-b-c|": "a-b|--"]) { source, time in
      source.prefix(until: try time.cold("---|").catchToValue { _ in "" })
    },
    // It observes the trigger first.
    Operator("prefix(until:) a value at once", ["a|": "|-"]) { source, _ in source.prefix(until: Signal.just(1)) },
    Operator("prepend", ["-a|": "xa|", "-|": "x|", "-^": "x^", "-!a": "x!-"]) { source, _ in source.prepend("x") },
  ]

  @Test(arguments: operators) func hasTheseRows(_ operation: Operator) throws { try operation.expectRows() }

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
    #expect(recorder.events == [.value(0), .value(1), .value(2), .completed])
  }
}
