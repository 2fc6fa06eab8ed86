import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct ConsoleTests {
  private let first = MutableProperty("one")
  private let second = MutableProperty("two")

  @Test("only the regions that changed are printed, in the order of the view") func regions() throws {
    let screen = try Screen(
      ConsoleView(.title(second.readOnly), .title(Property(constant: "-")), .title(first.readOnly)))
    #expect(screen.console.changes() == ["two", "-", "one"])
    #expect(screen.console.changes() == [])
    first.value = "1"
    second.value = "2"
    #expect(screen.console.changes() == ["2", "1"])
    first.value = "3"
    first.value = "1"
    #expect(screen.console.changes() == [])
    #expect(screen.console.screen == ["2", "-", "1"])
  }

  @Test("a screen on which nothing changed is not looked at again: time may move in thousands of steps")
  func unchanged() throws {
    let rows = MutableProperty([1, 2]), looked = MutableProperty(0)
    let line: (Int) -> String = { number in
      looked.modify { $0 += 1 }
      return "\(number)"
    }
    let screen = try Screen(ConsoleView(.list("rows", rows.readOnly, line: line)))
    _ = screen.console.changes()
    looked.value = 0
    for _ in 0..<1000 { #expect(screen.console.changes() == []) }
    #expect(looked.value == 0)
    rows.value = [3]
    #expect(screen.console.changes() == ["1. 3"] && looked.value == 1)
  }

  @Test("after an alert the fields are printed again: nothing typed is lost") func alertsThenFields() throws {
    let (texts, input) = Signal<String, Never>.pipe(), first = first
    let fail = Command<Void, Void, Never> {
      .deferred {
        input.send("disk full")
        input.send("really")
        return .just(first.value = "1")
      }
    }
    let screen = try Screen(
      ConsoleView(
        .title(first.readOnly), .title(Property(constant: "same")), .field("name", second), .button("save", fail),
        .alert("", texts)))
    #expect(screen.run("save") == ["! disk full", "! really", "1", "name: two"])
    #expect(screen.console.changes() == [])
  }

  @Test("another screen is printed whole, and so is the one that comes back") func screens() throws {
    let console = SmallConsole()
    console.open("todo")
    #expect(console.lines() == ["VIPER TODO", "(no upcoming items)"])
    #expect(console.console.prompt == "todo> ")
    #expect(console.run("add") == ["Add", "name: -", "due: 2001-01-01"])
    #expect(console.console.prompt == "todo/add> ")
    #expect(console.run("name x") == ["name: x"])
    #expect(console.run("cancel") == ["VIPER TODO", "(no upcoming items)"])
    #expect(console.run("add") == ["Add", "name: -", "due: 2001-01-01"])
  }

  @Test("with nothing open the prompt is bare") func nothingOpen() {
    let console = Console()
    #expect(console.prompt == "> ")
    #expect(console.screen == [])
    #expect(console.run("add") == ["! there is no command 'add' while nothing is open; help lists the commands"])
    #expect(console.run("help") == ["(no commands here; :help lists those of the session)"])
    #expect(console.run("") == [])
  }

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

  @Test("commands that were offered and never run are unused, on whatever screen; a refused one was not run")
  func unused() {
    let console = SmallConsole()
    #expect(console.console.unused == [])
    console.open("todo")
    #expect(console.console.unused == ["todo add"])
    for line in ["add", "save", "save now", "nmae x", "name x", "cancel", "add"] { _ = console.run(line) }
    #expect(console.console.unused == ["add due", "add save"])
  }

  @Test("what the commands of the screen have started can be ended") func cancel() throws {
    let save = Command<Void, Void, Never> { .never }, open = Command<Int, Void, Never> { _ in .never }
    let screen = try Screen(
      ConsoleView(
        .button("save", save), .list("rows", Property(constant: [1]), line: { "\($0)" }, .row("open", open)),
        .busy(save.isExecuting.or(open.isExecuting))))
    #expect(screen.run("save") == ["…"])
    _ = screen.run("open 1")
    #expect(screen.console.isBusy && screen.console.cancel() == ["(cancelled)"])
    #expect(!screen.console.isBusy && screen.console.cancel() == ["(nothing is under way)"])
    #expect(!save.isExecuting.value && !open.isExecuting.value)
    #expect(screen.run("save") == ["…"])
  }

  @Test("what changes between two lines is told") func onChange() throws {
    let (texts, input) = Signal<String, Never>.pipe(), told = MutableProperty(0)
    let screen = try Screen(ConsoleView(.title(first.readOnly), .alert("", texts)))
    _ = screen.console.changes()
    screen.console.onChange = { told.modify { $0 += 1 } }
    first.value = "1"
    #expect(told.value == 1)
    #expect(screen.console.changes() == ["1"])
    input.send("late")
    #expect(told.value == 2)
    #expect(screen.console.changes() == ["! late"])
  }

  @Test("an alert that comes while its screen is built or closes is not lost") func earlyAndLate() throws {
    let (texts, input) = Signal<String, Never>.pipe()
    let view = ConsoleView(.title(first.readOnly), .alert("", texts))
    input.send("early")
    let screen = try Screen(view)
    #expect(screen.console.changes() == ["! early", "one"])
    input.send("last words")
    screen.close()
    #expect(screen.console.changes() == ["! last words"])
    #expect(screen.console.prompt == "> ")
  }

  @Test("a view of another kind cannot be shown") func otherView() throws {
    final class Window {}
    let module = Module(Route<Void, Never>("home")) { _, _ in Assembly(view: Window()) }
    let console = Console(), problem = MutableProperty<RouteError?>(nil)
    let navigator = try Navigator(
      stage: console, environment: .fixed(by: VirtualDate(VirtualTimeScheduler())), modules: [module])
    navigator.open("home").observe { if case .failed(let error) = $0 { problem.value = error } }
    #expect(problem.value == .invalid("home has a Window, and a console shows a ConsoleView"))
    #expect(navigator.tree.value.root == nil)
  }

  @Test("a transition may take its time") func slow() throws {
    let time = VirtualTimeScheduler(), console = Console(delay: .milliseconds(300), on: time)
    let module = Module(Route<Void, Never>("home")) { _, _ in
      Assembly(view: ConsoleView(.title(Property(constant: "Home"))))
    }
    let navigator = try Navigator(
      stage: console, environment: .fixed(by: VirtualDate(VirtualTimeScheduler())), modules: [module])
    navigator.open("home").start()
    #expect(console.screen == ["Home"])
    #expect(navigator.tree.value.root == nil)
    time.advance(by: .milliseconds(300))
    #expect(navigator.tree.value.root != nil)
  }
}

/// The small app on a console, without the session's own commands.
@MainActor private struct SmallConsole {
  private let session = Session(scripted: SmallApp.console())
  var console: Console { session.console }

  func open(_ link: String) {
    do { try session.start().open(link).start() } catch { Issue.record(error) }
  }

  func lines() -> [String] { console.changes() }

  func run(_ line: String) -> [String] {
    _ = console.changes()
    return console.run(line)
  }
}
