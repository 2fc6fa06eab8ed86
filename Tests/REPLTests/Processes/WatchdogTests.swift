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

  @Test("it acts once, when there is no progress for as long as the limit") func late() {
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

  @Test("progress begins the limit anew; after its end it waits no more") func progress() {
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
