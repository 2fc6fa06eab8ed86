import Foundation
import Signals
import VIPER

extension AppEnvironment {
  /// A value at the beginning of each day, and when one of `days` is not the day that it is: a clock that was wrong when
  /// something was made may be right now.
  ///
  /// - Parameter days: on which something was made, by the clock; set to nil when that is told.
  package func daybreak(or days: [MutableProperty<CalendarDay?>] = []) -> Signal<Void, Never> {
    .deferred {
      // A machine that sleeps stops its timers, and its clock may be set: the day is looked at every full minute, which
      // midnight is, too.
      let minutes = Signal<Void, Never>.deferred {
        let second = now().timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 60)
        let next = Signal<Void, Never>.just(()).delay(.seconds(second < 0 ? -second : 60 - second), on: scheduler)
        return next.concat(Signal<Int, Never>.timer(every: .seconds(60), on: scheduler).map { _ in }).prepend(())
      }
      // Told that the clock was set, it goes by the new minutes; each hour anyhow, for a timer may be lost.
      let hours = Signal<Int, Never>.timer(every: .seconds(3_600), on: scheduler).map { _ in }
      let seen = MutableProperty<CalendarDay?>(nil), days = days + [seen]
      return notifications.posts(of: .NSCalendarDayChanged).merge(with: hours).prepend(()).flatMap(.latest) { minutes }
        .filter {
          let today = CalendarDay(now(), in: calendar)
          let isAnother = days.contains { $0.value.map { $0 != today } ?? false }
          if isAnother { for day in days { day.value = nil } }
          seen.value = today
          return isAnother
        }
    }
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
