import Foundation
import Signals

/// Everything that would make two runs differ.
public struct AppEnvironment: Sendable {
  /// The date and time now.
  public var now: @Sendable () -> Date
  /// The calendar, with its time zone and first weekday.
  public var calendar: Calendar
  /// The language and formats.
  public var locale: Locale
  /// A new id.
  public var id: @Sendable () -> UUID
  /// Where timers and time-outs run.
  public var scheduler: any Scheduler
  /// Where system notifications come from.
  public var notifications: NotificationCenter

  /// Where the tasks of async functions run, as in `Signal(on: environment.executor, async: …)`: on the scheduler, if a test
  /// or a flow moves its time, so that they run when it does. Otherwise nil, and they run where tasks do.
  public var executor: (any TaskExecutor)? { scheduler as? any TaskExecutor }

  /// An environment of the given parts.
  public init(
    now: @escaping @Sendable () -> Date, calendar: Calendar, locale: Locale, id: @escaping @Sendable () -> UUID,
    scheduler: any Scheduler, notifications: NotificationCenter
  ) {
    self.now = now
    self.calendar = calendar
    self.locale = locale
    self.id = id
    self.scheduler = scheduler
    self.notifications = notifications
  }
}

extension Notification.Name {
  /// The clock was set. Foundation declares the name on Apple platforms only.
  package static let systemClockDidChange = Notification.Name("NSSystemClockDidChangeNotification")
}
