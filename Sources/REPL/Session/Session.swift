import Foundation
import Signals
import VIPER

/// One run of an app: its stage, its environment, its named calls.
@MainActor public final class Session {
  /// The stage of the app's navigator.
  public let console = Console()
  /// Clock, calendar, locale, ids and scheduler: virtual and fixed in a flow, the machine's otherwise. An app may change it
  /// while it is built.
  public var environment: AppEnvironment { didSet { console.texts = .of(environment.locale) } }
  /// The named calls of services and stores.
  public let calls: Calls
  /// Whether a flow runs: nothing of the user's may be touched.
  public let isScripted: Bool
  /// Whether calls do their real work: always in a session that is typed, and in a flow that is run with `--live`. In any other
  /// flow only those of ``Calls/hermetic`` do.
  public let isLive: Bool
  /// The app's own command-line options, by name.
  public let options: [String: String]
  /// The data files of the flow, by name.
  public let files: @Sendable (String) -> String?
  let fileNames: [String]

  /// What it promises, and whether that is kept.
  let promises: PromiseKeeper
  /// The line that runs.
  private var origin = Origin()
  /// How much of the screen had changed when that was looked at last.
  private var lookedAt = -1

  let time: FlowTime?
  let app: ConsoleApp
  /// The date of a flow.
  private let date: VirtualDate?
  private(set) var navigator: Navigator?
  /// When it began.
  let startDate: Date
  /// What of the trace is printed as it happens.
  var following = TraceFollowing()
  private(set) var announcements: [String] = []

  /// A session of a flow: virtual time, nothing of the machine's.
  init(
    scripted app: ConsoleApp, options: [String: String] = [:], files: [String: String] = [:],
    promises: [Promise] = [], isLive: Bool = false
  ) {
    self.promises = PromiseKeeper(promises)
    let time = FlowTime(), date = VirtualDate(time)
    self.app = app
    self.time = time
    self.date = date
    self.options = options
    self.files = { files[$0] }
    fileNames = files.keys.sorted()
    isScripted = true
    self.isLive = isLive
    environment = .fixed(by: date)
    startDate = environment.now()
    calls = Calls(time, time: time, isLive: isLive)
  }

  /// A session on the machine's own clock.
  init(live app: ConsoleApp, environment: AppEnvironment, options: [String: String]) {
    self.app = app
    self.environment = environment
    startDate = environment.now()
    self.options = options
    promises = PromiseKeeper()
    time = nil
    date = nil
    files = { _ in nil }
    fileNames = []
    isScripted = false
    isLive = true
    calls = Calls(environment.scheduler)
    console.texts = .of(environment.locale)
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

  /// Sets the date, and notifies the app as a system does whose clock is set.
  func setNow(_ date: Date) {
    self.date?.set(date)
    environment.notifications.post(name: .systemClockDidChange, object: nil)
    environment.notifications.post(name: .NSCalendarDayChanged, object: nil)
  }

  /// How much has happened: it grows with every change of the screen, alert, navigation and call.
  var activity: Int { console.activity + (navigator?.trace.count ?? 0) + calls.log.activity.value }

  /// Promises something from now on; it is looked at even if nothing changes. Gives what is said to it: nothing.
  func promise(_ promise: Promise) -> [String] {
    var promise = promise
    promise.place = origin.line.map { "line \($0)" } ?? ""
    promises.add(promise)
    lookedAt = -1
    return []
  }

  /// Looks whether the promises are kept, now that the screen is at rest; gives what the harness says.
  ///
  /// - Parameter reply: what the line that ran was answered.
  func brokenPromises(after reply: [String] = []) -> [String] {
    let now = environment.scheduler.now
    guard !promises.isEmpty, console.activity != lookedAt || !reply.isEmpty || promises.isDue(at: now) else {
      return []
    }
    lookedAt = console.activity
    return promises.look(at: console.picture(after: reply), now: now).map { "!! \(Printable.line("\($0)"))" }
  }

  /// A line is about to run: what is made from now on is made by it.
  func begin(_ origin: Origin) {
    self.origin = origin
    calls.log.attribute(to: origin)
    time?.attribute(to: origin)
  }

  /// Sets what calls give: `:stub`, `:fail` and `:delay`.
  func set(_ command: MetaCommand) -> [String] {
    switch command {
    case .stub(let name, .json(let json), let delay, let isOnce):
      calls.log.stub(name, Data(json.utf8), after: delay, isOnce: isOnce)
    case .stub(let name, .file(let file), let delay, let isOnce):
      guard let text = files(file) else {
        let near = NearMiss.nearest(to: file, in: fileNames).map { "did you mean '\($0)'?" }
        let name = Printable.quote(file)
        return ["!! this flow has no data file '\(name)'; \(near ?? "add one: -- \(name) --")"]
      }
      calls.log.stub(name, Data(text.utf8), after: delay, isOnce: isOnce)
    case .fail(let name, let text, let delay): calls.log.fail(name, with: text, after: delay)
    case .delay(let name, let delay): calls.log.delay(name, delay.map(CallLog.Lateness.by) ?? .forever)
    default: break
    }
    return []
  }

  /// Closes everything that is open.
  func close() {
    navigator?.closeAll()
    console.clear()
  }

  /// Lets go of what is left over, which is known by now.
  func end() { time?.end() }

  /// Whether parts of a closed module are still alive, or timers of calls that have ended.
  var isLettingGo: Bool {
    navigator?.leaks().isEmpty == false
      || time?.timers.contains { $0.timer.call.map(calls.log.isOver) == true } == true
  }

  /// What is left over that should not be once all is closed, one line each.
  var leftovers: [String] { Unfinished(self).lines(Self.endWithScreen) + calls.log.leftovers + leaks }

  /// The part of that which the app has to answer for, and not what was typed.
  var appLeftovers: [String] { Unfinished(self).lines(Self.endWithScreen) + leaks }

  private static let endWithScreen = "end it with the screen that made it"

  private var leaks: [String] { navigator?.leaks().map(\.description) ?? [] }
}
