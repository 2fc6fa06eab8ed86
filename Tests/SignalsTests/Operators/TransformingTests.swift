import Signals
import SignalsTesting
import Testing

@Suite struct TransformingTests {
  @Test func map() throws {
    try expectRows(["a-b|": "A-B|", "--|": "--|", "a^": "A^", "(ab|)": "(AB|)", "a-b!": "A-B!", "a!-b|": "A!---"]) {
      source, _ in source.map { $0.uppercased() }
    }
  }

  @Test func tryMapEndsWithWhatIsThrown() throws {
    try expectRows(["a-b|": "A-B|", "a-x-b|": "A-^---", "|": "|", "a^": "A^", "a!-x": "A!--"]) { source, _ in
      source.tryMap { value throws(MarbleFailure) in
        if value == "x" { throw MarbleFailure() }
        return value.uppercased()
      }
    }
  }

  @Test func tryMapTearsItsSourceDownAtOnceWhateverIsDownstream() {
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

  @Test func compactMap() throws {
    try expectRows(["a-x-b|": "A---B|", "x|": "-|", "x^": "-^", "xa!b": "-A!-"]) { source, _ in
      source.compactMap { $0 == "x" ? nil : $0.uppercased() }
    }
  }

  @Test func scan() throws {
    try expectRows(["a-b-c|": "1-2-3|", "|": "|", "a^": "1^", "ab!c": "12!-"]) { source, _ in
      source.scan(0) { count, _ in count + 1 }.map(String.init)
    }
  }

  @Test func scanStartsAnewForEachObservation() throws {
    let time = VirtualTimeScheduler()
    let counted = try time.cold("ab|").scan(0) { count, _ in count + 1 }.map(String.init)
    try expect(counted, "12|", on: time)
    try expect(counted, "12|", on: time)
  }

  @Test func reduce() throws {
    try expectRows(["a-b|": "---(2|)", "--|": "--(0|)", "a-^": "--^", "ab!|": "--!-"]) { source, _ in
      source.reduce(0) { count, _ in count + 1 }.map(String.init)
    }
  }

  @Test func collect() throws {
    try expectRows(["a-b|": "---(2|)", "|": "(0|)", "a-^": "--^", "ab!|": "--!-"]) { source, _ in
      source.collect().map { String($0.count) }
    }
  }

  @Test func materialize() throws {
    try expectRows(["a-b|": "v-v(c|)", "|": "(c|)", "a^": "v(f|)", "a!b": "v!-"]) { source, _ in
      source.materialize().map { event in
        switch event {
        case .value: "v"
        case .failed: "f"
        case .completed: "c"
        }
      }.promoteFailure()
    }
  }
}
