import Foundation
import REPL
import Signals
import VIPER

// A small app through every layer that a console needs: a list, a modal that adds to it, a store whose calls have names.

extension Route<Void, Never> { static var notes: Self { Route("notes") } }
extension Route<Void, String> { static var add: Self { Route("add", style: .modal) } }
extension Route<Void, Never> { static var odd: Self { Route("odd") } }

struct NoteError: Error { let reason: String }

/// Keeps notes in memory. Its calls are `notes.all` and `notes.save`.
final class NoteStore: Sendable {
  private let notes = MutableProperty<[String]>([])
  private let calls: Calls

  init(_ calls: Calls) { self.calls = calls }

  func all() -> Signal<[String], NoteError> {
    calls.call("notes.all", .deferred { [notes] in .just(notes.value) }, failure: NoteError.init)
  }

  func save(_ note: String) -> Signal<Void, NoteError> {
    calls.call("notes.save", .deferred { [notes] in .just(notes.modify { $0.append(note) }) }, failure: NoteError.init)
  }
}

@MainActor final class NotesPresenter: Presenter {
  let title = Property(constant: "NOTES")
  let rows: Property<[String]>
  let opened = MutableProperty("")
  let clock = MutableProperty("")
  let ticks = MutableProperty(0)
  let load: Command<Void, [String], NoteError>
  let add: Command<Void, String, RouteError>
  let open: Command<String, Never, Never>
  let tick: Command<Void, Int, Never>
  let spin: Command<Void, Int, Never>
  let leak: Command<Void, Never, Never>
  let problems: Signal<String, Never>

  init(_ store: NoteStore, router: Router<Never>) {
    let opened = opened, scheduler = router.environment.scheduler
    load = Command(policy: .latest) { store.all() }
    rows = Property(initial: [], then: load.values)
    add = Command { router.present(.add) }
    open = Command { row in
      .deferred {
        opened.value = "opened \(row)"; return .empty
      }
    }
    tick = Command { Signal<Int, Never>.timer(every: .seconds(1), on: scheduler).prefix(3) }
    spin = Command(policy: .concurrent) {
      Signal { emitter in Spinner(scheduler).turn(emitter) }
    }
    leak = Command {
      .deferred {
        Kept.forever.value.append(Timer(scheduler)); return .empty
      }
    }
    problems = load.failures.map(\.reason)
    router.results(of: .add).map { _ in }.bind(to: load).stored(in: router.alive)
    tick.values.map { $0 + 1 }.bind(to: ticks).stored(in: router.alive)
  }

  func willGainFocus() { load.execute() }
}

/// Schedules itself again and again, without time going on.
private struct Spinner: Sendable {
  let scheduler: any Scheduler
  init(_ scheduler: any Scheduler) { self.scheduler = scheduler }
  func turn(_ emitter: Emitter<Int, Never>) {
    scheduler.schedule { if !emitter.isDisposed { turn(emitter) } }
  }
}

/// A timer nobody stops.
private final class Timer: Sendable {
  init(_ scheduler: any Scheduler) { scheduler.schedule(after: .seconds(90)) {} }
}
private enum Kept { static let forever = MutableProperty<[Timer]>([]) }

@MainActor final class AddPresenter: Presenter {
  let title = Property(constant: "Add")
  let text = MutableProperty(""), secret = MutableProperty(""), stars = MutableProperty(3)
  let problem: Property<String?>
  let save: Command<Void, String, NoteError>
  let cancel: Command<Void, Void, RouteError>
  let problems: Signal<String, Never>

  init(_ store: NoteStore, router: Router<String>) {
    let text = text
    problem = text.map { $0.isEmpty ? "text is empty" : nil }
    save = Command(enabledIf: problem.map { $0 == nil }) { store.save(text.value).map { text.value } }
    cancel = router.back
    problems = save.failures.map(\.reason)
    save.values.bind(to: router.finish).stored(in: router.alive)
  }
}

enum Notes {
  static let app = ConsoleApp(
    "notes", home: "notes", options: [ConsoleOption("data", value: "DIR", help: "where notes are kept")]
  ) { session in
    if let folder = session.options["data"] { session.announce("data: \(folder)") }
    let store = NoteStore(session.calls)
    return try Navigator(
      stage: session.console, environment: session.environment,
      modules: [notes(store), add(store), Module(.odd) { _, _ in Assembly(view: Plain()) }])
  }
  /// No console view.
  private final class Plain {}

  @MainActor private static func notes(_ store: NoteStore) -> Module {
    Module(.notes, opens: .add) { router, _ in
      let presenter = NotesPresenter(store, router: router)
      let view = ConsoleView(
        .title(presenter.title),
        .list(
          "notes", presenter.rows, empty: "(no notes)", section: { $0.hasPrefix("Buy") ? "Shopping" : "Other" },
          line: { $0 }, .row("open", presenter.open)),
        .label("opened", presenter.opened.readOnly),
        .label("ticks", presenter.ticks.map { $0 == 0 ? "" : "ticks: \($0)" }),
        .busy(presenter.tick.isExecuting),
        .button("add", presenter.add), .button("tick", presenter.tick), .button("spin", presenter.spin),
        .button("leak", presenter.leak), .alert("", presenter.problems))
      return Assembly(view: view, presenter: presenter)
    }
  }

  @MainActor private static func add(_ store: NoteStore) -> Module {
    Module(.add) { router, _ in
      let presenter = AddPresenter(store, router: router)
      let view = ConsoleView(
        .title(presenter.title), .field("text", presenter.text), .field("password", presenter.secret, secret: true),
        .field("stars", presenter.stars, print: { "\($0)" }, parse: { Int($0) }),
        .button("save", presenter.save, because: presenter.problem), .button("cancel", presenter.cancel),
        .touch(presenter.cancel), .alert("", presenter.problems))
      return Assembly(view: view, presenter: presenter)
    }
  }
}
