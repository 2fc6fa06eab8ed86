import Signals
import Testing

@testable import REPL

/// The output, the commands and the replies of each control.
@MainActor @Suite struct ControlTests {
  private let text = MutableProperty("")
  private let count = MutableProperty(0)

  /// The present output of the view.
  private func printed(_ view: ConsoleView) -> [String] { view.regions.flatMap { $0 } }

  // MARK: Texts

  @Test("a title is a line, and so is a label, unless it is empty") func texts() {
    let view = ConsoleView(.title(text.readOnly), .label("status", text.readOnly))
    #expect(printed(view) == [])
    text.value = "Hello"
    #expect(printed(view) == ["Hello", "status: Hello"])
    #expect(printed(ConsoleView(.label("", text.readOnly))) == ["Hello"])
  }

  @Test("busy is `…`, the last line under each command while work is going on") func busy() throws {
    let isBusy = MutableProperty(false)
    let screen = try Screen(
      ConsoleView(.busy(isBusy.readOnly), .title(Property(constant: "T")), .busy(isBusy.readOnly), .field("a", text)))
    screen.prints(["a b": "a: b"])
    isBusy.value = true
    #expect(screen.console.screen == ["T", "a: b", "…"])
    screen.prints([
      "a b": "…", "a c": "a: c\n…", "x": "! there is no command 'x' on home; did you mean 'a'?\n…",
    ])
    isBusy.value = false
    screen.prints(["a c": ""])
  }

  @Test("progress is a line while it has a text, and counts as live, as busy does")
  func progress() throws {
    let isBusy = MutableProperty(true)
    let view = ConsoleView(.title(count.map { "\($0)" }), .progress(text.readOnly), .busy(isBusy.readOnly))
    let screen = try Screen(view)
    #expect(screen.console.screen == ["0", "…"] && screen.console.live == ["…"])
    text.value = "[#-]"
    #expect(screen.console.screen == ["0", "[#-]", "…"] && screen.console.live == ["[#-]", "…"])
  }

  @Test(
    "an amount is a bar in proportion, and nothing while it is unknown",
    arguments: [
      (0, 4000, "[--------------------]   0% 0/4000"), (1000, 4000, "[#####---------------]  25% 1000/4000"),
      (4000, 4000, "[####################] 100% 4000/4000"), (0, 0, "[####################] 100% 0/0"),
      (9, 4, "[####################] 100% 9/4"),
    ])
  func amounts(_ count: Int, _ total: Int, _ bar: String) {
    let amount = MutableProperty<(count: Int, total: Int)?>(nil), view = ConsoleView(.progress(amount))
    #expect(printed(view) == [])
    amount.value = (count, total)
    #expect(printed(view) == [bar] && view.live == [bar])
  }

  @Test("control characters are written out") func escaped() throws {
    text.value = "\u{1B}[2Ja\r\n\tb\u{7F}\u{9B}c\u{0}"
    let view = ConsoleView(.title(text.readOnly), .field("name", text))
    let written = "\\u{1B}[2Ja\\u{D}\\n\\tb\\u{7F}\\u{9B}c\\u{0}"
    #expect(printed(view) == [written, "name: \(written)"])
  }

  // MARK: Fields

  @Test("a field shows its value, or a dash, and is set by its name") func field() throws {
    let screen = try Screen(ConsoleView(.field("name", text)))
    #expect(screen.console.screen == ["name: -"])
    screen.prints(["name Buy  milk ": "name: Buy  milk"])
    #expect(text.value == "Buy  milk ")
    screen.prints(["name Buy  milk ": "", "name": "name: -"])
    text.value = "from elsewhere"
    #expect(screen.console.takeChanges() == ["name: from elsewhere"])
  }

  @Test("a secret is never shown") func secret() throws {
    let screen = try Screen(ConsoleView(.field("password", text, secret: true)))
    #expect(screen.console.screen == ["password: -"])
    screen.prints([
      "password hunter2": "password: ***", "password other": "", "help": "password TEXT  changes password",
    ])
    #expect(text.value == "other" && screen.console.completions(of: "password h") == [])
  }

  @Test("a typed field refuses invalid texts, and keeps its value") func parsed() throws {
    struct Odd: Error, CustomStringConvertible { let description = "3 is odd" }
    let count = count
    let view = ConsoleView(
      .field("count", count, print: { "\($0)" }) { text in
        if text == "3" { throw Odd() }
        return Int(text)
      })
    let screen = try Screen(view)
    screen.prints([
      "count 2": "count: 2", "count x\u{1B}": "! count cannot be 'x\\u{1B}'; it stays '2'",
      "count": "! count cannot be ''; it stays '2'", "count 3": "! count: 3 is odd",
    ])
    #expect(count.value == 2)
  }

  @Test("a disabled field keeps its value, and prints the reason") func locked() throws {
    let problem = MutableProperty<String?>("it is being saved")
    let screen = try Screen(ConsoleView(.field("name", text, because: problem.readOnly)))
    screen.prints(["name Milk": "! name is disabled: it is being saved"])
    #expect(text.value == "" && screen.console.mistakes == 0)
    problem.value = nil
    screen.prints(["name Milk": "name: Milk"])
  }

  // MARK: Buttons

  @Test("a button executes its command, or prints the reason why it is disabled") func button() throws {
    let count = count, problem = MutableProperty<String?>("name is empty")
    let save = Command<Void, Void, Never>(enabledIf: problem.map { $0 == nil }) {
      count.modify { $0 += 1 }
    }
    let view = ConsoleView(
      .button("save", save, because: problem.readOnly), .button("store", save), .touch(save),
      .label("", count.map { "\($0) times" }))
    let screen = try Screen(view)
    screen.prints(["save": "! save is disabled: name is empty", "store": "! store is disabled"])
    problem.value = nil
    screen.prints([
      "save": "1 times", "save now": "! save takes nothing after it; 'now' is left over",
      "save \u{1B}": "! save takes nothing after it; '\\u{1B}' is left over",
    ])
    screen.prints([
      "  save \t ": "2 times", "save  now ": "! save takes nothing after it; 'now' is left over", "touch": "3 times",
      "help touch": "touch",
    ])
  }

  @Test("a command that carries its reason is disabled with it, as a button, a touch and a row") func reasons() throws {
    let reason = MutableProperty<String?>("name is empty")
    let save = Command<Void, Void, Never>(unless: reason) {}, open = Command<Int, Void, Never>(unless: reason) { _ in }
    let screen = try Screen(
      ConsoleView(
        .button("save", save), .touch(save), .button("store", save, because: Property(constant: "it is late")),
        .list("rows", MutableProperty([1]), line: { "\($0)" }, .row("open", open))))
    screen.prints([
      "save": "! save is disabled: name is empty", "touch": "! touch is disabled: name is empty",
      "open 1": "! open is disabled: name is empty", "help open": "open N\nopen is disabled: name is empty",
      "store": "! store is disabled: it is late",
    ])
    reason.value = nil
    screen.prints(["save": "", "touch": "", "store": "", "open 1": ""])
  }

  @Test("texts, conditions and rows are constants, properties and mutable properties alike") func alike() throws {
    let text = MutableProperty("T"), isBusy = MutableProperty(true), rows = MutableProperty([String]())
    let view = ConsoleView(
      .title(text), .title(text.readOnly), .title("T"), .label("a", text), .label("a", text.readOnly), .label("a", "T"),
      .progress(text), .busy(isBusy), .list("rows", rows, empty: text, line: { $0 }),
      .list("rows", rows.readOnly, empty: "T", columns: { [$0] }))
    let screen = try Screen(view)
    #expect(screen.console.screen == ["T", "T", "T", "a: T", "a: T", "a: T", "T", "T", "T", "…"])
    text.value = "U"
    isBusy.value = false
    #expect(screen.console.screen == ["U", "U", "T", "a: U", "a: U", "a: T", "U", "U", "T"])
  }

  @Test("a button whose command is running is busy") func busyButton() throws {
    let save = Command<Void, Void, Never> { .never }
    let screen = try Screen(ConsoleView(.button("save", save), .busy(save.isExecuting)))
    screen.prints(["save": "…", "save": "! save is busy\n…"])
    save.cancel()
    screen.prints(["save": "…"])
  }

  @Test("a command that may run twice at once is disabled, never busy", arguments: [true, false])
  func sharedRuns(_ isConcurrent: Bool) throws {
    let isAllowed = MutableProperty(true)
    let send = Command<Void, Void, Never>(
      enabledIf: isAllowed.readOnly, policy: isConcurrent ? .concurrent : .latest
    ) { .never }
    let row = Command<Int, Void, Never>(enabledIf: isAllowed.readOnly, policy: isConcurrent ? .concurrent : .latest) {
      _ in .never
    }
    let screen = try Screen(
      ConsoleView(.button("send", send), .list("rows", Property(constant: [1]), line: { "\($0)" }, .row("row", row))))
    screen.prints(["send": "", "send": "", "row 1": "", "row 1": ""])
    isAllowed.value = false
    screen.prints(["send": "! send is disabled", "row 1": "! row is disabled"])
  }

  // MARK: Alerts

  @Test("an alert is printed once, with its title and button if it has a title") func alert() throws {
    let (texts, input) = Signal<String, Never>.pipe()
    let screen = try Screen(ConsoleView(.alert("", texts), .alert("Sorry", texts, button: "Fine")))
    input.send("disk\u{1B}full")
    let printed = (0..<2).map { _ in screen.console.takeChanges() }
    #expect(printed == [["! disk\\u{1B}full", "! Sorry: disk\\u{1B}full [Fine]"], []])
  }

  // MARK: Lists

  @Test("rows are numbered, under a heading wherever the section changes") func rows() {
    let rows = MutableProperty<[String]>([])
    func view(_ empty: String) -> ConsoleView {
      ConsoleView(
        .list(
          "items", rows.readOnly, empty: empty, section: { $0 == "zero" ? nil : "\($0.count) letters" },
          line: { $0.uppercased() }))
    }
    #expect(printed(view("(nothing)")) == ["(nothing)"])
    #expect(printed(view("")) == [])
    rows.value = ["zero", "one", "two", "three", "six"]
    #expect(
      printed(view("")) == [
        "1. ZERO", "3 letters", "  2. ONE", "  3. TWO", "5 letters", "  4. THREE", "3 letters", "  5. SIX",
      ])
  }

  @Test("numbers and columns are aligned, however wide") func alignedRows() {
    let ten = Property(constant: Array(1...10)), odd = Property(constant: ["a\nb", "long text"])
    let lists: [Control] = [
      .list("pictures", ten, columns: { [$0 == 1 ? "猫" : "cat", "/\($0)"] }),
      .list("texts", odd, columns: { [$0, "end"] }),
      .list("texts", Property(constant: [1]), section: { _ in "One" }, line: { "\($0)" }),
      .list("none", Property(constant: [Int]()), empty: "(none)", columns: { ["\($0)"] }),
    ]
    #expect(
      lists.map { printed(ConsoleView($0)) } == [
        [" 1. 猫   /1"] + (2...9).map { " \($0). cat  /\($0)" } + ["10. cat  /10"],
        ["1. a\\nb       end", "2. long text  end"], ["One", "  1. 1"], ["(none)"],
      ])
  }

  @Test("the line for an empty list may change") func emptyRows() throws {
    let rows = MutableProperty<[String]>([])
    let screen = try Screen(ConsoleView(.list("items", rows.readOnly, empty: text.readOnly, line: { $0 })))
    #expect(screen.console.screen == [])
    text.value = "(nothing found)"
    #expect(screen.console.takeChanges() == ["(nothing found)"])
    rows.value = ["a"]
    #expect(screen.console.takeChanges() == ["1. a"])
  }

  @Test("an app's line that begins with !! gets a backslash") func harnessMark() throws {
    let (texts, input) = Signal<String, Never>.pipe()
    let screen = try Screen(ConsoleView(.title(text.readOnly), .alert("", texts)))
    text.value = "!! passed"
    input.send("! x")
    #expect(screen.console.takeChanges() == ["! ! x", "\\!! passed"])
  }

  @Test("a row's action takes the number of a row") func rowAction() throws {
    let rows = MutableProperty(["a", "b"]), opened = MutableProperty("")
    let open = Command<String, Void, Never> { row in opened.value = row }
    let closed = Command<String, Void, Never>(enabledIf: Property(constant: false)) { _ in .empty }
    let view = ConsoleView(
      .list("items", rows.readOnly, line: { $0 }, .row("open", open), .row("close", closed)),
      .label("", opened.readOnly))
    let screen = try Screen(view)
    screen.prints([
      "help": "open N\nclose N", "open 2": "b", "open": "! open needs the number of a row; items has rows 1 to 2",
      "open  1 ": "a", "open 2\t": "b", "close 1": "! close is disabled",
    ])
    #expect(screen.run("open \(String(repeating: "9", count: 99))").first?.contains("999…'") == true)
    for text in ["0", "3", "-1", "x", "1 2", "99999999999999999999"] {
      screen.prints(["open \(text)": "! open cannot take '\(text)'; items has rows 1 to 2"])
    }
    rows.value = ["a"]
    screen.prints(["open 2": "! open cannot take '2'; items has 1 row"])
    rows.value = []
    screen.prints(["open 1": "! open: there is nothing in items"])
    #expect(opened.value == "b")
  }
}
