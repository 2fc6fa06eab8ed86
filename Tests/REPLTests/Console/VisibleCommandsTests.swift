import Signals
import Testing

@testable import REPL

@MainActor @Suite struct VisibleCommandsTests {
  private let first = MutableProperty("one")
  private let second = MutableProperty("two")

  @Test("a command of another screen is unknown; a near miss or the only name that it abbreviates is suggested")
  func unknown() throws {
    let never = Command<Void, Void, Never> { .never }, long = String(repeating: "x", count: 81)
    let screen = try Screen(
      ConsoleView(
        .field("name", first), .field("due", second), .button("open", never), .button("start", never),
        .button("stop", never)))
    screen.prints([
      "nmae x": "! there is no command 'nmae' on home; did you mean 'name'?",
      "hepl": "! there is no command 'hepl' on home; did you mean 'help'?",
      "Name x": "! there is no command 'Name' on home; did you mean 'name'?",
      "xyzzy": "! there is no command 'xyzzy' on home; help lists the commands",
      long: "! there is no command '\(long.dropLast())…' on home; help lists the commands",
      "\u{1B}[2J": "! there is no command '\\u{1B}[2J' on home; help lists the commands",
      "op": "! there is no command 'op' on home; did you mean 'open'?",
      "st": "! there is no command 'st' on home; help lists the commands",
      "   name x": "name: x", "   ": "", "\t name\tx\ty": "name: x\\ty", "name \u{301}z": "name: \u{301}z",
    ])
    #expect(screen.console.mistakes == 8)
  }

  private nonisolated static let secretsRows: [(String, String)] = [
    ("password 123456", "password ***"), ("\tpassword\t123456", "password ***"), ("passwrd 123456", "passwrd ***"),
    ("pass 123456", "pass ***"), ("word 123456", "***"), ("password=123456", "***"), ("123456", "***"),
    ("password", "password"),
    ("user tangent", "user tangent"), ("help", "help"), ("", ""), (":open a", ":open a"),
    (":password 123456", ":password ***"), (":pass 123456", "***"), ("usr tangent", "usr ***"),
  ]

  @Test(
    "on a screen with a secret field, no line that may contain a secret is shown; without one, each line is",
    arguments: secretsRows)
  func secrets(_ line: String, _ shown: String) throws {
    let user = Control.field("user", first), password = Control.field("password", second, secret: true)
    let screen = try Screen(ConsoleView(user, password)), other = try Screen(ConsoleView(user))
    #expect([screen, other].map { $0.console.echo(line) } == [shown, line])
    #expect(!screen.run(line).joined().contains("123456"))
    // A line that sets a secret field is recognised by its name.
    #expect(screen.console.secret(in: line) == (shown == "password ***" ? "password" : nil))
  }

  @Test(
    "help lists the commands of the visible screen with their descriptions; of one command, also its present state; names are completed"
  )
  func help() throws {
    let rows = MutableProperty(["a", "b"]), problem = MutableProperty<String?>("name is empty")
    let save = Command<Void, Void, Never>(enabledIf: problem.map { $0 == nil }) { .empty }
    let open = Command<String, Void, Never>(enabledIf: problem.map { $0 == nil }) { _ in .empty }
    let screen = try Screen(
      ConsoleView(
        .field("name", first, because: problem.readOnly, help: "what it is called"),
        .field("password", second, secret: true),
        .list("items", rows.readOnly, line: { $0 }, .row("open", open, help: "shows it")),
        .button("save", save, because: problem.readOnly, help: "keeps it"), .button("cancel", save)))
    screen.prints([
      "help": "name TEXT      what it is called\npassword TEXT  changes password\nopen N         shows it\n"
        + "save           keeps it\ncancel",
      "help save": "save  keeps it\nsave is disabled: name is empty",
      "help name": "name TEXT  what it is called\nname is disabled: name is empty",
      "help open": "open N  shows it\nopen is disabled",
    ])
    #expect(["na", "help na", "name n"].map { screen.console.completions(of: $0) } == [["name"], ["name"], []])
    problem.value = nil
    screen.prints([
      "help save": "save  keeps it", "help  name ": "name TEXT  what it is called\nname: one",
      "help password": "password TEXT  changes password\npassword: ***",
      "help open": "open N  shows it\nitems has rows 1 to 2",
    ])
    rows.value = ["a"]
    screen.prints(["help open": "open N  shows it\nitems has 1 row"])
    rows.value = []
    screen.prints([
      "help open": "open N  shows it\nthe list 'items' is empty",
      "help sav": "! there is no command 'sav' on home; did you mean 'save'?",
    ])
  }
}
