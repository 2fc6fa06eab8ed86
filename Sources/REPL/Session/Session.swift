package import Foundation
import NamedCalls
import PlainText
import Signals
public import VIPER

/// One run of an app: its stage, its environment, its named calls.
@MainActor public final class Session {
  /// The stage of the app's navigator.
  public let console = Console()
  /// Clock, calendar, locale, ids and scheduler: virtual and fixed in a flow, those of the machine otherwise. An app may change it
  /// while it is built.
  public var environment: AppEnvironment
  /// The named calls of services and stores.
  public let calls: Calls
  /// Whether a flow runs: the app must then not touch the user's data.
  public var isScripted: Bool { time != nil }
  /// Whether calls do their real work: always in a typed session, and in a flow under `--live`. In any other flow only the calls of
  /// ``Calls/hermetic`` do.
  public let isLive: Bool
  /// The app's own command-line options, by name.
  public var options: [String: String] { app.optionValues }
  /// The data files of the flow, by name.
  public let files: @Sendable (String) -> String?
  let fileNames: [String]
  /// The names of the data files that the app or a line has asked for.
  private let askedFiles = Protected<Set<String>>([])

  let promises: PromiseKeeper
  private var origin = Origin()
  /// The session's activity when the promises were checked last.
  private var lookedAt = -1
  /// The number of trace entries that were checked for undeclared navigations.
  private var tracedCount = 0

  /// The tasks that lines of a flow have started, without those that have ended.
  private var startedTasks: [StartedTasks] = []

  /// The objects that outlive the app, by name.
  private var persistents: [String: any Sendable] = [:]
  package var isPersistent: Bool { !persistents.isEmpty }

  let time: FlowTime?
  package let app: ConsoleApp
  private let date: VirtualDate?
  /// Nil before the app is built, and after the end: a module's closure may capture the session.
  package private(set) var navigator: Navigator?
  /// The navigator's trace, which stays after the end.
  package private(set) var trace: Trace?
  package let startDate: Date
  var following = TraceFollowing()
  package private(set) var announcements: [String] = []

  /// A session of a flow, with virtual time and a fixed environment.
  package convenience init(
    scripted app: ConsoleApp, files: [String: String] = [:], promises: [Promise] = [], isLive: Bool = false
  ) {
    let time = FlowTime(), date = VirtualDate(time)
    self.init(app, .fixed(by: date), time, date, files: files, promises: promises, isLive: isLive)
  }

  /// A session on the machine's own clock.
  package convenience init(live app: ConsoleApp, environment: AppEnvironment) {
    self.init(app, environment, isLive: true)
  }

  private init(
    _ app: ConsoleApp, _ environment: AppEnvironment, _ time: FlowTime? = nil, _ date: VirtualDate? = nil,
    files: [String: String] = [:], promises: [Promise] = [], isLive: Bool
  ) {
    self.app = app
    self.environment = environment
    self.time = time
    self.date = date
    self.promises = PromiseKeeper(promises)
    self.isLive = isLive
    self.files = { [askedFiles] name in
      askedFiles.withLock { _ = $0.insert(name) }
      return files[name]
    }
    fileNames = files.keys.sorted()
    startDate = environment.now()
    calls = Calls(time ?? environment.scheduler, time: time, isLive: isLive)
  }

  /// Prints a line before the first prompt, such as the folder of the data.
  public func announce(_ line: String) { announcements.append(Printable.line(line)) }

  /// The app's navigator, built on first access.
  package func start() throws -> Navigator {
    if let navigator { return navigator }
    // A task of the app itself may outlive every screen.
    let made = try LineTasks.$current.withValue(nil) { try app.build(self) }
    if let clash = calls.log.clash { throw NameClash(description: clash) }
    (navigator, trace) = (made, made.trace)
    for promise in promises.all where !promise.isOfLargerApp { complainOfUnknownScreens(in: promise) }
    return made
  }

  /// An object that outlives the app, such as a store in memory in place of a file: after `:restart`, the app that is built again
  /// gets the same one: `session.persistent("notes") { MemoryStore<Note>() }`.
  ///
  /// `explore` kills an app only if it has such an object, and expects that all it shows is stored there, or by the calls.
  ///
  /// - Parameters:
  ///   - name: the name of the object. Two objects of other types with one name are a complaint of the session.
  ///   - make: makes the object when the session asks for the first time.
  public func persistent<Object: Sendable>(_ name: String, _ make: () throws -> Object) rethrows -> Object {
    if let known = persistents[name] {
      if let object = known as? Object { return object }
      let types = "of type \(Swift.type(of: known)) and of type \(Object.self)"
      calls.log.complain("'\(Printable.quote(name))' names two persistent objects, \(types); rename one")
    }
    let object = try make()
    persistents[name] = object
    return object
  }

  /// Forgets the app after its screens were closed; the next line that needs it builds it again.
  func forgetApp() {
    console.texts = .english
    (navigator, trace, tracedCount, lookedAt) = (nil, nil, 0, -1)
    following.beginAgain()
  }

  private struct NameClash: Error, CustomStringConvertible { let description: String }

  /// Sets the date, and posts the notifications of a system whose clock is set.
  func setNow(_ date: Date) {
    self.date?.set(date)
    environment.notifications.post(name: .systemClockDidChange, object: nil)
    environment.notifications.post(name: .NSCalendarDayChanged, object: nil)
  }

  /// Sets the time zone, as if the user travelled there, and posts the notification of the system.
  func setZone(_ zone: TimeZone) {
    date?.zone.value = zone
    environment.notifications.post(name: .NSSystemTimeZoneDidChange, object: nil)
  }

  /// A counter that grows with every change of the screen, alert, navigation and call.
  var activity: Int { console.activity + (trace?.count ?? 0) + calls.log.activity.value }

  /// Adds a promise, which is checked at once even if the screen does not change. Returns the reply to the line, which is empty.
  func promise(_ promise: Promise) -> [String] {
    var promise = promise
    promise.place = origin.line.map { Promise.Place(line: $0) }
    promises.add(promise)
    complainOfUnknownScreens(in: promise)
    lookedAt = -1
    return []
  }

  /// A promise about a screen that does not exist would be kept, or broken, for ever.
  private func complainOfUnknownScreens(in promise: Promise) {
    guard let names = navigator?.routes.map({ PromptName.written($0.name) }) else { return }
    let paths = promise.parts.flatMap { part -> [String] in
      switch part {
      case .at(let path), .open(let path): path.split(separator: "/").map(String.init)
      default: []
      }
    }
    for name in paths where !names.contains(name) {
      let near = NearMiss.nearest(to: name, in: names).map { "did you mean '\($0)'?" } ?? "name a screen of the app"
      calls.log.complain("\(promise.named) names '\(Printable.quote(name))', which is no screen; \(near)")
    }
  }

  /// Types a line of the app; returns the reply. A command that the app accepts begins and ends scopes of promises.
  func type(_ line: String) -> [String] {
    let screen = promises.isEmpty ? nil : screenState(after: []), refusals = console.refusals
    let reply = console.execute(line), name = TypedLine(line).name
    if let screen, screen.offered.contains(name), console.refusals == refusals {
      promises.typed(name, on: screen)
      lookedAt = -1
    }
    return reply
  }

  private func screenState(after reply: [String]) -> ScreenState? {
    var screen = console.screenState(after: reply, readsTexts: promises.readsTexts)
    screen?.underWay = calls.log.underWay.map(\.name)
    screen?.isWaiting = !isAtRest
    return screen
  }

  /// Whether the visible screen was opened on top of another.
  package var isOnTop: Bool { navigator?.tree.value.path.contains { [.push, .modal].contains($0.style) } == true }

  /// Whether a call or an event may still close the visible screens.
  var isWaitingForOthers: Bool {
    if !calls.log.underWay.isEmpty { return true }
    guard let navigator else { return false }
    return navigator.tree.value.path.contains { !navigator.events(heardBy: $0.id).isEmpty }
  }

  /// Whether only live calls are under way, and time is idle. The timers of a session at a terminal are not known.
  package var isAtRest: Bool {
    calls.log.underWay.allSatisfy { $0.kind == .live } && time?.isIdle(activity: activity) ?? true
  }

  /// Checks the promises, with the screen at rest; returns the complaints about broken ones.
  func brokenPromises(after reply: [String] = []) -> [String] {
    let now = environment.scheduler.now
    guard !promises.isEmpty, activity != lookedAt || !reply.isEmpty || promises.isDue(at: now) else {
      return []
    }
    lookedAt = activity
    return promises.look(at: screenState(after: reply), now: now).map { "!! \(Printable.line($0))" }
  }

  /// The complaints about new requests for routes that no module has, or that the asking module does not declare.
  func undeclaredNavigations() -> [String] {
    let new = trace?.entries(after: tracedCount) ?? []
    tracedCount = trace?.count ?? 0
    return new.filter(\.isUndeclared).map { "!! \(Printable.line("\($0.name) \($0.detail)"))" }
  }

  /// Begins a line: timers and calls from now on are attributed to it.
  func begin(_ origin: Origin) {
    self.origin = origin
    if origin.text.hasPrefix(":") { console.forgetLines() }
    calls.log.attribute(to: origin)
    time?.attribute(to: origin)
  }

  /// Runs the work of a line. In a flow, work that leaves the process without a name is refused meanwhile.
  func watched<Output>(_ work: @MainActor () async -> Output) async -> Output {
    guard isScripted else { return await work() }
    UnnamedWork.play(calls.log)
    let tasks = LineTasks()
    defer { startedTasks = runningTasks + [StartedTasks(origin: origin, tasks: tasks)] }
    return await UnnamedWork.$report.withValue(calls.log) { await LineTasks.$current.withValue(tasks, operation: work) }
  }

  private struct StartedTasks {
    let origin: Origin
    weak var tasks: LineTasks?
  }

  private var runningTasks: [StartedTasks] { startedTasks.filter { $0.tasks != nil } }

  func set(_ command: MetaCommand) -> [String] {
    switch command {
    case .stub(let name, let answer, let delay, let isOnce, let isHeld):
      let json: String
      switch answer {
      case .json(let text): json = text
      case .file(let file):
        guard let text = files(file) else { return ["!! \(Self.noFile(file, in: fileNames))"] }
        json = text
      }
      calls.log.set(.stub(Data(json.utf8), after: delay), of: name, isOnce: isOnce, isHeld: isHeld)
    case .fail(let name, let text, let delay, let isHeld):
      calls.log.set(.fault(text, after: delay), of: name, isHeld: isHeld)
    case .delay(let name, let delay): calls.log.delay(name, delay.map(CallLog.Lateness.by) ?? .forever)
    default: break
    }
    return []
  }

  static func noFile(_ name: String, in names: [String]) -> String {
    let near = NearMiss.nearest(to: name, in: names).map { "did you mean '\($0)'?" }, name = Printable.quote(name)
    return "this flow has no data file '\(name)'; \(near ?? "add one: -- \(name) --")"
  }

  func close() {
    navigator?.closeAll()
    console.clear()
  }

  /// Releases pending timers and the app, after they were reported.
  func end() {
    time?.end()
    navigator = nil
  }

  /// Whether parts of a closed module, timers of ended calls, or tasks are still alive.
  var isReleasing: Bool {
    !runningTasks.isEmpty || navigator?.hasLeaks == true
      || time?.timers.contains { $0.timer.call.map(calls.log.isOver) == true } == true
  }

  /// Complaints about timers, calls, stubs, data files and objects that are left over after all screens are closed, one line each; and
  /// those of them that concern the app.
  var leftovers: (all: [String], ofApp: [String]) {
    let work = PendingWork(self).lines("cancel it when its screen closes"), leaks = leaks
    return (work + calls.log.leftovers + mistypedFiles + leaks, work + leaks)
  }

  /// Complaints about data files that were not read, where the app has asked for a file of nearly the same name. Any other data
  /// file may be unread on purpose: an option may replace it. Short names are too much alike to tell.
  private var mistypedFiles: [String] {
    let asked = askedFiles.withLock { $0 }, missing = asked.subtracting(fileNames).sorted()
    return fileNames.filter { !asked.contains($0) && $0.count > 8 }.compactMap { name in
      NearMiss.nearest(to: name, in: missing.filter { NearMiss.distance(name, $0) < 3 }).map {
        "the data file '\(Printable.quote(name))' was never read; did you mean '\(Printable.quote($0))'?"
      }
    }
  }

  private var leaks: [String] {
    let advice = "make it a Signal(on: environment.executor, async: …), which ends with its screen"
    return runningTasks.map { "a task is still running, started \($0.origin); \(advice)" }
      + (navigator?.leaks().map(\.description) ?? [])
  }
}
