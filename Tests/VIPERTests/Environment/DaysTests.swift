import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER

@Suite struct DaysTests {
  private let time = VirtualTimeScheduler()
  /// Noon of a day, and a clock that can be set.
  private let date: VirtualDate
  private let environment: AppEnvironment

  init() {
    date = VirtualDate(time, from: Date(timeIntervalSinceReferenceDate: 43_200))
    environment = .fixed(by: date)
  }

  @Test(
    "the date is delivered at once, and exactly at each midnight while it is observed, also after the clock was set")
  func midnights() {
    let recorder = Recorder(environment.days, on: time)
    time.advance(by: .seconds(86_400 * 2))
    date.set(date.now + 17)
    environment.notifications.post(name: .NSCalendarDayChanged, object: nil)
    time.advance(by: .seconds(86_400))
    #expect(recorder.entries.map(\.time) == [0, 43_200, 129_600, 215_983].map(Duration.seconds))
    #expect(recorder.values.map(\.timeIntervalSinceReferenceDate) == [43_200, 86_400, 172_800, 259_200])
    recorder.dispose()
    #expect(time.pending == 0)
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
    var counts = [post()]
    date.set(date.now + 5 * 86_400)
    counts += [post(), post()]
    recorder.dispose()
    date.set(date.now + 86_400)
    #expect(counts + [post()] == [1, 2, 2, 2])
  }

  @Test("a user who travels to another time zone is noticed, once; the midnights are those of the new zone")
  func travel() {
    let recorder = Recorder(environment.days, on: time), name = Notification.Name.NSSystemTimeZoneDidChange
    date.zone.value = TimeZone(secondsFromGMT: 9 * 3600)
    for _ in 0..<2 { environment.notifications.post(name: name, object: nil) }
    time.advance(by: .seconds(86_400))
    #expect(recorder.entries.map(\.time) == [0, 0, 3 * 3600].map(Duration.seconds))
  }

  @Test("a calendar of another time zone stays, wherever the user travels") func fixedZone() {
    var environment = environment, calendar = environment.calendar
    calendar.locale = Locale(identifier: "de")
    environment.calendar = calendar
    date.zone.value = TimeZone(secondsFromGMT: 3600)
    #expect(environment.calendar.timeZone.secondsFromGMT() == 3600)
    #expect(environment.calendar.locale == calendar.locale)
    environment.calendar = calendar
    date.zone.value = TimeZone(secondsFromGMT: 7200)
    #expect(environment.calendar.timeZone == .gmt)
  }

  @Test("one timer runs from midnight to midnight; one that fires too early is followed by one for the rest of the day")
  func sleeping() {
    for isFirstEarly in [false, true] {
      var environment = environment
      let timers = CountedTimers(base: time, isFirstEarly: isFirstEarly)
      environment.scheduler = timers
      let recorder = Recorder(environment.days)
      time.advance(by: .seconds(86_400 * 365))
      #expect(recorder.values.count == 366)
      #expect(timers.count.value == (isFirstEarly ? 367 : 366))
    }
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
