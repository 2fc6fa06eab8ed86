import Signals
import Testing
import VIPER

@testable import REPL

/// The output, the commands and the replies of each control.
@MainActor @Suite struct ControlTests {
  private let text = MutableProperty("")
  private let count = MutableProperty(0)

  // MARK: Texts

  @Test("texts, conditions and rows are constants, properties and mutable properties alike; empty texts print nothing")
  func alike() throws {
    let text = MutableProperty(""), isBusy = MutableProperty(true), rows = MutableProperty([String]())
    let view = ConsoleView(
      .title(text), .title(text.readOnly), .title("T"), .label("a", text), .label("a", text.readOnly), .label("a", "T"),
      .label("", text), .progress(text), .busy(isBusy), .list("rows", rows, empty: text, line: { $0 }),
      .list("rows", rows.readOnly, empty: text.map { $0.isEmpty ? "" : "T" }, columns: { [$0] }))
    let screen = try Screen(view), empty = screen.console.screen
    text.value = "U"
    isBusy.value = false
    #expect(
      [empty, screen.console.screen] == [
        ["T", "a: T", "…"], ["U", "U", "T", "a: U", "a: U", "a: T", "U", "U", "U", "T"],
      ])
  }

  @Test("busy is `…`, the last line under each command while work is going on") func busy() throws {
    let isBusy = MutableProperty(false)
    let screen = try Screen(
      ConsoleView(.busy(isBusy.readOnly), .title("T"), .busy(isBusy.readOnly), .field("a", text)))
    screen.prints(["a b": "a: b"])
    isBusy.value = true
    #expect(screen.console.screen == ["T", "a: b", "…"])
    screen.prints([
      "a b": "…", "a c": "a: c\n…", "x": "! there is no command 'x' on home; did you mean 'a'?\n…",
    ])
    isBusy.value = false
    screen.prints(["a c": ""])
  }

  private nonisolated static let amountsRows: [(Int, Int, String)] = [
    (0, 4000, "[--------------------]   0% 0/4000"), (1000, 4000, "[#####---------------]  25% 1000/4000"),
    (4000, 4000, "[####################] 100% 4000/4000"), (0, 0, "[####################] 100% 0/0"),
    (9, 4, "[####################] 100% 9/4"),
  ]

  @Test(
    "an amount is a bar in proportion, and nothing while it is unknown; progress counts as live, as busy does",
    arguments: amountsRows)
  func amounts(_ count: Int, _ total: Int, _ bar: String) throws {
    let amount = MutableProperty<(count: Int, total: Int)?>(nil)
    let screen = try Screen(ConsoleView(.title("T"), .progress(amount), .busy(MutableProperty(true))))
    func lines() -> [[String]] { [screen.console.screen, screen.console.live] }
    let unknown = lines()
    amount.value = (count, total)
    #expect([unknown, lines()] == [[["T", "…"], ["…"]], [["T", bar, "…"], [bar, "…"]]])
  }

  @Test(
    "control characters are written out; an app's line that begins with !! gets a backslash; an alert is printed once")
  func escaped() throws {
    let (texts, input) = Signal<String, Never>.pipe()
    let screen = try Screen(
      ConsoleView(
        .title(text.readOnly), .field("name", text), .alert("", texts), .alert("Sorry", texts, button: "Fine")))
    text.value = "\u{1B}[2Ja\r\n\tb\u{7F}\u{9B}c\u{0}"
    input.send("! disk\u{1B}full")
    let written = "\\u{1B}[2Ja\\u{D}\\n\\tb\\u{7F}\\u{9B}c\\u{0}", first = screen.console.takeChanges()
    text.value = "!! passed"
    #expect(
      [first, screen.console.takeChanges()] == [
        ["! ! disk\\u{1B}full", "! Sorry: ! disk\\u{1B}full [Fine]", written, "name: \(written)"],
        ["- \(written)", "\\!! passed", "- name: \(written)", "name: !! passed"],
      ])
  }

  // MARK: Fields

  @Test("a field shows its value, or a dash, and is set by its name; while it is disabled, it prints the reason")
  func field() throws {
    let problem = MutableProperty<String?>("it is being saved")
    let screen = try Screen(ConsoleView(.field("name", text, because: problem.readOnly)))
    #expect(screen.console.screen == ["name: -"])
    screen.prints(["name Milk": "! name is disabled: it is being saved"])
    #expect(text.value == "")
    #expect(screen.console.mistakes == 0)
    problem.value = nil
    screen.prints(["name Buy  milk ": "name: Buy  milk"])
    #expect(text.value == "Buy  milk ")
    screen.prints(["name Buy  milk ": "", "name": "name: -"])
    text.value = "from elsewhere"
    #expect(screen.console.takeChanges() == ["name: from elsewhere"])
  }

  @Test("a typed field refuses invalid texts, and keeps its value") func parsed() throws {
    struct Odd: Error, CustomStringConvertible { let description = "3 is odd" }
    let field = Control.field("count", count, print: { "\($0)" }) { text in
      if text == "3" { throw Odd() }
      return Int(text)
    }
    try Screen(ConsoleView(field)).prints([
      "count 2": "count: 2", "count x\u{1B}": "! count cannot be 'x\\u{1B}'; it stays '2'",
      "count": "! count cannot be ''; it stays '2'", "count 3": "! count: 3 is odd",
    ])
    #expect(count.value == 2)
  }

  // MARK: Buttons

  @Test(
    "a button, a touch and a row execute their command, or print the reason why it is disabled: the control's or its own"
  )
  func buttons() throws {
    let count = count, reason = MutableProperty<String?>("name is empty")
    let save = Command.sync(unless: reason) { count.modify { $0 += 1 } }
    let plain = Command.sync(enabledIf: reason.map { $0 == nil }) {}
    let open = Command<Int, Void, Never>.sync(unless: reason) { _ in }
    let screen = try Screen(
      ConsoleView(
        .button("save", save), .touch(save), .button("store", save, because: Property(constant: "it is late")),
        .button("send", plain), .button("keep", plain, because: reason.readOnly),
        .list("rows", MutableProperty([1]), line: { "\($0)" }, .row("open", open)),
        .label("", count.map { "\($0) times" })))
    screen.prints([
      "save": "! save is disabled: name is empty", "touch": "! touch is disabled: name is empty",
      "store": "! store is disabled: it is late", "send": "! send is disabled",
      "keep": "! keep is disabled: name is empty", "open 1": "! open is disabled: name is empty",
      "help open": "open N\nopen is disabled: name is empty",
    ])
    reason.value = nil
    screen.prints([
      "save": "1 times", "  save \t ": "2 times", "touch": "3 times", "store": "4 times", "send": "", "keep": "",
      "open 1": "", "save  now ": "! save takes no argument; remove 'now'",
      "save \u{1B}": "! save takes no argument; remove '\\u{1B}'", "help touch": "touch",
    ])
  }

  @Test("a command that may run twice at once is disabled, never busy", arguments: [true, false])
  func sharedRuns(_ isConcurrent: Bool) throws {
    let isAllowed = MutableProperty(true), policy: CommandPolicy = isConcurrent ? .concurrent : .latest
    let send = Command<Void, Void, Never>(enabledIf: isAllowed.readOnly, policy: policy) { .never }
    let row = Command<Int, Void, Never>(enabledIf: isAllowed.readOnly, policy: policy) { _ in .never }
    let screen = try Screen(
      ConsoleView(.button("send", send), .list("rows", Property(constant: [1]), line: { "\($0)" }, .row("row", row))))
    screen.prints(["send": "", "send": "", "row 1": "", "row 1": ""])
    isAllowed.value = false
    screen.prints(["send": "! send is disabled", "row 1": "! row is disabled"])
  }

  @Test("back executes the router's command; cancel cancels its commands, and is disabled while none executes")
  func wayOut() throws {
    let load = Command<Int, Int, Never> { _ in .never }, save = Command<Void, Void, RouteError> { .never }
    let other = Command<Void, Void, Never> { .never }, back = Command<Void, Void, RouteError> { .empty }
    let cancel = Control.cancel(load, save, help: "gives up")
    let screen = try Screen(ConsoleView(.back(back, help: "leaves"), cancel, .button("other", other)))
    screen.prints(["cancel": "! cancel is disabled: nothing is under way", "back": "", "help back": "back  leaves"])
    load.execute(1)
    save.execute()
    other.execute()
    screen.prints(["help cancel": "cancel  gives up", "cancel": ""])
    #expect([load.isExecuting.value, save.isExecuting.value, other.isExecuting.value] == [false, false, true])
    other.cancel()
  }

  // MARK: Lists

  @Test("rows are numbered, under a heading wherever the section changes; the line for an empty list may change")
  func rows() throws {
    let rows = MutableProperty<[String]>([])
    let list = Control.list(
      "items", rows.readOnly, empty: text.readOnly, section: { $0 == "zero" ? nil : "\($0.count) letters" },
      line: { $0.uppercased() })
    let screen = try Screen(ConsoleView(list)), none = screen.console.takeChanges()
    text.value = "(nothing found)"
    let empty = screen.console.takeChanges()
    rows.value = ["zero", "one", "two", "three", "six"]
    #expect(
      [none, empty, screen.console.takeChanges()] == [
        [], ["(nothing found)"],
        ["1. ZERO", "3 letters", "  2. ONE", "  3. TWO", "5 letters", "  4. THREE", "3 letters", "  5. SIX"],
      ])
  }

  @Test("numbers and columns are aligned, however wide") func alignedRows() {
    let ten = Property(constant: Array(1...10)), odd = Property(constant: ["a\nb", "long text"])
    #expect(
      ConsoleView(
        .list("pictures", ten, columns: { [$0 == 1 ? "猫" : "cat", "/\($0)"] }),
        .list("texts", odd, columns: { [$0, "end"] })
      ).regions == [
        [" 1. 猫   /1"] + (2...9).map { " \($0). cat  /\($0)" } + ["10. cat  /10"],
        ["1. a\\nb       end", "2. long text  end"],
      ])
  }

  @Test("a row is named by its number, its text, or the beginning that no other row has") func namedRow() throws {
    let texts = [["Get", "milk"], ["Get", "milk now"], ["2"], ["Sleep"], ["3 eggs"], ["", " tea", "", "hot"]]
    let rows = MutableProperty(texts)
    let opened = MutableProperty("")
    let open = Command<[String], Void, Never>.sync { row in opened.value = row.joined(separator: "+") }
    let screen = try Screen(
      ConsoleView(.list("items", rows.readOnly, columns: { $0 }, .row("open", open)), .label("", opened.readOnly)))
    screen.prints([
      "open Get milk": "Get+milk", "open  Get milk n ": "Get+milk now", "open Sl": "Sleep", "open 3 e": "3 eggs",
      "open 2": "Get+milk now", "open 3": "2", "open tea hot": "+ tea++hot",
      "open Get": "! open: 2 rows begin with 'Get'; type more of one, or its number",
      "open sleep": "! open cannot take 'sleep'; items has rows 1 to 6",
    ])
    let completed = ["open ", "open G", "open Get ", "open Get milk", "open Get milk n", "open x", "opn G"]
    #expect(
      completed.map { screen.console.completions(of: $0) } == [
        ["2", "3", "Get", "Sleep", "tea"], ["Get"], ["milk"], ["milk"], ["now"], [], [],
      ])
  }

  @Test("a row's action takes the number of a row") func rowAction() throws {
    let rows = MutableProperty(["a", "b"]), opened = MutableProperty("")
    let open = Command<String, Void, Never>.sync { row in opened.value = row }
    let screen = try Screen(
      ConsoleView(.list("items", rows.readOnly, line: { $0 }, .row("open", open)), .label("", opened.readOnly)))
    screen.prints([
      "open 2": "b", "open  1 ": "a", "open 2\t": "b",
      "open": "! open needs the number or the text of a row; items has rows 1 to 2",
      "open 0": "! open cannot take '0'; items has rows 1 to 2",
      "open -1": "! open cannot take '-1'; items has rows 1 to 2",
      "open 1 2": "! open cannot take '1 2'; items has rows 1 to 2",
      "open \(String(repeating: "9", count: 99))":
        "! open cannot take '\(String(repeating: "9", count: 80))…'; items has rows 1 to 2",
    ])
    rows.value = []
    screen.prints(["open 1": "! open: the list 'items' is empty"])
    #expect(opened.value == "b")
    #expect(screen.console.mistakes == 6)
  }
}
