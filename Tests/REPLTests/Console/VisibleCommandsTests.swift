import Signals
import Testing

@testable import REPL

@MainActor @Suite struct VisibleCommandsTests {
  private let first = MutableProperty("one")
  private let second = MutableProperty("two")

  @Test("a command of another screen is unknown, and a near miss is suggested") func unknown() throws {
    let screen = try Screen(ConsoleView(.field("name", first), .field("due", second)))
    #expect(screen.run("nmae x") == ["! there is no command 'nmae' on home; did you mean 'name'?"])
    #expect(screen.run("hepl") == ["! there is no command 'hepl' on home; did you mean 'help'?"])
    #expect(screen.run("Name x") == ["! there is no command 'Name' on home; did you mean 'name'?"])
    #expect(screen.run("xyzzy") == ["! there is no command 'xyzzy' on home; help lists the commands"])
    #expect(screen.run("\u{1B}[2J") == ["! there is no command '\\u{1B}[2J' on home; help lists the commands"])
    #expect(screen.run("quit") == ["! there is no command 'quit' on home; did you mean ':quit'?"])
    #expect(screen.run("exit") == ["! there is no command 'exit' on home; did you mean ':quit'?"])
    let secret = try Screen(ConsoleView(.field("password", second, secret: true)))
    #expect(secret.run("quit") == ["! there is no command '***' on home; help lists the commands"])
    #expect(screen.run("   name x") == ["name: x"])
    #expect(screen.run("   ") == [])
  }

  @Test("a name ends at a blank or a tab, even with a combining mark, and long names are cut") func names() throws {
    let screen = try Screen(ConsoleView(.field("name", first)))
    #expect(screen.run("\t name\tx\ty") == ["name: x\\ty"])
    #expect(screen.run("name \u{301}z") == ["name: \u{301}z"])
    let long = String(repeating: "x", count: 81)
    #expect(
      screen.run(long) == ["! there is no command '\(long.dropLast())…' on home; help lists the commands"])
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
    #expect(screen.console.echo(line) == shown)
    #expect(!screen.run(line).joined().contains("123456"))
  }

  @Test("a line that sets a secret field is recognised by its name") func secretField() throws {
    let screen = try Screen(ConsoleView(.field("user", first), .field("password", second, secret: true)))
    #expect(screen.console.secret(in: "password 123456") == "password")
    for line in ["password", "user ada", "pasword 123456", ":open a"] {
      #expect(screen.console.secret(in: line) == nil)
    }
  }

  @Test("a line is unchanged where no field is secret") func nothingSecret() throws {
    #expect(try Screen(ConsoleView(.field("user", first))).console.echo("passwrd 123456") == "passwrd 123456")
  }

  @Test("help lists the usage and the description of each command of the visible screen") func help() {
    let console = SmallConsole()
    console.open("todo")
    #expect(console.run("help") == ["add"])
    _ = console.run("add")
    #expect(
      console.run("help") == [
        "name TEXT  what is to be done", "due TEXT   changes due", "save       stores it", "cancel",
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
    #expect(screen.run("help save") == ["save  keeps it", "save is disabled: name is empty"])
    #expect(screen.run("help name") == ["name TEXT  what it is called", "name is disabled: name is empty"])
    #expect(screen.run("help open") == ["open N  shows it", "open is disabled"])
    problem.value = nil
    #expect(screen.run("help save") == ["save  keeps it"])
    #expect(screen.run("help  name ") == ["name TEXT  what it is called", "name: one"])
    #expect(screen.run("help password") == ["password TEXT  changes password", "password: ***"])
    #expect(screen.run("help open") == ["open N  shows it", "items has rows 1 to 2"])
    rows.value = ["a"]
    #expect(screen.run("help open").last == "items has 1 row")
    rows.value = []
    #expect(screen.run("help open").last == "there is nothing in items")
    #expect(screen.run("help sav") == ["! there is no command 'sav' on home; did you mean 'save'?"])
    screen.console.texts = .simplifiedChinese
    #expect(screen.run("help open").last == "items 中没有内容")
    #expect(screen.run("help password").first == "password 文本  更改 password")
    #expect(screen.console.completions(of: "help na") == ["name"])
  }

  @Test("an abbreviated name suggests the only command that it begins") func shortNames() throws {
    let never = Command<Void, Void, Never> { .never }
    let screen = try Screen(ConsoleView(.button("open", never), .button("start", never), .button("stop", never)))
    #expect(screen.run("op") == ["! there is no command 'op' on home; did you mean 'open'?"])
    #expect(screen.run("st") == ["! there is no command 'st' on home; help lists the commands"])
    #expect(screen.console.mistakes == 2)
  }

  @Test("a line is completed with the names of commands, never with input") func completions() {
    let console = SmallConsole()
    console.open("todo")
    _ = console.run("add")
    #expect(console.console.completions(of: "") == ["cancel", "due", "help", "name", "save"])
    #expect(console.console.completions(of: "na") == ["name"])
    #expect(console.console.completions(of: "add") == [])
    #expect(console.console.completions(of: "name ") == [])
    #expect(console.console.completions(of: "help ") == ["cancel", "due", "name", "save"])
  }
}
