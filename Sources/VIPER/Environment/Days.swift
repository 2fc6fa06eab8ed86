import Foundation
import Signals

extension AppEnvironment {
  /// The date: now, and again as soon as it is another day of the calendar, because midnight has come or the clock was set. A
  /// screen that says "today" is made of it. Never completes.
  public var days: Signal<Date, Never> {
    .deferred {
      // Sleeps until midnight, again and again: a timer that is early sleeps for the rest.
      let midnight = Signal<Int, Never>.deferred { .timer(every: untilMidnight, on: scheduler) }.first().map { _ in }
      let clockChanges = Signal.merge([.NSCalendarDayChanged, .systemClockDidChange].map(notifications.posts))
      return clockChanges.prepend(()).flatMap(.latest) { midnight.repeat(.max).prepend(()) }.map(now)
        .removeDuplicates { calendar.startOfDay(for: $0) == calendar.startOfDay(for: $1) }
    }
  }

  /// How long this day still takes, in whole milliseconds and never nothing.
  private var untilMidnight: Duration {
    let now = now(), today = calendar.startOfDay(for: now)
    // The Gregorian calendar always has a next day; without one, a day of 24 hours is as close as it gets.
    let midnight = calendar.date(byAdding: .day, value: 1, to: today).map { calendar.startOfDay(for: $0) }
    let wait = (midnight ?? today.addingTimeInterval(86_400)).timeIntervalSince(now)
    return .milliseconds(max(1, (wait * 1000).rounded(.up)))
  }
}

extension NotificationCenter {
  /// A value each time the notification is posted.
  fileprivate func posts(of name: Notification.Name) -> Signal<Void, Never> {
    Signal { [self] emitter in
      // Never touched but to be handed back, once; a center may be used from any thread.
      nonisolated(unsafe) let token = addObserver(forName: name, object: nil, queue: nil) { _ in emitter.send(()) }
      emitter.disposable.add(Disposable { self.removeObserver(token) })
    }
  }
}
