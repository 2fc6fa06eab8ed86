public import Foundation
public import Signals
import Synchronization

/// The dependencies that would make two runs differ: time, dates, locale, ids and system notifications.
public struct AppEnvironment: Sendable {
  /// The date and time now.
  public var now: @Sendable () -> Date
  /// The calendar, with its time zone and first weekday. Where the user travels, each access gives the present time zone, until a
  /// calendar of another time zone is set.
  public var calendar: Calendar {
    get {
      var calendar = fixedCalendar
      if let zone = zone() { calendar.timeZone = zone }
      return calendar
    }
    set {
      if newValue.timeZone != calendar.timeZone { zone = { nil } }
      fixedCalendar = newValue
    }
  }
  private var fixedCalendar: Calendar
  /// The time zone of a user who travels; nil for that of the fixed calendar.
  package var zone: @Sendable () -> TimeZone? = { nil }
  /// The language and formats.
  public var locale: Locale
  /// A new id.
  public var id: @Sendable () -> UUID
  /// The scheduler of timers and time-outs.
  public var scheduler: any Scheduler
  /// The source of system notifications.
  public var notifications: NotificationCenter

  /// The executor for tasks of async functions, as in `Signal(on: environment.executor, async: …)`. In tests and flows it is
  /// the virtual-time scheduler, so that tasks run when its time moves; otherwise nil, for Swift's default executor.
  public var executor: (any TaskExecutor)? { scheduler as? any TaskExecutor }

  /// An environment made of these parts.
  public init(
    now: @escaping @Sendable () -> Date, calendar: Calendar, locale: Locale, id: @escaping @Sendable () -> UUID,
    scheduler: any Scheduler, notifications: NotificationCenter
  ) {
    self.now = now
    fixedCalendar = calendar
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

extension AppEnvironment {
  /// The environment of the machine and its user: clock, calendar, present time zone, locale, random ids, the main queue.
  public static var live: AppEnvironment {
    var live = AppEnvironment(
      now: { Date() }, calendar: .current, locale: .current, id: { UUID() }, scheduler: .main, notifications: .default)
    live.zone = { .current }
    return live
  }

  /// An environment that is the same in every run: a date that moves with its scheduler, a Gregorian calendar whose weeks begin
  /// on Sunday, counted ids, a notification center of its own.
  package static func fixed(
    by date: VirtualDate, locale: Locale = Locale(identifier: "en_US"), timeZone: TimeZone = .gmt
  ) -> AppEnvironment {
    let count = Atomic<UInt64>(0)
    var environment = AppEnvironment(
      now: { date.now }, calendar: .gregorian(timeZone, locale), locale: locale,
      id: { UUID(counted: count.wrappingAdd(1, ordering: .relaxed).newValue) }, scheduler: date.time,
      notifications: NotificationCenter())
    environment.zone = { date.zone.value }
    return environment
  }
}

extension Calendar {
  package static func gregorian(_ zone: TimeZone, _ locale: Locale) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    calendar.locale = locale
    calendar.firstWeekday = 1
    return calendar
  }
}

extension UUID {
  /// A valid version 4 id whose last 7 bytes are the number.
  fileprivate init(counted number: UInt64) {
    let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    self.init(
      uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]))
  }
}

package final class VirtualDate: Sendable {
  package let time: any Scheduler
  /// The time zone to which the user has travelled.
  package let zone = MutableProperty<TimeZone?>(nil)
  /// The date at time zero.
  private let start: MutableProperty<Date>

  /// - Parameter start: the date at the scheduler's time zero; 2001-01-01T00:00Z by default.
  package init(_ time: any Scheduler, from start: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.time = time
    self.start = MutableProperty(start)
  }

  package var now: Date { start.value.addingTimeInterval(elapsed) }

  package func set(_ date: Date) { start.value = date.addingTimeInterval(-elapsed) }

  private var elapsed: TimeInterval {
    let (seconds, attoseconds) = time.now.components
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
  }
}
