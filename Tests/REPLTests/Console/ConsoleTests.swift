import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct ConsoleTests {
  private let first = MutableProperty("one")
  private let second = MutableProperty("two")

  @Test("an unchanged screen is not read again, because time may move in thousands of steps")
  func unchanged() throws {
    let rows = MutableProperty([1, 2]), looked = MutableProperty(0)
    let line: (Int) -> String = { number in
      looked.modify { $0 += 1 }
      return "\(number)"
    }
    let screen = try Screen(ConsoleView(.list("rows", rows.readOnly, line: line)))
    _ = screen.console.takeChanges()
    looked.value = 0
    for _ in 0..<1000 { #expect(screen.console.takeChanges() == []) }
    #expect(looked.value == 0)
    rows.value = [3]
    #expect(screen.console.takeChanges() == ["1. 3"] && looked.value == 1)
  }

  @Test("after an alert the fields are printed again, to show that no input is lost") func alertsThenFields() throws {
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
    screen.prints(["save": "! disk full\n! really\n- one\n1\nname: two"])
    #expect(screen.console.takeChanges() == [])
  }

  @Test("another screen is printed whole, also when going back") func screens() throws {
    let console = SmallConsole()
    console.open("todo")
    let list = ["VIPER TODO", "(no upcoming items)"], form = ["Add", "name: -", "due: 2001-01-01"]
    #expect(console.lines() == list)
    #expect(["add", "name x", "cancel", "add"].map { console.run($0) } == [form, ["name: x"], list, form])
    #expect(console.console.prompt == "todo/add> ")
  }

  @Test("while no screen is open, the prompt is empty and there are no commands") func nothingOpen() {
    let console = Console()
    #expect(console.prompt == "> " && console.screen == [])
    #expect(
      ["add", "help", ""].map { console.run($0) } == [
        ["! there is no command 'add' while nothing is open; help lists the commands"],
        ["(no commands here; :help lists those of the session)"], [],
      ])
  }

  @Test("offered commands that never ran are unused, on every screen; a refused command did not run")
  func unused() {
    let console = SmallConsole()
    console.open("todo")
    #expect(console.console.unused == ["todo add"])
    for line in ["add", "save", "save now", "nmae x", "name x", "cancel", "add"] { _ = console.run(line) }
    #expect(console.console.unused == ["add due", "add save"])
  }

  @Test("work of the screen's commands can be cancelled") func cancel() throws {
    let save = Command<Void, Void, Never> { .never }, open = Command<Int, Void, Never> { _ in .never }
    let screen = try Screen(
      ConsoleView(
        .button("save", save), .list("rows", Property(constant: [1]), line: { "\($0)" }, .row("open", open)),
        .busy(save.isExecuting.or(open.isExecuting))))
    screen.prints(["save": "…", "open 1": "…"])
    #expect(screen.console.isBusy && screen.console.cancel() == ["(cancelled)"])
    #expect(!screen.console.isBusy && screen.console.cancel() == ["(nothing is under way)"])
    #expect(!save.isExecuting.value && !open.isExecuting.value)
    screen.prints(["save": "…"])
  }

  @Test("a change between two lines notifies") func onChange() throws {
    let (texts, input) = Signal<String, Never>.pipe(), told = MutableProperty(0)
    let screen = try Screen(ConsoleView(.title(first), .alert("", texts)))
    _ = screen.console.takeChanges()
    screen.console.onChange = { told.modify { $0 += 1 } }
    first.value = "1"
    #expect(told.value == 1 && screen.console.takeChanges() == ["1"])
    input.send("late")
    #expect(told.value == 2 && screen.console.takeChanges() == ["! late"])
  }

  @Test("an alert while its screen is built or closed is not lost") func earlyAndLate() throws {
    let (texts, input) = Signal<String, Never>.pipe()
    let view = ConsoleView(.title(first.readOnly), .alert("", texts))
    input.send("early")
    let screen = try Screen(view)
    #expect(screen.console.takeChanges() == ["! early", "one"])
    input.send("last words")
    screen.close()
    #expect(screen.console.takeChanges() == ["! last words"] && screen.console.prompt == "> ")
  }

  @Test("a view of another kind cannot be shown") func otherView() throws {
    final class Window {}
    let module = Module(Route<Void, Never>("home")) { _, _ in Assembly(view: Window()) }
    let console = Console(), problem = MutableProperty<RouteError?>(nil)
    let navigator = try Navigator(
      stage: console, environment: .still, modules: [module])
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
      stage: console, environment: .still, modules: [module])
    navigator.open("home").start()
    #expect(console.screen == ["Home"] && navigator.tree.value.root == nil)
    time.advance(by: .milliseconds(300))
    #expect(navigator.tree.value.root != nil)
  }
}
