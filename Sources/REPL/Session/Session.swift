import Foundation
import Signals
import VIPER

/// One run of an app: its stage, its environment, its named calls.
@MainActor public final class Session {
  /// The stage of the app's navigator.
  public let console = Console()
  /// Clock, calendar, locale, ids and scheduler: virtual and fixed in a flow, the machine's otherwise.
  public internal(set) var environment: AppEnvironment
  /// The named calls of services and stores.
  public let calls: Calls
  /// Whether a flow runs: nothing of the user's may be touched.
  public let isScripted: Bool
  /// The app's own command-line options, by name.
  public let options: [String: String]
  /// The data files of the flow, by name.
  public let files: @Sendable (String) -> String?

  let time: VirtualTimeScheduler?
  private let app: ConsoleApp
  private let clock: SessionClock?
  private(set) var navigator: Navigator?
  private(set) var announcements: [String] = []

  /// A session of a flow: virtual time, nothing of the machine's.
  init(scripted app: ConsoleApp, options: [String: String] = [:], files: [String: String] = [:]) {
    let time = VirtualTimeScheduler(), clock = SessionClock(time)
    self.app = app
    self.time = time
    self.clock = clock
    self.options = options
    self.files = { files[$0] }
    isScripted = true
    environment = .scripted(clock)
    calls = Calls(time)
  }

  /// A session on the machine's own clock.
  init(live app: ConsoleApp, environment: AppEnvironment, options: [String: String]) {
    self.app = app
    self.environment = environment
    self.options = options
    time = nil
    clock = nil
    files = { _ in nil }
    isScripted = false
    calls = Calls(environment.scheduler)
  }

  /// Says something before the first prompt, such as where data is kept.
  public func announce(_ line: String) { announcements.append(Printable.line(line)) }

  /// The app, built when it is first asked for.
  func start() throws -> Navigator {
    if let navigator { return navigator }
    let made = try app.build(self)
    navigator = made
    return made
  }

  /// Sets the date, and tells the app that the clock was set.
  func setNow(_ date: Date) {
    clock?.set(date)
    environment.notifications.post(name: .NSCalendarDayChanged, object: nil)
  }

  /// How much has happened: it grows with every change of the screen, every alert and every navigation.
  var activity: Int { console.activity + (navigator?.trace.count ?? 0) }

  /// Closes everything that is open.
  func close() {
    navigator?.closeAll()
    console.clear()
  }

  /// What is left over that should not be once all is closed, one line each.
  var leftovers: [String] {
    var lines: [String] = []
    if let time, time.pending > 0 {
      let due = time.nextDue.map { ", the next in \(DurationText.print($0 - time.now))" } ?? ""
      lines.append("\(time.pending) timer\(time.pending == 1 ? "" : "s") still pending\(due)")
    }
    return lines + calls.leftovers + (navigator?.leaks().map(\.description) ?? [])
  }
}

/// The clock of a flow: a date that moves with virtual time.
final class SessionClock: Sendable {
  let time: VirtualTimeScheduler
  /// The date at time zero; 2001-01-01T00:00Z until it is set.
  private let start = MutableProperty(Date(timeIntervalSinceReferenceDate: 0))

  init(_ time: VirtualTimeScheduler) { self.time = time }

  var now: Date { start.value.addingTimeInterval(elapsed) }

  func set(_ date: Date) { start.value = date.addingTimeInterval(-elapsed) }

  private var elapsed: TimeInterval {
    let (seconds, attoseconds) = time.now.components
    return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
  }
}
