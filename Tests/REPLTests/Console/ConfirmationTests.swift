import Fixtures
import Signals
import Testing
import VIPER

@testable import REPL

/// A question with two buttons, in a terminal.
@MainActor @Suite struct ConfirmationTests {
  private let app = ConsoleApp("notes", home: "notes") { session in
    let notes = Module(Route<Void, Never>("notes")) { router, _ in
      let count = MutableProperty(2)
      let clear = Command<Void, Bool, RouteError> {
        router.confirm("Delete all notes?", message: "There are \(count.value).", confirm: "Delete", cancel: "Keep")
      }
      clear.values.filter { $0 }.map { _ in 0 }.bind(to: count).stored(in: router.alive)
      return Assembly(view: ConsoleView(.label("notes", count.map { "\($0)" }), .button("clear", clear)))
    }
    return try Navigator(
      stage: session.console, environment: session.environment, modules: [notes, .confirmation])
  }

  @Test("a flow shows the question with its buttons, and types confirm or cancel") func flow() async throws {
    let question = "  Delete all notes?\n  There are 2.\n  confirm: Delete\n  cancel: Keep\n"
    let text = """
      > :open notes
        notes: 2
      notes> clear
      \(question)notes/confirm> help
        confirm  Delete
        cancel   Keep
      notes/confirm> cancel
        notes: 2
      notes> clear
      \(question)notes/confirm> confirm
        notes: 0

      """
    let folder = try TemporaryFolder(), report = await app.run(flow: try folder.write("a.flow", text))
    #expect(report.passed, "\(report.text)")
  }
}
