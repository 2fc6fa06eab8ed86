import Foundation
import Signals
import VIPER

extension AppEnvironment {
  /// A value at each midnight, and when the clock is set to a day that is not one of `days`.
  ///
  /// - Parameter days: the days on which something was made, by the clock; set to nil when a value says that they are over.
  package func daybreak(or days: [MutableProperty<CalendarDay?>] = []) -> Signal<Void, Never> {
    .deferred {
      // Sleeps until midnight, again and again: a timer that is early sleeps for the rest.
      let midnight = Signal<Int, Never>.deferred { .timer(every: untilMidnight, on: scheduler) }.first()
      let midnights = midnight.map { _ in }.repeat(.max)
      let clockChanges = Signal.merge([.NSCalendarDayChanged, .systemClockDidChange].map(notifications.posts))
      let seen = MutableProperty<CalendarDay?>(nil), days = days + [seen]
      return clockChanges.prepend(()).flatMap(.latest) { midnights.prepend(()) }.filter {
        let today = CalendarDay(now(), in: calendar)
        let isAnother = days.contains { $0.value.map { $0 != today } ?? false }
        if isAnother { for day in days { day.value = nil } }
        seen.value = today
        return isAnother
      }
    }
  }

  /// How long this day still takes, in whole milliseconds and never nothing.
  private var untilMidnight: Duration {
    let now = now(), midnight = calendar.startOfDay(for: calendar.day(now, plus: 1))
    return .milliseconds(max(1, (midnight.timeIntervalSince(now) * 1000).rounded(.up)))
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
