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
    #expect((0..<1000).allSatisfy { _ in screen.console.takeChanges() == [] })
    #expect(looked.value == 0)
    rows.value = [3]
    #expect(screen.console.takeChanges() == ["1. 3"])
    #expect(looked.value == 1)
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
        .title(first.readOnly), .title("same"), .field("name", second), .button("save", fail),
        .alert("", texts)))
    screen.prints(["save": "! disk full\n! really\n- one\n1\nname: two", "": ""])
  }

  @Test("while no screen is open, the prompt is empty and there are no commands") func nothingOpen() {
    let console = Console()
    #expect(
      [[console.prompt], console.screen] + ["add", "help", ""].map { console.run($0) } == [
        ["> "], [], ["! there is no command 'add' while nothing is open; help lists the commands"],
        ["(no commands here; :help lists those of the session)"], [],
      ])
  }

  @Test("offered commands that never ran are unused, on every screen; a refused command did not run")
  func unused() throws {
    let session = Session(scripted: SmallApp.console()), console = session.console
    try session.start().open("todo").start()
    let unused = console.unused
    for line in ["add", "save", "save now", "nmae x", "name x", "cancel", "add"] { _ = console.run(line) }
    #expect([unused, console.unused] == [["todo add"], ["add due", "add save"]])
  }

  @Test("a command at work is busy, until the work of the screen is cancelled") func cancel() throws {
    let save = Command<Void, Void, Never> { .never }, open = Command<Int, Void, Never> { _ in .never }
    let screen = try Screen(
      ConsoleView(
        .button("save", save), .list("rows", Property(constant: [1]), line: { "\($0)" }, .row("open", open)),
        .busy(save), .busy(open)))
    screen.prints(["save": "…", "save": "! save is busy\n…", "open 1": "…"])
    let isBusy = screen.console.isBusy, cancelled = [screen.console.cancel(), screen.console.cancel()]
    #expect(isBusy)
    #expect(cancelled == [["(cancelled)"], ["(nothing is under way)"]])
    #expect(!screen.console.isBusy)
    #expect(!save.isExecuting.value)
    #expect(!open.isExecuting.value)
    screen.prints(["save": "…"])
  }

  @Test("a screen that is open and not shown is a difference from the tree") func difference() throws {
    let screen = try Screen(ConsoleView()), session = Session(scripted: ConsoleApp("other") { _, _ in ConsoleView() })
    let navigator = try session.start()
    navigator.open("home").start()
    let shown = navigator.tree.value
    navigator.closeAll()
    navigator.open("home").start()
    let other = navigator.tree.value
    #expect(screen.console.difference(from: shown) == nil)
    #expect(screen.console.difference(from: other) == "1 of 1 visible screens are not shown")
    #expect(Console().difference(from: other) == "the screen 'home' is open, and the console shows ''")
  }

  @Test("a change or an alert between two lines notifies; no alert is lost while its screen is built or closed")
  func onChange() throws {
    let (texts, input) = Signal<String, Never>.pipe(), log = MutableProperty<[String]>([])
    let view = ConsoleView(.title(first.readOnly), .alert("", texts))
    input.send("early")
    let screen = try Screen(view), console = screen.console
    log.value = console.takeChanges()
    console.onChange = { log.modify { $0.append("changed") } }
    for change in [{ first.value = "1" }, { input.send("late") }] {
      change()
      log.modify { $0 += console.takeChanges() }
    }
    console.onChange = nil
    input.send("last words")
    screen.close()
    #expect(log.value == ["! early", "one", "changed", "1", "changed", "! late"])
    #expect(console.takeChanges() + [console.prompt] == ["! last words", "> "])
  }
}
