import Foundation
import Signals
import VIPER

extension AppEnvironment {
  /// A value at the beginning of each day.
  package var daybreak: Signal<Void, Never> {
    .deferred {
      // A machine that sleeps stops its timers, and its clock may be set: the day is looked at every full minute, which
      // midnight is, too.
      let minutes = Signal<Void, Never>.deferred {
        let second = now().timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 60)
        let next = Signal<Void, Never>.just(()).delay(.seconds(second < 0 ? -second : 60 - second), on: scheduler)
        return next.concat(Signal<Int, Never>.timer(every: .seconds(60), on: scheduler).map { _ in }).prepend(())
      }
      // Told that the clock was set, it goes by the new minutes.
      return notifications.posts(of: .NSCalendarDayChanged).prepend(()).flatMap(.latest) { minutes }
        .map { CalendarDay(now(), in: calendar) }.removeDuplicates().dropFirst().map { _ in }
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
