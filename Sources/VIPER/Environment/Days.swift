public import Foundation
public import Signals

extension AppEnvironment {
  /// The current date, and again the date of each new day of the calendar: at midnight, or when the clock is set to another day; also
  /// the date at which the time zone changed. Use it for a screen that shows "today". Never completes.
  public var days: Signal<Date, Never> {
    .deferred {
      // Repeats: a timer that fires too early is followed by one for the rest of the day.
      let midnight = Signal<Int, Never>.deferred { .timer(every: untilMidnight, on: scheduler) }.first().map { _ in }
      let clockChanges = Signal.merge(
        [.NSCalendarDayChanged, .systemClockDidChange, .NSSystemTimeZoneDidChange].map(notifications.posts))
      return clockChanges.prepend(()).flatMap(.latest) { midnight.repeat(.max).prepend(()) }
        .map { (date: now(), calendar: calendar) }
        .removeDuplicates {
          $0.calendar.timeZone == $1.calendar.timeZone && $1.calendar.isDate($0.date, inSameDayAs: $1.date)
        }
        .map(\.date)
    }
  }

  /// The time until midnight in whole milliseconds, at least one.
  private var untilMidnight: Duration {
    let now = now(), today = calendar.startOfDay(for: now)
    // The Gregorian calendar always has a next day; the fallback is a day of 24 hours.
    let midnight = calendar.date(byAdding: .day, value: 1, to: today).map { calendar.startOfDay(for: $0) }
    let wait = (midnight ?? today.addingTimeInterval(86_400)).timeIntervalSince(now)
    return .milliseconds(max(1, (wait * 1000).rounded(.up)))
  }
}

extension NotificationCenter {
  /// A value each time the notification is posted.
  fileprivate func posts(of name: Notification.Name) -> Signal<Void, Never> {
    Signal { [self] emitter in emitter.disposable.add(observe(named: name) { _ in emitter.send(()) }) }
  }

  /// Calls `receive` for each notification, on the posting thread, until the result is disposed.
  func observe(named name: Notification.Name, _ receive: @escaping @Sendable (Notification) -> Void) -> Disposable {
    // Only passed back to the center, once; a center may be used from any thread.
    nonisolated(unsafe) let token = addObserver(forName: name, object: nil, queue: nil, using: receive)
    return Disposable { [self] in removeObserver(token) }
  }
}
