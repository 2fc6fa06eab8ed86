import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct FlowCheckTests {
  private func problems(_ text: String) async -> [String] {
    await FlowCheck(SmallApp.console()).problems(text).map { "\($0.line):\($0.column): \($0.text)" }
  }

  @Test(
    "a flow that passes, one that differs, and one whose mistakes are recorded have no problem",
    arguments: [
      FlowRunnerTests.example, "> :open todo\n  something else\ntodo> add\ntodo/add> name x\n",
      ">  :open todo\ntodo> add \ntodo/add>  :tree\n",
      "> :open tood\n  ! there is no module for 'tood'; did you mean 'todo'?\ntodo> ad\n  ! there is no command\n",
    ])
  func fine(_ text: String) async { #expect(await problems(text) == []) }

  @Test(
    "a mistake is reported with its place",
    arguments: [
      ("hello", "1:1: 'hello' is neither a phase (#), a command"), ("# T\n", "1:1: there is no command in it"),
      ("> :opne todo", "1:3: there is no ':opne'; did you mean ':open'?"),
      ("> :open tood", "1:3: there is no module for 'tood'; did you mean 'todo'?"),
      ("> :open todo?value=1", "1:3: "),
      ("tood> add", "1:1: there is no module for 'tood'; did you mean 'todo'?"),
      ("todo> ad", "1:7: there is no command 'ad' on todo; did you mean 'add'?"),
      ("todo/add> add", "1:11: there is no command 'add' on todo/add"),
      (">  :opne todo", "1:3: there is no ':opne'; did you mean ':open'?"),
      ("> :open todo\n> :quit\n>  :tree", "3:1: this comes after :quit"),
      ("todo> add it", "1:7: add takes nothing after it"),
      ("> :now today", "1:3: 'today' is not a date such as 2014-05-21"),
      ("> :stub a -> @a.jsn\n-- a.json --\n1\n", "1:3: this flow has no data file 'a.jsn'; did you mean 'a.json'?"),
      ("> :stub a -> @b\n", "1:3: this flow has no data file 'b'; add one: -- b --"),
      ("> :quit\nlab> ping", "2:1: this comes after :quit"),
      (
        "> :open lab\nlab> :stub lab.pong -> 1\nlab> ping\n",
        "2:6: the app makes no call 'lab.pong'; did you mean 'lab.ping'?"
      ),
      (
        "> :fail server with \"x\"\n> :open lab\n",
        "1:3: the app makes no call 'server'; take it out, or name the call in the app"
      ),
    ])
  func wrong(_ text: String, _ problem: String) async {
    let found = await problems(text)
    #expect(found.count == 1 && found.first?.hasPrefix(problem) == true, "\(found)")
  }

  @Test("a screen that needs an input is checked if the flow gives one; the flow does not run") func inputs() async {
    let module = Module(Route<Int, Never>("page")) { _, number in
      Assembly(
        view: ConsoleView(
          .title(Property(constant: "\(number)")), .button("turn", Command<Void, Void, Never> { .empty })))
    }
    let built = MutableProperty(0)
    let app = ConsoleApp("pages", home: "page") { session in
      built.modify { $0 += 1 }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let check = FlowCheck(app)
    #expect(await check.problems("> turn\npage> trun\n") == [])
    for _ in 0..<2 {
      #expect(
        await check.problems("> :open page?value=1\npage> turn\npage> trun\n").map(\.text) == [
          "there is no command 'trun' on page; did you mean 'turn'?"
        ])
    }
    // Built once for the links, and once for each link to the screen, but never for a run of the flow.
    #expect(built.value == 3)
  }

  @Test("a declared call is known without running the flow, and so is a call that a screen makes when it opens")
  func calls() async throws {
    let shown = MutableProperty(0)
    let app = ConsoleApp("named", home: "home") { session in
      let calls = session.calls
      calls.declare(["books.save", "books.items"])
      let module = Module(Route<Void, Never>("home")) { router, _ in
        let press = Command<Void, Void, Never> { shown.modify { $0 += 1 } }
        calls.call("books.first", Signal<Int, CallFailure>.just(1), failure: CallFailure.init).start()
          .stored(in: router.alive)
        return Assembly(view: ConsoleView(.button("press", press)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let text = "> :fail books.save with \"x\"\n> :fail books.first with \"x\"\n> :open home\nhome> press\n"
    #expect(await FlowCheck(app).problems(text) == [])
    #expect(shown.value == 0)
    #expect(
      await FlowCheck(app).problems(text.replacingOccurrences(of: "books.save", with: "books.svae")).map(\.text)
        == ["the app makes no call 'books.svae'; did you mean 'books.save'?"])
  }

  @Test("a link along a way that no module declares is a problem, as in a run") func ways() async throws {
    let problem =
      "'lab' does not declare that it opens 'todo'; add 'todo' to its `opens:`, or declare 'todo' `fromAnywhere:`"
    let text = "> :open todo/add\n> :open lab/todo\n"
    #expect(await problems(text) == ["2:3: \(problem)"])
    #expect(try await SmallApp.outputs(text).last == ["! \(problem)"])
    #expect(await problems(text + "  ! \(problem)\n") == [])
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
