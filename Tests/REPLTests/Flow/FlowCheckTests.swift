import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct FlowCheckTests {
  private nonisolated static let undeclared =
    "'lab' does not declare that it opens 'todo'; add 'todo' to its `opens:`, or declare 'todo' `fromAnywhere:`"

  private nonisolated static let flows: [String: String?] = [
    FlowRunnerTests.example: nil, "> :open todo\n  something else\ntodo> add\ntodo/add> name x\n": nil,
    ">  :open todo\ntodo> add \ntodo/add>  :tree\n": nil,
    "> :open tood\n  ! there is no module for 'tood'; did you mean 'todo'?\ntodo> ad\n  ! there is no command\n": nil,
    "hello":
      "1:1: 'hello' is neither a phase (#), a command (screen> …), output (two blanks in front) nor a data file (-- name --)",
    "# T\n": "1:1: there is no command in it", ">  :opne todo": "1:3: there is no ':opne'; did you mean ':open'?",
    "> :open tood": "1:3: there is no module for 'tood'; did you mean 'todo'?",
    "> :open todo?value=1": "1:3: todo takes no input; leave it out",
    "> :open todo/add\n> :open lab/todo\n": "2:3: \(undeclared)",
    "> :open todo/add\n> :open lab/todo\n  ! \(undeclared)\n": nil,
    "tood> add": "1:1: there is no module for 'tood'; did you mean 'todo'?",
    "todo> ad": "1:7: there is no command 'ad' on todo; did you mean 'add'?",
    "todo/add> add": "1:11: there is no command 'add' on todo/add", "todo> add it": "1:7: add takes nothing after it",
    "> :open todo\n> :quit\n>  :tree": "3:1: this comes after :quit",
    "> :quit\nlab> ping": "2:1: this comes after :quit", "> :open todo\ntodo> :event say \"x\"\n": nil,
    "> :open lab\nlab> :event sya \"x\"\n": "2:6: no open module listens to 'sya'; did you mean 'say'?",
    "> :open lab\nlab> :event load 1\n  ! on purpose\n": nil,
    "> :event load 1\n": "1:3: no screen is open to receive 'load'",
    "> :open lab\nlab> :unlike\n": "2:6: no command follows ':unlike'; take it out",
    "> :open lab\nlab> :unlike\nlab> ping\n": nil,
    "> :now today": "1:3: 'today' is not a date such as 2014-05-21",
    "> :stub a -> @a.jsn\n-- a.json --\n1\n": "1:3: this flow has no data file 'a.jsn'; did you mean 'a.json'?",
    "> :stub a -> @b\n": "1:3: this flow has no data file 'b'; add one: -- b --",
    "> :open lab\nlab> :stub lab.pong -> 1\nlab> ping\n":
      "2:6: the app makes no call 'lab.pong'; did you mean 'lab.ping'?",
    "> :fail server with \"x\"\n> :open lab\n":
      "1:3: the app makes no call 'server'; take it out, or name the call in the app",
  ]

  @Test(
    "a mistake is reported with its place; output that differs, or a mistake that is recorded, is none",
    arguments: flows)
  func problems(_ text: String, _ problem: String?) async {
    let found = await FlowCheck(SmallApp.console()).problems(text).map { "\($0.line):\($0.column): \($0.text)" }
    #expect(found == (problem.map { [$0] } ?? []))
  }

  @Test("good lines are checked beside bad ones, except for what a bad line may have given") func several() async {
    let flow = """
      todo> ad
        out
      > :opne lab
        out
      tood> x
      > :now today
      > :stub lab.ping -> 1
      > :stub lab.ping -> @a
      lab>ping
      -- a -
      """
    let found = await FlowCheck(SmallApp.console()).problems(flow).map { "\($0.line):\($0.column)" }
    #expect(found == ["1:7", "3:3", "5:1", "6:3", "9:5", "10:1"])
  }

  @Test("the commands of a screen that needs an input are known if the flow gives one; the flow does not run")
  func inputs() async {
    let module = Module(Route<Int, Never>("page")) { _, _ in
      Assembly(view: ConsoleView(.button("turn", Command<Void, Void, Never> { .empty })))
    }
    let built = MutableProperty(0)
    let app = ConsoleApp("pages", home: "page") { session in
      built.modify { $0 += 1 }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let check = FlowCheck(app), unknown = "there is no command 'trun' on page; did you mean 'turn'?"
    var found: [[String]] = []
    for flow in ["> turn\npage> trun\n"] + Array(repeating: "> :open page?value=1\npage> turn\npage> trun\n", count: 2)
    {
      found.append(await check.problems(flow).map(\.text))
    }
    // Built once for the links, and once for each link to the screen, but never for a run of the flow.
    #expect(found == [[], [unknown], [unknown]] && built.value == 3)
    // Promises name commands, too.
    found = []
    for flow in [
      ":always offers turn\n> :open page;value=1", ":always offers trun\n> :open page;value=1", ":always offers trun",
    ] {
      found.append(await FlowCheck(app).problems("> \(flow)\n").map(\.text))
    }
    #expect(found == [[], ["no screen offers 'trun'; did you mean 'turn'?"], []])
  }

  @Test("a declared call is known without running the flow, and so is a call that a screen makes when it opens")
  func calls() async throws {
    let shown = MutableProperty(0)
    let app = ConsoleApp("named") { session, router in
      session.calls.declare(["books.save", "books.items"])
      session.calls.call("books.first", Signal<Int, CallFailure>.just(1), failure: CallFailure.init).start()
        .stored(in: router.alive)
      return ConsoleView(.button("press", Command.sync { shown.modify { $0 += 1 } }))
    }
    let text = "> :fail books.save with \"x\"\n> :fail books.first with \"x\"\n> :open home\nhome> press\n"
    #expect(await FlowCheck(app).problems(text) == [] && shown.value == 0)
    #expect(
      await FlowCheck(app).problems(text.replacing("books.save", with: "books.svae")).map(\.text)
        == ["the app makes no call 'books.svae'; did you mean 'books.save'?"])
  }

  @Test("the events of a screen that needs an input, or that listens later, are learned from a run of the flow")
  func events() async {
    let modules = [
      Module(Route<Int, Never>("page")) { router, _ in
        router.received(ModuleEvent<Int>("turn")).observeValues { _ in }.stored(in: router.alive)
        return Assembly(view: ConsoleView(.title("Page")))
      },
      Module(Route<Void, Never>("late")) { router, _ in
        let listen = Command<Void, Void, Never>.sync {
          router.received(ModuleEvent<Int>("later")).observeValues { _ in }.stored(in: router.alive)
        }
        return Assembly(view: ConsoleView(.button("listen", listen)))
      },
    ]
    let app = ConsoleApp("pages", home: "late") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: modules)
    }
    let check = FlowCheck(app)
    var found: [[String]] = []
    for flow in [
      "> :open page;value=1\n> :event turn 1", "> :open late\n> listen\n> :event later 1",
      "> :open late\n> :event later 1",
    ] { found.append(await check.problems(flow + "\n").map(\.text)) }
    #expect(found == [[], [], ["no open module listens to 'later'; open one that does"]])
  }

  @Test("a command for a row needs a number") func rows() async {
    let open = Command<Int, Void, Never> { _ in .empty }
    let app = ConsoleApp("rows") { _, _ in
      ConsoleView(.list("rows", Property(constant: [1]), line: { "\($0)" }, .row("open", open)))
    }
    let found = await FlowCheck(app).problems("home> open 1\nhome> open\nhome> open 0\nhome> open x\nhome> open 7\n")
    #expect(found.map { "\($0.line) \($0.text)" } == (2...4).map { "\($0) open needs the number of a row" })
  }
}
