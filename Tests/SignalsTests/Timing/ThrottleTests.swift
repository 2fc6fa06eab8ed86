import Signals
import SignalsTesting
import Testing

@Suite struct ThrottleTests {
  private let time = VirtualTimeScheduler()

  @Test func latest() throws {
    try expectRows(
      [
        "abc-----d|": "a--c----d|", "-|": "-|", "ab^": "a-^--", "ab|": "a--(b|)", "a|": "a|", "ab!": "a-!--",
        "abcdefgh---|": "a--d--g--h-|", "a--b|": "a--b|",
      ]
    ) { source, time in source.throttle(.seconds(3), on: time) }
  }

  @Test func first() throws {
    try expectRows(
      ["abcdefg|": "a--d--g|", "-|": "-|", "ab^": "a-^", "ab|": "a-|", "a--b|": "a--b|", "ab!": "a-!--"]
    ) { source, time in source.throttle(.seconds(3), latest: false, on: time) }
  }

  @Test func aValueExactlyAtTheEndCountsAsTheLastOfTheWindow() {
    let (source, input) = Signal<String, Never>.pipe()
    let recorder = Recorder(source.throttle(.seconds(3), on: time), on: time)
    input.send("a")
    time.schedule(after: .seconds(2)) { input.send("b") }
    time.schedule(after: .seconds(3)) { input.send("c") }
    time.advance(by: .seconds(3))
    #expect(recorder.values == ["a", "c"])
  }

  @Test func aWindowThatClosedUnusedLeavesNoTimer() throws {
    let recorder = Recorder(try time.hot("a").throttle(.seconds(1), on: time), on: time)
    time.run()
    #expect(time.pending == 0)
    #expect(recorder.values == ["a"])
  }

  /// Runs in a process of its own: a held lock would stop the process.
  @Test func releasesDroppedObjectsOutsideItsState() async {
    await #expect(processExitsWith: .success) {
      final class Reader: Sendable {
        let read: @Sendable () -> Void
        init(_ read: @escaping @Sendable () -> Void = {}) { self.read = read }
        deinit { read() }
      }
      let time = VirtualTimeScheduler()
      let (signal, input) = Signal<Reader, Never>.pipe()
      signal.throttle(.seconds(1), on: time).start()
      input.send(Reader())
      input.send(Reader { time.advance(by: .seconds(1)) })
      input.send(Reader())
      // No work is left pending, because work held by the time would keep the time alive.
      input.complete()
      time.run()
      endNow()
    }
  }
}
