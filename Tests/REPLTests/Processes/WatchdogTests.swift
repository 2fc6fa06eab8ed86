import Signals
import Testing

@testable import REPL

/// A watchdog acts after too long a time without progress.
@Suite struct WatchdogTests {
  private let time = VirtualTimeScheduler()
  private let acted = MutableProperty(0)

  private func watchdog() -> Watchdog {
    Watchdog(on: time, limit: .seconds(10)) { [acted] in acted.modify { $0 += 1 } }
  }

  @Test("the watchdog acts once, after a time without progress as long as its limit") func late() {
    let watchdog = watchdog()
    watchdog.restart()
    time.advance(by: .seconds(9))
    #expect(acted.value == 0)
    time.advance(by: .seconds(1))
    #expect(acted.value == 1)
    watchdog.restart()
    time.advance(by: .seconds(100))
    #expect(acted.value == 1)
    #expect(watchdog.end())
  }

  @Test("progress starts the watchdog's wait again; after its end it does not act") func progress() {
    let watchdog = watchdog()
    for _ in 0..<5 {
      watchdog.restart()
      time.advance(by: .seconds(9))
    }
    #expect(!watchdog.end())
    watchdog.restart()
    time.advance(by: .seconds(100))
    #expect(acted.value == 0 && time.pending == 0)
  }
}
