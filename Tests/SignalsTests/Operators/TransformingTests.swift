import Signals
import SignalsTesting
import Testing

@Suite struct TransformingTests {
  static let operators: [Operator] = [
    Operator("map", ["a-b|": "A-B|", "--|": "--|", "a^": "A^", "(ab|)": "(AB|)", "a-b!": "A-B!", "a!-b|": "A!---"]) {
      source, _ in
      source.map { $0.uppercased() }
    },
    Operator("tryMap", ["a-b|": "A-B|", "a-x-b|": "A-^---", "|": "|", "a^": "A^", "a!-x": "A!--"]) { source, _ in
      source.tryMap { value throws(MarbleFailure) in
        if value == "x" { throw MarbleFailure() }
        return value.uppercased()
      }
    },
    Operator("compactMap", ["a-x-b|": "A---B|", "x|": "-|", "x^": "-^", "xa!b": "-A!-"]) { source, _ in
      source.compactMap { $0 == "x" ? nil : $0.uppercased() }
    },
    Operator("scan", ["a-b-c|": "1-2-3|", "|": "|", "a^": "1^", "ab!c": "12!-"]) { source, _ in
      source.scan(0) { count, _ in count + 1 }.map(String.init)
    },
    Operator("scan(into:)", ["a-b-c|": "1-2-3|", "|": "|", "a^": "1^", "(ab|)": "(12|)", "ab!c": "12!-"]) {
      source, _ in
      source.scan(into: [String]()) { $0.append($1) }.map { String($0.count) }
    },
    Operator("combinePrevious", ["a-bc|": "--pq|", "a|": "-|", "|": "|", "a^": "-^", "(ab|)": "(p|)", "ab!c": "-p!-"]) {
      source, _ in
      source.combinePrevious().map { ["ab": "p", "bc": "q"][$0 + $1] ?? "?" }
    },
    Operator("enumerated", ["a-b|": "p-q|", "|": "|", "a^": "p^", "(ab|)": "(pq|)", "ab!c": "pq!-"]) { source, _ in
      source.enumerated().map { ["0a": "p", "1b": "q"]["\($0.offset)\($0.value)"] ?? "?" }
    },
    Operator("reduce", ["a-b|": "---(2|)", "--|": "--(0|)", "a-^": "--^", "ab!|": "--!-"]) { source, _ in
      source.reduce(0) { count, _ in count + 1 }.map(String.init)
    },
    Operator("collect", ["a-b|": "---(2|)", "|": "(0|)", "a-^": "--^", "ab!|": "--!-"]) { source, _ in
      source.collect().map { String($0.count) }
    },
    Operator("materialize", ["a-b|": "v-v(c|)", "|": "(c|)", "a^": "v(f|)", "a!b": "v!-"]) { source, _ in
      source.materialize().map { event in
        switch event {
        case .value: "v"
        case .failed: "f"
        case .completed: "c"
        }
      }.promoteFailure()
    },
  ]

  @Test(arguments: operators) func hasTheseRows(_ operation: Operator) throws { try operation.expectRows() }

  @Test func tryMapTearsItsSourceDownAtOnceWithAnyOperatorDownstream() {
    let time = VirtualTimeScheduler()
    let isTornDown = MutableProperty(false)
    let source = Signal<Int, MarbleFailure> { emitter in
      emitter.disposable.add(Disposable { isTornDown.value = true })
      emitter.send(1)
    }
    source.tryMap { _ throws(MarbleFailure) -> Int in throw MarbleFailure() }.materialize()
      .delay(.seconds(9), on: time).start()
    #expect(isTornDown.value)
  }
}
