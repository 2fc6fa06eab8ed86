import Signals
import Testing

@testable import REPL

@MainActor @Suite struct VisibleCommandsTests {
  private let first = MutableProperty("one")
  private let second = MutableProperty("two")

  @Test("a command of another screen is unknown, and a near miss is suggested") func unknown() throws {
    let screen = try Screen(ConsoleView(.field("name", first), .field("due", second)))
    screen.prints([
      "nmae x": "! there is no command 'nmae' on home; did you mean 'name'?",
      "hepl": "! there is no command 'hepl' on home; did you mean 'help'?",
      "Name x": "! there is no command 'Name' on home; did you mean 'name'?",
      "xyzzy": "! there is no command 'xyzzy' on home; help lists the commands",
      "\u{1B}[2J": "! there is no command '\\u{1B}[2J' on home; help lists the commands",
      "quit": "! there is no command 'quit' on home; did you mean ':quit'?",
      "exit": "! there is no command 'exit' on home; did you mean ':quit'?",
    ])
    let secret = try Screen(ConsoleView(.field("password", second, secret: true)))
    secret.prints(["quit": "! there is no command '***' on home; help lists the commands"])
    screen.prints(["   name x": "name: x", "   ": ""])
  }

  @Test("a name ends at a blank or a tab, even with a combining mark, and long names are cut") func names() throws {
    let screen = try Screen(ConsoleView(.field("name", first)))
    screen.prints(["\t name\tx\ty": "name: x\\ty", "name \u{301}z": "name: \u{301}z"])
    let long = String(repeating: "x", count: 81)
    screen.prints([long: "! there is no command '\(long.dropLast())…' on home; help lists the commands"])
  }

  @Test(
    "on a screen with a secret field, no line that may contain a secret is shown",
    arguments: [
      ("password 123456", "password ***"), ("\tpassword\t123456", "password ***"), ("passwrd 123456", "passwrd ***"),
      ("pass 123456", "pass ***"), ("word 123456", "***"), ("password=123456", "***"), ("123456", "***"),
      ("password", "password"),
      ("user tangent", "user tangent"), ("help", "help"), ("", ""), (":open a", ":open a"),
      (":password 123456", ":password ***"), (":pass 123456", "***"), ("usr tangent", "usr ***"),
    ])
  func secrets(_ line: String, _ shown: String) throws {
    let screen = try Screen(ConsoleView(.field("user", first), .field("password", second, secret: true)))
    #expect(screen.console.echo(line) == shown && !screen.run(line).joined().contains("123456"))
  }

  @Test("a line that sets a secret field is recognised by its name") func secretField() throws {
    let screen = try Screen(ConsoleView(.field("user", first), .field("password", second, secret: true)))
    let lines = ["password 123456", "password", "user ada", "pasword 123456", ":open a"]
    #expect(lines.map { screen.console.secret(in: $0) } == ["password", nil, nil, nil, nil])
  }

  @Test("a line is unchanged where no field is secret") func nothingSecret() throws {
    #expect(try Screen(ConsoleView(.field("user", first))).console.echo("passwrd 123456") == "passwrd 123456")
  }

  @Test("help lists the usage and the description of each command of the visible screen") func help() {
    let console = SmallConsole()
    console.open("todo")
    #expect(
      ["help", "add", "help"].map { console.run($0) } == [
        ["add"], ["Add", "name: -", "due: 2001-01-01"],
        ["name TEXT  what is to be done", "due TEXT   changes due", "save       stores it", "cancel"],
      ])
  }

  @Test("help of one command adds its value, its range of rows, or the reason why it is disabled")
  func helpOfOne() throws {
    let rows = MutableProperty(["a", "b"]), problem = MutableProperty<String?>("name is empty")
    let save = Command<Void, Void, Never>(enabledIf: problem.map { $0 == nil }) { .empty }
    let open = Command<String, Void, Never>(enabledIf: problem.map { $0 == nil }) { _ in .empty }
    let screen = try Screen(
      ConsoleView(
        .field("name", first, because: problem.readOnly, help: "what it is called"),
        .field("password", second, secret: true),
        .list("items", rows.readOnly, line: { $0 }, .row("open", open, help: "shows it")),
        .button("save", save, because: problem.readOnly, help: "keeps it")))
    screen.prints([
      "help save": "save  keeps it\nsave is disabled: name is empty",
      "help name": "name TEXT  what it is called\nname is disabled: name is empty",
      "help open": "open N  shows it\nopen is disabled",
    ])
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
      "help open": "open N  shows it\nthere is nothing in items",
      "help sav": "! there is no command 'sav' on home; did you mean 'save'?",
    ])
    screen.console.texts = .simplifiedChinese
    screen.prints([
      "help open": "open 行号  shows it\nitems 中没有内容", "help password": "password 文本  更改 password\npassword: ***",
    ])
  }

  @Test("an abbreviated name suggests the only command that it begins") func shortNames() throws {
    let never = Command<Void, Void, Never> { .never }
    let screen = try Screen(ConsoleView(.button("open", never), .button("start", never), .button("stop", never)))
    screen.prints([
      "op": "! there is no command 'op' on home; did you mean 'open'?",
      "st": "! there is no command 'st' on home; help lists the commands",
    ])
    #expect(screen.console.mistakes == 2)
  }

  @Test("a line is completed with the names of commands, never with input") func completions() {
    let console = SmallConsole()
    console.open("todo")
    _ = console.run("add")
    #expect(
      ["", "na", "add", "name ", "help ", "help na"].map { console.console.completions(of: $0) } == [
        ["cancel", "due", "help", "name", "save"], ["name"], [], [], ["cancel", "due", "name", "save"], ["name"],
      ])
  }
}
