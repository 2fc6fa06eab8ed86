import Signals
import Testing

@testable import REPL
@testable import REPLTools

@Suite struct WatchdogTests {
  @Test("a watchdog acts once, after a time without progress as long as its limit; after its end it does not act")
  func acts() {
    let time = VirtualTimeScheduler(), acted = MutableProperty(0)
    func watchdog() -> Watchdog { Watchdog(on: time, limit: .seconds(10)) { acted.modify { $0 += 1 } } }
    var first = watchdog(), second = watchdog(), counts: [Int] = []
    let hasSecondActed = second.end()
    // Progress starts the wait again.
    for seconds in [9, 9, 9, 10, 100] {
      first.restart()
      time.advance(by: .seconds(seconds))
      counts.append(acted.value)
    }
    second.restart()
    time.advance(by: .seconds(100))
    #expect(counts == [0, 0, 0, 1, 1])
    #expect([first.end(), hasSecondActed] == [true, false])
    #expect(acted.value == 1)
    #expect(time.pending == 0)
  }
}
