import Effort
import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// What a visit of another screen, a new day, a failure or a late answer may not change.
@MainActor @Suite struct DetourTrialsTests {
  enum Mistake: CaseIterable, Sendable {
    /// The screen counts from the beginning when it is seen again.
    case forgetsReturn
    /// The last greeting is shown again when the screen is seen again.
    case greetsAgain
    /// The day of the last change is shown.
    case oldDay
    /// `undo` shows the day on which the screen was opened.
    case undoesDay
    /// `undo` puts a book at the end.
    case undoesLast
    /// The rows vanish when they cannot be read again.
    case emptyAfterFailure
    /// The books are not read again after a failure, while the shelf is open.
    case readsOnce
    /// The greeting has the name that is in the field when the answer comes.
    case laterName
    /// The greeting is cancelled when another screen is opened.
    case leavesGreeting
    /// What a greeting has noted stays after a reset.
    case keepsNote
    /// The count cannot be changed any more after a greeting was cancelled.
    case staysLocked
    /// The same, but only as long as the count is one, which it never is when a flow greets.
    case staysLockedAtFirst
    /// The name of a greeting that fails comes back into the field.
    case restoresName
  }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let flow = """
    > :promises
    > :now 2014-05-21T20:00
    > :open shelf
    > other
    > back
    > more
    > name Ann
    > greet
    > name Bob
    > reset
    > delete 2
    > undo

    """
  private static let pastMidnight = """
    > :promises
    > :now 2014-05-21T20:00
    > :open shelf
    > delete 2
    > undo
    > :now 2014-05-22T20:00
    > more

    """

  /// A shelf of books, a count, a greeting, and another screen above it.
  private static func app(_ mistake: Mistake? = nil) -> ConsoleApp {
    ConsoleApp("shelf", home: "shelf") { session in
      let calls = session.calls.hermetic, other = Route<Void, Never>("other")
      let books = MutableProperty(["Emma", "Ulysses"]), deleted = MutableProperty<[(book: String, place: Int)]>([])
      let shelf = Module(Route<Void, Never>("shelf"), opens: other) { router, _ in
        let name = MutableProperty(""), count = MutableProperty(1), environment = router.environment
        let isLocked = MutableProperty(false)
        let greet = Command<Void, String, CallFailure> {
          let asked = name.value
          isLocked.value = mistake == .staysLocked || mistake == .staysLockedAtFirst && count.value == 1
          return calls.call("shelf.greet", .just(()), failure: CallFailure.init)
            .doFailed { _ in if mistake == .restoresName { name.value = asked } }
            .doCompleted { isLocked.value = false }
            .map { "hello \(mistake == .laterName ? name.value : asked)" }
        }
        let note = MutableProperty("")
        greet.values.observeValues { _ in note.value = "greeted" }.stored(in: router.alive)
        let reset = Command<Void, Void, Never>.sync {
          greet.cancel()
          if mistake != .keepsNote { note.value = "" }
        }
        if mistake == .forgetsReturn {
          router.whileFocused(.just(())).dropFirst(1).observeValues { count.value = 1 }.stored(in: router.alive)
        }
        let greetings =
          mistake == .greetsAgain ? router.whileFocused(greet.values.share(replay: 1, once: true)) : greet.values
        let opened = environment.now(), undone = deleted.signal.filter(\.isEmpty).map { _ in opened }
        let days =
          switch mistake {
          case .oldDay: books.signal.withLatest(from: environment.days).map(\.1)
          case .undoesDay: Signal.merge(environment.days, undone)
          default: environment.days
          }
        let read = calls.call(
          "shelf.books", as: .live, books.signal.promoteFailure(),
          decode: { try JSONDecoder().decode([String].self, from: $0) }, failure: CallFailure.init)
        let once = router.whileFocused(read.map(Result.success).catchToValue(Result.failure))
        let results = mistake == .readsOnce ? once : router.resultsWhileFocused(read)
        let shown = Property(
          initial: (rows: [String](), problem: ""),
          then: results.scan(into: ([], "")) { shown, result in
            switch result {
            case .success(let rows): shown = (rows, "")
            case .failure(let failure):
              shown = (mistake == .emptyAfterFailure ? [] : shown.rows, failure.text)
            }
          })
        let delete = Command<String, Void, Never>.sync { book in
          books.modify { books in
            if let place = books.firstIndex(of: book) { deleted.value.append((book, place)) }
            books.removeAll { $0 == book }
          }
        }
        let undo = Command<Void, Void, Never>.sync {
          guard let last = deleted.value.popLast() else { return }
          books.modify { $0.insert(last.book, at: mistake == .undoesLast ? $0.count : last.place) }
        }
        return Assembly(
          view: ConsoleView(
            .title("Shelf"), .label("", shown.map(\.problem)),
            .label("day", Property(initial: "", then: days.map { DateText.print($0, environment.calendar) })),
            .label("count", count.map { "\($0)" }), .field("name", name), .label("", note),
            .list("books", shown.map(\.rows), line: { $0 }, .row("delete", delete)),
            .button(
              "more", Command.sync(unless: isLocked.map { $0 ? "a greeting is under way" : nil }) { count.value += 1 }),
            .button("greet", greet), .button("reset", reset),
            .button("undo", undo),
            .busy(greet), .alert("", greetings), .alert("", greet.failures.map(\.text)),
            .button(
              "other",
              Command<Void, Never, RouteError> {
                if mistake == .leavesGreeting { greet.cancel() }
                return router.push(other)
              })))
      }
      let above = Module(other) { router, _ in Assembly(view: ConsoleView(.title("Other"), .back(router))) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [shelf, above])
    }
  }

  private func explore(_ mistake: Mistake?, _ kinds: [ExplorationKind]) async throws -> Found {
    let settings = ExplorationSettings(kinds: kinds, runs: Effort.runs(short: 200, full: 200, all: 400), seed: 1)
    let flow = [.oldDay, .undoesDay].contains(mistake) ? Self.pastMidnight : Self.flow
    return try await Found(Self.app(mistake), settings, in: folder, flow: flow)
  }

  @Test("an app without a mistake may be left, undone, late, and open for days")
  func none() async throws {
    let found = try await explore(nil, [.orders, .faults, .detours])
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  private nonisolated static let rows: [(Mistake, ExplorationKind, String)] = [
    (.forgetsReturn, .detours, "After 'other' and 'back', the screen is another one"),
    (.greetsAgain, .detours, "After 'other' and 'back', '! hello' is shown again"),
    (.oldDay, .detours, ": opened again, the screen is another one"),
    (.undoesDay, .detours, ": opened again, the screen is another one"),
    (.undoesLast, .detours, "After 'delete 1' and 'undo', the screen is another one"),
    (.emptyAfterFailure, .faults, "A row vanishes when shelf.books fails: 'Emma'"),
    (.readsOnce, .faults, "shelf.books is not made again after a failure, while its screen is open"),
    (.laterName, .orders, "An alert depends on when shelf.greet"),
    (.leavesGreeting, .orders, "'back' depends on when shelf.greet"),
    (.keepsNote, .orders, "'reset' depends on when shelf.greet"),
    (.staysLocked, .detours, "After 'greet' was cancelled, 'more' is refused"),
    (.staysLockedAtFirst, .detours, "After 'greet' was cancelled, 'more' is refused"),
    (.restoresName, .faults, "Text that is typed before shelf.greet fails is lost then: 'name: "),
  ]

  @Test("a mistake is found, and its flow passes once it is mended", arguments: Effort.some(4, of: rows))
  func mistake(_ mistake: Mistake, _ kind: ExplorationKind, _ title: String) async throws {
    let found = try await explore(mistake, [kind])
    #expect(found.text.contains(title), "\(found.text)")
    // The greeting also comes again after it was made and reset.
    #expect(found.flows.count == (mistake == .greetsAgain ? 2 : 1), "\(found.text)")
    #expect(found.commandCount <= 8, "\(found.flows)")
    for flow in found.flows.values {
      let file = try folder.write("found.flow", flow)
      let today = await Self.app(mistake).run(flow: file), mended = await Self.app().run(flow: file)
      #expect(!today.passed, "\(flow)")
      #expect(mended.passed, "\(mended.text)")
    }
  }
}
