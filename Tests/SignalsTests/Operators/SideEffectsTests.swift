import Signals
import SignalsTesting
import Testing

@Suite struct SideEffectsTests {
  private let log = MutableProperty<[String]>([])

  private func note(_ line: String) { log.modify { $0.append(line) } }

  @Test(arguments: [
    ("ab|", 5, ["next a", "next b", "completed", "finally"]), ("|", 5, ["completed", "finally"]),
    ("a^", 5, ["next a", "error", "finally"]), ("a--b|", 1, ["next a", "finally"]),
  ]) func effectsComeInOrder(diagram: String, ticks: Int, expected: [String]) throws {
    let time = VirtualTimeScheduler()
    let recorder = Recorder(
      try time.cold(diagram).doNext { [self] in note("next \($0)") }.doError { [self] _ in note("error") }
        .doCompleted { [self] in note("completed") }.doFinally { [self] in note("finally") }, on: time)
    time.advance(by: .seconds(ticks))
    recorder.dispose()
    #expect(log.value == expected)
  }

  @Test func finallyComesAfterTheTerminalEvent() {
    Signal<Int, Never>.empty.doFinally { [self] in note("finally") }.observe { [self] in note("\($0)") }
    #expect(log.value == ["completed", "finally"])
  }

  @Test func downstreamHooksComeBeforeUpstreamOnes() {
    let source = Signal<Int, Never> { [self] emitter in
      emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { self.note("source") } })
    }
    source.doFinally { [self] in note("up") }.doFinally { [self] in note("down") }.start().dispose()
    #expect(log.value == ["down", "up", "source"])
  }

  @Test func logWritesALineForEachEvent() throws {
    let time = VirtualTimeScheduler()
    let logged = try time.cold("a-|").log("query", file: "App/Search.swift", line: 7) { [self] in note($0) }
    let recorder = Recorder(logged, on: time)
    time.run()
    #expect(log.value == ["[App/Search.swift:7 query] value(\"a\")", "[App/Search.swift:7 query] completed"])
    withExtendedLifetime(recorder) {}
  }

  @Test func logTellsOfADisposal() {
    Signal<Int, Never>.never.log("x", file: "F", line: 1) { [self] in note($0) }.start().dispose()
    #expect(log.value == ["[F:1 x] disposed"])
  }
}
