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
    let off = Property(constant: false), rows = MutableProperty(["item a", "item b"])
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
    ("wait now", ["! wait takes no argument; remove 'now'"]),
    ("count x", ["! count cannot be 'x'; it stays '1'"]),
    ("open", ["! open needs the number or the text of a row; items has rows 1 to 2"]),
    ("open 3", ["! open cannot take '3'; items has rows 1 to 2"]),
    ("open ite", ["! open: 2 rows begin with 'ite'; type more of one, or its number"]),
    ("pick 2", ["! pick cannot take '2'; one has 1 row"]),
    ("help pick", ["pick N", "one has 1 row"]),
    ("help open", ["open N", "items has rows 1 to 2"]),
    ("take 1", ["! take: the list 'none' is empty"]),
    ("cancel", ["! cancel is disabled: nothing is under way"]),
    ("help take", ["take N", "the list 'none' is empty"]),
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

  @Test("a session in another language and time zone gives a flow with both, piped or saved") func language()
    async throws
  {
    let folder = try TemporaryFolder(), recorded = RecordedTerminal(), app = SmallApp.console()
    recorded.pipe(":open todo", "add now", ":save \(folder.path)/saved.flow")
    var environment = AppEnvironment.still
    environment.locale = Locale(identifier: "zh-Hans")
    environment.calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    #expect(await recorded.run(environment: environment) == 1)
    try folder.write("piped.flow", recorded.text.components(separatedBy: "todo> :save").first ?? "")
    let texts = try ["saved.flow", "piped.flow"].map { try folder.read($0) }
    let start = "> :zone Asia/Tokyo\n> :now 2001-01-01T09:00:00\n> :locale zh-Hans\n> :open todo\n"
    #expect(texts.map { $0.missing(start, "! add takes no argument; remove 'now'") } == [[], []])
    let reports = [await app.run(flow: folder.file("saved.flow")), await app.run(flow: folder.file("piped.flow"))]
    #expect(reports.filter { !$0.passed }.map(\.text) == [])
  }
}
