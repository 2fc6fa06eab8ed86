import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER

@Suite struct DaysTests {
  private let time = VirtualTimeScheduler()
  /// Noon of a day, and a clock that can be set.
  private let date: VirtualDate
  private var environment: AppEnvironment

  init() {
    date = VirtualDate(time, from: Date(timeIntervalSinceReferenceDate: 43_200))
    environment = .fixed(by: date)
  }

  @Test("the date is delivered at once, and at each midnight while it is observed") func midnights() {
    let recorder = Recorder(environment.days, on: time)
    time.advance(by: .seconds(86_400 * 3))
    #expect(recorder.entries.map(\.time) == [.zero, .seconds(43_200), .seconds(129_600), .seconds(216_000)])
    #expect(recorder.values.map(\.timeIntervalSinceReferenceDate) == [43_200, 86_400, 172_800, 259_200])
    recorder.dispose()
    #expect(time.pending == 0)
  }

  @Test("a new day is delivered exactly at its midnight, also after the clock was set") func seconds() {
    let recorder = Recorder(environment.days, on: time)
    date.set(date.now + 17)
    environment.notifications.post(name: .NSCalendarDayChanged, object: nil)
    time.advance(by: .seconds(86_400))
    #expect(recorder.entries.map(\.time) == [.zero, .seconds(43_200 - 17)])
  }

  @Test(
    "a day that begins because the clock was set is noticed as soon as the system notifies, once",
    arguments: [Notification.Name.NSCalendarDayChanged, .systemClockDidChange])
  func setClock(_ name: Notification.Name) {
    let recorder = Recorder(environment.days)
    func post() -> Int {
      environment.notifications.post(name: name, object: nil)
      return recorder.values.count
    }
    #expect(post() == 1)
    date.set(date.now + 5 * 86_400)
    #expect(post() == 2)
    #expect(post() == 2)
    recorder.dispose()
    date.set(date.now + 86_400)
    #expect(post() == 2)
  }

  @Test("one timer runs from midnight to midnight, so a year takes one timer for each day") func sleeping() {
    var environment = environment
    let timers = CountedTimers(base: time)
    environment.scheduler = timers
    let recorder = Recorder(environment.days)
    time.advance(by: .seconds(86_400 * 365))
    #expect(recorder.values.count == 366)
    #expect(timers.count.value == 366)
  }

  @Test("a timer that fires too early is followed by one for the rest of the day") func early() {
    var environment = environment
    environment.scheduler = CountedTimers(base: time, isFirstEarly: true)
    let recorder = Recorder(environment.days, on: time)
    time.advance(by: .seconds(86_400))
    #expect(recorder.entries.map(\.time) == [.zero, .seconds(43_200)])
  }
}

/// Counts the timers; the first may be due at once.
private struct CountedTimers: Scheduler {
  let base: VirtualTimeScheduler
  var isFirstEarly = false
  let count = MutableProperty(0)

  var now: Duration { base.now }

  @discardableResult func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { base.schedule(work) }

  @discardableResult func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    count.modify { $0 += 1 }
    return base.schedule(after: isFirstEarly && count.value == 1 ? .zero : delay, work)
  }
}
