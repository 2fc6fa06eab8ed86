import Effort
import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// Apps without a mistake, with habits that look like one.
@MainActor @Suite struct RightAppTests {
  enum Habit: CaseIterable, Sendable {
    /// A failure enables a button that tries again.
    case offersRetry
    /// What failed is sent again by another button.
    case sendsLater
    /// After a failure another button is disabled for half a minute.
    case coolsDown
    /// A button writes, and reads afterwards: if reading fails, it has written.
    case reads
    /// A form removes a wrong password.
    case clearsSecret
    /// The line that leaves a screen enables a button of the screen below.
    case agrees
    /// A button has to be pressed twice, and another one withdraws the first press.
    case confirms
    /// The screen shows when it was saved.
    case showsTime
    /// Each saved text has its own alert.
    case tellsEach
    /// The form clears itself after a minute.
    case clearsItself
    /// The screen shows today, or the day that was chosen.
    case turnsPages
    /// The list has room for three rows.
    case showsThree
    /// The screen counts all changes, those that were undone, too.
    case countsChanges

    var flow: String {
      switch self {
      case .offersRetry: "> save\n> :fail form.save with \"no\"\n> save\n> retry\n"
      case .sendsLater: "> save\n> send\n"
      case .coolsDown: "> more\n> save\n> more\n"
      case .reads: "> draft a\n> draft b\n> save\n> reload\n"
      case .clearsSecret: "> password a\n> save\n> :fail form.save with \"wrong\"\n> save\n"
      case .agrees: "> terms\n> agree\n> more\n"
      case .confirms: "> save\n> withdraw\n> save\n> save\n"
      case .turnsPages: "> later\n> earlier\n"
      case .showsThree: "> draft a\n> add\n> draft b\n> add\n> draft c\n> add\n> delete 3\n"
      case .countsChanges: "> delete 3\n> undo\n> delete 2\n"
      case .clearsItself: "> draft a\n> save\n> :advance 2m\n"
      case .showsTime, .tellsEach: "> draft a\n> save\n> draft b\n> save\n"
      }
    }
  }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// - Parameter undoesLast: whether a row that was deleted comes back as the last one, which is a mistake.
  private static func app(_ habit: Habit, undoesLast: Bool = false) -> ConsoleApp {
    ConsoleApp("form", home: "form") { session in
      let calls = session.calls.hermetic, terms = Route<Void, Bool>("terms")
      let form = Module(Route<Void, Never>("form"), opens: terms) { router, _ in
        switch habit {
        case .turnsPages: Assembly(view: agenda(router.environment))
        case .showsThree: Assembly(view: list())
        case .countsChanges: Assembly(view: counter(undoesLast))
        default: Assembly(view: view(habit, router, calls, terms))
        }
      }
      let above = Module(terms) { router, _ in
        let agree = Command<Void, Void, RouteError> { router.finish(true) }
        return Assembly(view: ConsoleView(.title("Terms"), .button("agree", agree), .back(router)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [form, above])
    }
  }

  private static func agenda(_ environment: AppEnvironment) -> ConsoleView {
    let chosen = MutableProperty<Date?>(nil), today = Property(initial: environment.now(), then: environment.days)
    func turn(_ days: Double) -> Command<Void, Void, Never> {
      .sync { chosen.value = (chosen.value ?? today.value) + days * 86_400 }
    }
    let day = Property.combineLatest(chosen, today) { Day.of($0 ?? $1) }
    return ConsoleView(.label("day", day), .button("later", turn(1)), .button("earlier", turn(-1)))
  }

  private static func list() -> ConsoleView {
    let draft = MutableProperty(""), all = MutableProperty<[(id: Int, text: String)]>([]), count = MutableProperty(0)
    let add = Command<Void, Void, Never>.sync(unless: draft.map { $0.isEmpty ? "there is no text" : nil }) {
      count.value += 1
      all.modify { $0.append((count.value, draft.value)) }
    }
    let delete = Command<(id: Int, text: String), Void, Never>.sync { row in
      all.modify { $0.removeAll { $0.id == row.id } }
    }
    return ConsoleView(
      .field("draft", draft), .button("add", add),
      .list("drafts", all.map { Array($0.prefix(3)) }, line: \.text, .row("delete", delete)))
  }

  private static func counter(_ undoesLast: Bool) -> ConsoleView {
    let states = MutableProperty([["a", "b", "c"]]), count = MutableProperty(0)
    let delete = Command<String, Void, Never>.sync { row in
      states.modify { $0.append($0[$0.count - 1].filter { $0 != row }) }
      count.value += 1
    }
    let undo = Command<Void, Void, Never>.sync(unless: states.map { $0.count > 1 ? nil : "nothing was deleted" }) {
      states.modify { states in
        let last = states.removeLast(), before = states[states.count - 1]
        if undoesLast { states[states.count - 1] = last + before.filter { !last.contains($0) } }
      }
      count.value += 1
    }
    let changes = Control.label("changes", count.map { "\($0)" })
    return ConsoleView(
      .list("drafts", states.map { $0.last ?? [] }, line: { $0 }, .row("delete", delete)), .button("undo", undo),
      changes.ignoredByExplore())
  }

  private static func view(
    _ habit: Habit, _ router: Router<Never>, _ calls: Calls, _ terms: Route<Void, Bool>
  ) -> ConsoleView {
    let draft = MutableProperty(""), password = MutableProperty(""), stored = MutableProperty("")
    let shown = MutableProperty(""), count = MutableProperty(0), unsent = MutableProperty(0)
    let obstacle = MutableProperty<String?>(habit == .agrees ? "the terms are not agreed to" : nil)
    let hasFailed = MutableProperty(false), isPressed = MutableProperty(false), environment = router.environment
    @Sendable func call(_ name: String, _ effect: @escaping @Sendable () -> Void) -> Signal<Void, CallFailure> {
      calls.call(name, Signal<Void, CallFailure>.just(()).doValue(effect), failure: CallFailure.init)
    }
    @Sendable func read() -> Signal<Void, CallFailure> { call("form.read") {}.doValue { shown.value = stored.value } }
    let saved = MutableProperty("")
    let save = Command<Void, Void, CallFailure>(policy: habit == .tellsEach ? .concurrent : .exclusive) {
      let text = draft.value
      if habit == .confirms, !isPressed.value {
        isPressed.value = true
        return .empty
      }
      isPressed.value = false
      let saving = call("form.save") { stored.value = text }.doCompleted {
        saved.value = "saved \(text)"
        hasFailed.value = false
        if habit != .reads { count.value += 1 }
        if habit == .showsTime { shown.value = "\(text) at \(environment.now())" }
      }
      .doFailed { failure in
        hasFailed.value = true
        switch habit {
        case .sendsLater: unsent.value += 1
        case .clearsSecret where failure.text == "wrong": password.value = ""
        case .coolsDown:
          obstacle.value = "wait"
          environment.scheduler.schedule(after: .seconds(30)) { obstacle.value = nil }.stored(in: router.alive)
        default: break
        }
      }
      return habit == .reads ? saving.then { read() } : saving
    }
    let reload = Command<Void, Void, CallFailure> { read() }
    let retry = Command<Void, Void, CallFailure>(unless: hasFailed.map { $0 ? nil : "nothing has failed" }) {
      call("form.retry") {}.doCompleted { hasFailed.value = false }
    }
    let send = Command<Void, Void, CallFailure> {
      if unsent.value == 0 { return .empty }
      return call("form.save") {}.doCompleted {
        count.value += unsent.value
        unsent.value = 0
      }
    }
    let withdraw = Command<Void, Void, Never>.sync(unless: isPressed.map { $0 ? nil : "nothing was pressed" }) {
      isPressed.value = false
    }
    let more = Command<Void, Void, Never>.sync(unless: obstacle.readOnly) { count.value += 1 }
    router.results(of: terms).observeValues { _ in obstacle.value = nil }.stored(in: router.alive)
    if habit == .clearsItself {
      environment.scheduler.schedule(after: .seconds(60)) { draft.value = "" }.stored(in: router.alive)
    }
    let told = saved.changes.filter { _ in habit == .tellsEach }
    let failures = Signal.merge(save.failures, reload.failures, retry.failures, send.failures)
    return ConsoleView(
      .title("Form"), .field("draft", draft), .field("password", password, secret: true),
      .label("count", count.map { "\($0)" }), .label("saved", shown), .button("save", save), .button("reload", reload),
      .button("retry", retry), .button("send", send), .button("withdraw", withdraw), .button("more", more),
      .button("terms", Command { router.push(terms) }), .busy(save), .alert("", failures.map(\.text)),
      .alert("", told))
  }

  @Test("nothing is found in a right app", arguments: Habit.allCases)
  func none(_ habit: Habit) async throws {
    let found = try await explore(habit, Self.app(habit))
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)\n\(found.flows)")
  }

  @Test("a mistake beside a counter that is left out is found, and its flow passes once it is mended")
  func counter() async throws {
    let found = try await explore(.countsChanges, Self.app(.countsChanges, undoesLast: true))
    #expect(found.text.contains("After 'delete 1' and 'undo', the screen is another one"), "\(found.text)")
    let file = try folder.write("found.flow", found.flows.values.first ?? "")
    let today = await Self.app(.countsChanges, undoesLast: true).run(flow: file)
    let mended = await Self.app(.countsChanges).run(flow: file)
    #expect(!today.passed, "\(found.flows)")
    #expect(mended.passed, "\(mended.text)")
  }

  private func explore(_ habit: Habit, _ app: ConsoleApp) async throws -> Found {
    let settings = ExplorationSettings(
      kinds: [.orders, .faults, .detours], runs: Effort.runs(short: 120, full: 120, all: 400), seed: 1)
    let flow = "> :promises\n> :now 2014-05-21T20:00\n> :open form\n\(habit.flow)"
    return try await Found(app, settings, in: folder, flow: flow)
  }
}
