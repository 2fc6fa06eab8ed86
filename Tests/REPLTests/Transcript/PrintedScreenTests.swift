import Effort
import Fixtures
import Signals
import SignalsTesting
import Testing
import VIPER

@testable import REPL

@Suite struct PrintedScreenTests {
  /// The outputs for a sequence of states of a screen; the first state is another screen.
  private func printed(_ states: [[String]]...) -> [[String]] {
    var printed = PrintedScreen()
    return states.map { regions in
      let inputs = regions.map { _ in false }
      return printed.print([.change(printed.take(.init(node: 1, path: "home", regions: regions, inputs: inputs)))])
    }
  }

  private static let rows = (1...10).map { ($0 < 10 ? " " : "") + "\($0). row" }

  /// The regions of a screen before and after a change, and the printed lines.
  private static let changes: [(old: [[String]], new: [[String]], lines: [String])] = [
    ([["T"], ["a: 1"], ["b: 1"]], [["T"], ["a: 1"], ["b: 1"]], []),
    ([["T"], ["a: 1"], ["b: 1"]], [["T"], ["a: 2"], ["b: 2"]], ["a: 2", "b: 2"]),
    // A changed region is printed alone where a reader finds its place.
    ([["T"], ["(none)"]], [["T"], ["1. a"]], ["1. a"]),
    ([["T"], ["Today", "  1. a", "Later", "  2. b"]], [["T"], ["(none)"]], ["(none)"]),
    ([["T"], ["x: 1"], ["one"]], [["T"], ["x: 1"], ["two"]], ["two"]),
    // A line above rows that are only aligned is not their heading.
    ([["T"], ["one"], rows], [["T"], ["two"], rows], ["two"]),
    ([["T"], ["one"], ["two"]], [["T"], ["1"], ["2"]], ["1", "2"]),
    ([["T"], ["x: 1"], []], [["T"], ["x: 1"], ["new"]], ["new"]), ([["one"]], [["two"]], ["two"]),
    ([["T"], ["1. a"], []], [["T"], ["1. b"], ["added: 2"]], ["1. b", "added: 2"]),
    ([["T"], ["1. a"], ["one"]], [["T"], ["1. a"], ["two"]], ["two"]),
    ([["T"], ["error"], ["1. a"]], [["T"], [], ["1. b"]], ["- error", "1. b"]),
    ([["(none)"], ["text: -"]], [["1. a"], ["text: -"]], ["1. a"]), ([["T"], []], [["T"], ["1. a"]], ["1. a"]),
    // Elsewhere the replaced region is printed, too.
    ([["T"], ["one"], ["two"]], [["T"], ["1"], ["two"]], ["- one", "1"]),
    ([["T"], ["1. a", "2. b"], ["1. c"]], [["T"], ["1. d"], ["1. c"]], ["- 1. a (+1)", "1. d"]),
    ([["One"], ["x: 1"]], [["Two"], ["x: 1"]], ["- One", "Two"]),
    ([["T"], ["1. a"]], [["T"], ["none"]], ["- 1. a", "none"]),
    // A new region is printed with the region below it, unless it is the last.
    ([["T"], [], ["1. a"]], [["T"], ["error"], ["1. a"]], ["error", "1. a"]),
    ([[], ["T"]], [["error"], ["T"]], ["error", "T"]),
    ([["T"], [], ["x: 1"], ["y: 1"]], [["T"], ["error"], ["x: 1"], ["y: 1"]], ["error", "x: 1"]),
    // A region that became empty prints its first line and the number of others.
    ([["T"], ["[!] no disk"], ["1. a", "2. b", "3. c"]], [["T"], [], []], ["- [!] no disk", "- 1. a (+2)"]),
    // Where that is not enough, the screen is printed whole, below its own prompt.
    ([["T"], ["same"], ["same"]], [["T"], [], ["same"]], ["home>", "T", "same"]),
    ([["T"], []], [["T"], ["new"]], ["home>", "T", "new"]),
    ([["T"], ["same"], ["same"]], [["T"], ["other"], ["same"]], ["home>", "T", "other", "same"]),
  ]

  @Test(
    "the changed regions are printed, with as much of the screen as a reader needs to find their places",
    arguments: changes)
  func changed(_ old: [[String]], _ new: [[String]], _ lines: [String]) {
    #expect(printed(old, new) == [old.flatMap { $0 }, lines])
  }

  private nonisolated static let namedRows: [(String, String, Bool)] = [
    ("name: 1", "name: 2", true), ("due-day: 1", "due-day: 2", true), ("b:", "b: 2", true), ("事件: 1", "事件: 2", true),
    ("one two: 1", "one two: 2", false), ("a,b: 1", "a,b: 2", false), ("http://1", "http://2", false),
    (": 1", ": 2", false), ("1.a", "1.b", false), ("2. a", "2. b", false), ("(a) b", "(a) c", false),
  ]

  @Test("a reader finds a line by the one word before its colon, and no other line", arguments: namedRows)
  func named(_ old: String, _ new: String, _ isNamed: Bool) {
    #expect(printed([["T"], [old], ["x"]], [["T"], [new], ["x"]]).last == (isNamed ? [new] : ["- \(old)", new]))
  }

  // MARK: Other screens

  @Test("another screen is printed whole, below its prompt where the next prompt does not show the change")
  func other() {
    var screen = PrintedScreen()
    func shown(_ node: Int, _ path: String, _ lines: String...) -> PrintedScreen.Item {
      let inputs = lines.map { _ in false }
      return .change(screen.take(.init(node: node, path: path, regions: lines.map { [$0] }, inputs: inputs)))
    }
    let steps: [(items: () -> [PrintedScreen.Item], lines: [String])] = [
      ({ [shown(1, "home", "Home")] }, ["Home"]), ({ [shown(2, "home/next", "Next")] }, ["Next"]),
      ({ [shown(3, "home/next", "Next")] }, ["home/next>", "Next"]),
      (
        { [.stamp(.seconds(1)), shown(1, "home", "Home"), .stamp(.seconds(2)), shown(4, "home/next", "There")] },
        ["+1s", "home>", "Home", "+2s", "There"]
      ),
      (
        { [shown(1, "home", "Home"), .stamp(.seconds(1)), shown(1, "home", "House")] },
        ["home>", "Home", "+1s", "House"]
      ), ({ [shown(5, "home/none")] }, []),
    ]
    for (items, lines) in steps {
      let items = items()
      #expect(screen.print(items) == lines)
    }
  }

  @Test(
    "fields are printed again after an alert, and a screen is whole below a list of commands, whose end no reader sees")
  func replies() {
    var screen = PrintedScreen()
    func take(_ name: String, alerts: [String] = []) -> PrintedScreen.Item {
      let regions = [["T"], ["name: \(name)"]]
      return .change(
        screen.take(.init(node: 1, path: "home", regions: regions, inputs: [false, true]), alerts: alerts))
    }
    let steps: [(items: () -> [PrintedScreen.Item], lines: [String])] = [
      ({ [take("a")] }, ["T", "name: a"]), ({ [take("a", alerts: ["! no"])] }, ["! no", "name: a"]),
      ({ [.reply(["save", "cancel"]), take("b")] }, ["save", "cancel", "home>", "T", "name: b"]),
      ({ [.reply(["(cancelled)"]), take("c")] }, ["(cancelled)", "name: c"]),
    ]
    for (items, lines) in steps {
      let items = items()
      #expect(screen.print(items) == lines)
    }
  }

  // MARK: The law

  /// A screen with random content in a random number of controls; `next` changes it.
  @MainActor private final class Anything: Presenter {
    private nonisolated static let texts = [
      "", "", "", "a", "b", "a: b", "a: c", "b:", "- a", "- a (+1)", "a (+1)", "1. a", "2. b", "  1. a", " 1. a", "1.",
      "…", "! a", "!! a", "!", "-", "~ a", "\\", "\\! a", "+1s", "any>", "any/top>", ">", " ", "e\u{301}: x", "事件: a",
      "(a)",
      "(b)", "a\nb",
    ]
    let view: ConsoleView

    init(_ router: Router<Never>, _ numbers: MutableProperty<SeededNumbers>) {
      let kinds: [Int] = numbers.withValue { numbers in
        (0..<Int.random(in: 0...6, using: &numbers)).map { _ in Int.random(in: 0..<7, using: &numbers) }
      }
      let texts = kinds.map { _ in MutableProperty("") }, rows = kinds.map { _ in MutableProperty<[String]>([]) }
      let busy = MutableProperty(false), said = Signal<String, Never>.pipe()
      let controls = zip(kinds, zip(texts, rows)).map { kind, values -> Control in
        let (text, rows) = values
        return switch kind {
        case 0: .title(text.readOnly)
        case 1: .label("", text.readOnly)
        case 2: .label("a", text.readOnly)
        case 3: .field("b", text)
        case 4: .progress(text.readOnly)
        case 5: .list("rows", rows.readOnly, empty: text.readOnly, line: { $0 })
        default:
          .list(
            "rows", rows.readOnly, empty: text.readOnly, section: { $0.isEmpty ? nil : String($0.prefix(1)) },
            line: { $0 })
        }
      }
      @Sendable func change() {
        numbers.modify { numbers in
          for text in texts where Int.random(in: 0..<4, using: &numbers) == 0 {
            text.value = Self.texts.randomElement(using: &numbers) ?? ""
          }
          for rows in rows where Int.random(in: 0..<4, using: &numbers) == 0 {
            rows.value = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
              Self.texts.randomElement(using: &numbers) ?? ""
            }
          }
          busy.value = Int.random(in: 0..<3, using: &numbers) == 0
        }
      }
      change()
      let next = Command.sync { change() }
      let say = Command.sync { said.input.send("! said") }
      let later = Command<Void, Void, Never>(policy: .latest) {
        Signal<Int, Never>.timer(every: .seconds(1), on: router.environment.scheduler).prefix(3).map { _ in
          change()
        }
      }
      let top = Command<Void, Never, RouteError> { router.push(Route("top")) }
      view = ConsoleView(
        controls + [
          .button("next", next), .button("later", later), .button("top", top), .button("say", say),
          .busy(busy.readOnly), .button("back", Command(back: router)), .alert("", said.signal),
        ])
    }
  }

  private static let lines = [
    "next", "next", "next", "next", "b x", "b - y", "later", "top", "say", "back", ":advance 1s", ":advance 5s",
    ":open any", ":open top", "help", ":screen", ":tree", ":calls", ":cancel", ":trace shown", ":back", "nonsense",
  ]

  /// Walks randomly through such screens; returns the first one that is read wrongly.
  @MainActor private func problem(seed: UInt64, steps: Int) async -> String? {
    let app = ConsoleApp("any", home: "any") { session in
      let numbers = MutableProperty(SeededNumbers(seed: seed))
      let modules = ["any", "top"].map { name in
        Module(Route<Void, Never>(name)) { router, _ in
          let presenter = Anything(router, numbers)
          return Assembly(view: presenter.view, presenter: presenter)
        }
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: modules)
    }
    let runner = LineRunner { Session(scripted: app) }
    var model = TranscriptModel(), numbers = SeededNumbers(seed: seed &+ 1), typed: [String] = []
    for _ in 0..<steps {
      let line = typed.isEmpty ? ":open any" : Self.lines.randomElement(using: &numbers) ?? ""
      let output = FlowRunner.visible(await runner.run(line).output)
      typed.append("\(runner.prompt)\(line)")
      model.read(line, output, next: String(runner.prompt.dropLast(2)))
      let screen = runner.session.console.screen
      if model.screen != screen {
        return
          "\(typed.suffix(5).joined(separator: "\n"))\nprinted \(output)\nis read as \(model.screen)\nand is \(screen)"
      }
    }
    return nil
  }

  @Test("the screen of any app can be rebuilt from the output", arguments: 0..<20)
  @MainActor func law(_ part: UInt64) async {
    for seed in 0..<Effort.runs(short: 1, full: 4, all: 20) {
      guard let problem = await problem(seed: part * 100 + UInt64(seed), steps: 50) else { continue }
      Issue.record("seed \(part * 100 + UInt64(seed)):\n\(problem)")
      return
    }
  }
}
