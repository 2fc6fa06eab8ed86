import Signals
import Testing

@testable import REPL

@MainActor @Suite struct VisibleCommandsTests {
  private let first = MutableProperty("one")
  private let second = MutableProperty("two")

  @Test("a command of another screen is unknown, and a near miss is named") func unknown() throws {
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

  @Test("a name ends at a blank or a tab, whatever mark is on it, and long names are cut") func names() throws {
    let screen = try Screen(ConsoleView(.field("name", first)))
    #expect(screen.run("\t name\tx\ty") == ["name: x\\ty"])
    #expect(screen.run("name \u{301}z") == ["name: \u{301}z"])
    let long = String(repeating: "x", count: 81)
    #expect(
      screen.run(long) == ["! there is no command '\(long.dropLast())…' on home; help lists the commands"])
  }

  @Test(
    "where there is a secret field, no line that may hold a secret is shown",
    arguments: [
      ("password 123456", "password ***"), ("\tpassword\t123456", "password ***"), ("passwrd 123456", "passwrd ***"),
      ("pass 123456", "***"), ("password=123456", "***"), ("123456", "***"), ("password", "password"),
      ("user tangent", "user tangent"), ("help", "help"), ("", ""), (":open a", ":open a"),
      (":password 123456", ":password ***"), (":pass 123456", "***"), ("usr tangent", "usr ***"),
    ])
  func secrets(_ line: String, _ shown: String) throws {
    let screen = try Screen(ConsoleView(.field("user", first), .field("password", second, secret: true)))
    #expect(screen.console.echo(line) == shown)
    #expect(!screen.run(line).joined().contains("123456"))
  }

  @Test("a line that sets a secret field is known by its name") func secretField() throws {
    let screen = try Screen(ConsoleView(.field("user", first), .field("password", second, secret: true)))
    #expect(screen.console.secret(in: "password 123456") == "password")
    for line in ["password", "user ada", "pasword 123456", ":open a"] {
      #expect(screen.console.secret(in: line) == nil)
    }
  }

  @Test("a line is shown as it is where nothing is secret") func nothingSecret() throws {
    #expect(try Screen(ConsoleView(.field("user", first))).console.echo("passwrd 123456") == "passwrd 123456")
  }

  @Test("help lists the commands of the visible screen, as they are typed") func help() {
    let console = SmallConsole()
    console.open("todo")
    #expect(console.run("help") == ["add"])
    _ = console.run("add")
    #expect(console.run("help") == ["name TEXT", "due TEXT", "save", "cancel"])
  }

  @Test("a line is completed with the names of commands, never with what was typed") func completions() {
    let console = SmallConsole()
    console.open("todo")
    _ = console.run("add")
    #expect(console.console.completions(of: "") == ["cancel", "due", "help", "name", "save"])
    #expect(console.console.completions(of: "na") == ["name"])
    #expect(console.console.completions(of: "add") == [])
    #expect(console.console.completions(of: "name ") == [])
  }
}
