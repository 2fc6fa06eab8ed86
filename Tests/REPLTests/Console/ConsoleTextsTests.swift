import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// The console's own messages are English, and can be replaced.
@MainActor @Suite struct ConsoleTextsTests {
  private let never = Command<Void, Void, Never> { .never }

  /// A screen on which every mistake can be made.
  private func screen() throws -> Screen {
    let row = Command<String, Void, Never> { _ in .empty }
    let off = Property(constant: false), rows = MutableProperty(["a", "b"])
    let view = ConsoleView(
      .field("count", MutableProperty(1), print: { "\($0)" }) { Int($0) },
      .button("wait", never), .button("stop", Command<Void, Void, Never>(enabledIf: off) { .empty }),
      .button(
        "save", Command<Void, Void, Never>(enabledIf: off) { .empty }, because: Property(constant: "it is late")),
      .list("items", rows.readOnly, line: { $0 }, .row("open", row)),
      .list("one", Property(constant: ["a"]), line: { $0 }, .row("pick", row)),
      .list("none", Property(constant: [String]()), line: { $0 }, .row("take", row)),
      .back(Command<Void, Void, RouteError> { .empty }), .cancel(row))
    return try Screen(view)
  }

  private nonisolated static let rows: [(line: String, output: [String])] = [
    ("stop", ["! stop is disabled"]),
    ("save", ["! save is disabled: it is late"]),
    ("wait", ["! wait is busy"]),
    ("sve", ["! there is no command 'sve' on home; did you mean 'save'?"]),
    ("xyzzy", ["! there is no command 'xyzzy' on home; help lists the commands"]),
    ("wait now", ["! wait takes nothing after it; 'now' is left over"]),
    ("count x", ["! count cannot be 'x'; it stays '1'"]),
    ("open", ["! open needs the number of a row; items has rows 1 to 2"]),
    ("open 3", ["! open cannot take '3'; items has rows 1 to 2"]),
    ("pick 2", ["! pick cannot take '2'; one has 1 row"]),
    ("help pick", ["pick N", "one has 1 row"]),
    ("help open", ["open N", "items has rows 1 to 2"]),
    ("take 1", ["! take: there is nothing in none"]),
    ("cancel", ["! cancel is disabled: nothing is under way"]),
    ("help take", ["take N", "there is nothing in none"]),
    ("help count", ["count TEXT  changes count", "count: 1"]),
    ("help back", ["back  goes back to the screen before this one"]),
  ]

  @Test("each mistake has a message, and each command a line of help", arguments: rows)
  func messages(_ line: String, _ output: [String]) throws {
    let screen = try screen()
    never.execute()
    #expect(screen.run(line) == output)
    never.cancel()
  }

  @Test("an app may replace the messages") func replaced() async throws {
    let app = ConsoleApp("patient") { session, _ in
      session.console.texts.busy = { "\($0) braucht noch" }
      return ConsoleView(.button("wait", Command<Void, Void, Never> { .never }))
    }
    let run = try await FlowRunner(app).execute("> :open home\nhome> wait\nhome> wait\nhome> :cancel\n")
    #expect(run.outputs == [[], [], ["! wait braucht noch"], ["(cancelled)"]])
  }

  @Test("a session in another language gives a flow with its locale, piped or saved") func language() async throws {
    let folder = try TemporaryFolder(), recorded = RecordedTerminal(), app = SmallApp.console()
    recorded.pipe(":open todo", "add now", ":save \(folder.path)/saved.flow")
    var environment = AppEnvironment.still
    environment.locale = Locale(identifier: "zh-Hans")
    #expect(await recorded.run(environment: environment) == 1)
    try folder.write("piped.flow", recorded.text.components(separatedBy: "todo> :save").first ?? "")
    let texts = try ["saved.flow", "piped.flow"].map { try folder.read($0) }
    let start = "> :now 2001-01-01T00:00:00\n> :locale zh-Hans\n> :open todo\n"
    #expect(texts.map { $0.missing(start, "! add takes nothing after it; 'now' is left over") } == [[], []])
    let reports = [await app.run(flow: folder.file("saved.flow")), await app.run(flow: folder.file("piped.flow"))]
    #expect(reports.filter { !$0.passed }.map(\.text) == [])
  }
}
