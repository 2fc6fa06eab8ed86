import Signals
import SignalsTesting
import Testing

@Suite struct SideEffectsTests {
  private let log = MutableProperty<[String]>([])

  private func note(_ line: String) { log.modify { $0.append(line) } }

  @Test(
    arguments: [
      ("ab|", 5, ["value a", "a", "value b", "b", "completed", "end", "finally"]),
      ("|", 5, ["completed", "end", "finally"]), ("a^", 5, ["value a", "a", "failed", "end", "finally"]),
      ("a--b|", 1, ["value a", "a", "finally"]),
    ] as [(String, Int, [String])])
  func effectsComeBeforeTheirEventsAndFinallyComesLast(diagram: String, ticks: Int, expected: [String]) throws {
    let time = VirtualTimeScheduler()
    let observation = try time.cold(diagram).doValue { [self] in note("value \($0)") }.doFailed { [self] _ in
      note("failed")
    }
    .doCompleted { [self] in note("completed") }.doFinally { [self] in note("finally") }
    .observe { [self] in note($0.value ?? "end") }
    time.advance(by: .seconds(ticks))
    observation.dispose()
    #expect(log.value == expected)
  }

  @Test func downstreamHooksComeBeforeUpstreamOnes() {
    let source = Signal<Int, Never> { [self] emitter in
      emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { self.note("source") } })
    }
    source.doFinally { [self] in note("up") }.doFinally { [self] in note("down") }.start().dispose()
    #expect(log.value == ["down", "up", "source"])
  }

  @Test func logWritesALineForEachEventAndForADisposal() throws {
    let time = VirtualTimeScheduler()
    let logged = try time.cold("a-|").log("query", file: "App/Search.swift", line: 7) { [self] in note($0) }
    let observation = logged.start()
    time.run()
    logged.start().dispose()
    let lines = ["value(\"a\")", "completed", "value(\"a\")", "disposed"].map { "[App/Search.swift:7 query] \($0)" }
    #expect(withExtendedLifetime(observation) { log.value } == lines)
  }
}
