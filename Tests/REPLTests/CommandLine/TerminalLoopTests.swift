import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct TerminalLoopTests {
  private let recorded = RecordedTerminal()

  /// The output of a session for piped lines, which has to end with `code`.
  private func piped(
    _ lines: String..., options: [String] = [], by app: ConsoleApp = SmallApp.console(), code: Int32 = 0
  ) async -> String {
    recorded.pipe(lines)
    #expect(await recorded.run(options, by: app) == code)
    return recorded.text
  }

  @Test("piped, prompt and command are echoed without secrets, and the end of input is a good end") func echo() async {
    let app = ConsoleApp("secret") { _, _ in
      ConsoleView(.field("name", MutableProperty("")), .field("password", MutableProperty(""), secret: true))
    }
    let text = await piped("name Ada", "", "password 123456", "bogus", "password", by: app, code: 1)
    #expect(
      text == """
        > :now 2001-01-01T00:00:00
        > :open home
          name: -
          password: -
        home> name Ada
          name: Ada
        home>\u{20}
        home> password ***
          password: ***
        home> ***
          ! there is no command '***' on home; help lists the commands
        home> password
          password: -

        """)
    #expect(recorded.errorText.isEmpty)
  }

  @Test("piped output is a flow, and passes; nothing after :quit is read") func validFlow() async throws {
    let text = await piped(
      ":open lab", "ping", "echo a\u{2028}b\u{1B}[31m", "help", ":tree", "png", ":screen", ":quit", "cancel",
      options: ["--data", "/d"], code: 1)
    let flow = try FlowParser.parse(text)
    #expect(flow.phases.map(\.title) == ["data: /d"])
    #expect(text.hasSuffix("\nlab> :quit\n"))
    let run = await FlowRunner(SmallApp.console()).execute(flow)
    #expect(run.isClean, "\(FlowReport("piped", run, app: "small").text)")
  }

  @Test("after the reader of the output has closed, no more lines run") func noReader() async {
    recorded.pipe("add", "cancel")
    var terminal = recorded.terminal()
    terminal.failure = { [recorded] in recorded.text.contains("Add") ? .EPIPE : nil }
    let code = await SmallApp.console().main([], terminal: terminal, machine: [:], environment: .still)
    #expect(code == 0)
    #expect(!recorded.text.contains("cancel"))
  }

  @Test("a session goes on when the clock is set back, and saving it says which line differs in a flow")
  func setBack() async throws {
    let clock = MutableProperty(Date(timeIntervalSinceReferenceDate: 86_400)), session = try SavedSession()
    let app = ConsoleApp("clock") { session, _ in
      let shown = MutableProperty("-"), environment = session.environment
      let look = Command.sync {
        shown.value = DateText.print(environment.now(), environment.calendar)
        clock.value -= 3600
      }
      return ConsoleView(.label("date", shown), .button("look", look))
    }
    var environment = AppEnvironment.still
    environment.now = { clock.value }
    session.recorded.pipe("look", "look", ":save \(session.file)", ":quit")
    _ = await session.recorded.run(by: app, environment: environment)
    #expect(
      session.recorded.text.missing(
        "> :now 2001-01-02T00:00:00\n", "date: 2001-01-02T00:00:00\n", "date: 2001-01-01T23:00:00\n",
        "! saved, but line 7, 'look', prints another output there\n") == [], "\(session.recorded.text)")
    #expect(await session.report(app).passed)
  }

  @Test("a stub works in a session, too, and is reported if unused; commands about virtual time or the language do not")
  func stub() async {
    let text = await piped(
      ":open lab", ":stub lab.ping -> \"a\"", "ping", ":advance 1s", ":run", ":now 2014-05-21", ":zone Asia/Tokyo",
      ":locale de",
      ":fail lab.ping with \"no\"", code: 1)
    let end = """
      lab> ping
        a
      lab> :advance 1s
        ! time is real here; :advance is for flows, where it is virtual
      lab> :run
        ! time is real here; :run is for flows, where it is virtual
      lab> :now 2014-05-21
        ! time is real here; :now is for flows, where it is virtual
      lab> :zone Asia/Tokyo
        ! a session is in the time zone of this machine; :zone is for flows
      lab> :locale de
        ! a session keeps the language that it was started in; :locale is for flows
      lab> :fail lab.ping with "no"
        !! the failure of 'lab.ping' with "no", set by ':fail lab.ping with "no"', was never used; remove it

      """
    #expect(text.hasSuffix(end), "\(text)")
  }

  private nonisolated static let mistakesRows: [(String, Bool, Int32)] = [
    ("ad", false, 1), ("ad", true, 0), ("save", false, 0),
  ]

  @Test(
    "an unknown command gives exit code 1 on a pipe, and 0 at a terminal; a disabled one gives 0",
    arguments: mistakesRows)
  func mistakes(_ line: String, _ isInteractive: Bool, _ code: Int32) async {
    recorded.pipe(line == "save" ? ["add", line] : [line])
    #expect(await recorded.run(isInteractive: isInteractive) == code)
  }

  @Test("quit and exit leave, as on a pipe, unless the screen has such a command; the output is a flow that passes")
  func leaving() async throws {
    let app = ConsoleApp("parting") { _, _ in
      ConsoleView(
        .button("exit", Command<Void, Void, Never>.sync {}), .field("secret", MutableProperty(""), secret: true))
    }
    let text = await piped("exit", " quit ", "exit", by: app)
    let end = """
      home> exit
      home>  quit\u{20}

      """
    #expect(text.hasSuffix(end), "\(text)")
    let run = try await FlowRunner(app).execute(text)
    #expect(run.isClean)
  }

  @Test(
    "at a terminal, the first line of every app says how to begin, in the app's words; a transcript has no such line")
  func hint() async {
    let hint = "# help lists the commands of a screen, :help those of the session; quit leaves\n"
    recorded.pipe("quit")
    let code = await recorded.run(isInteractive: true)
    #expect(code == 0)
    #expect(recorded.text.hasPrefix(hint + "# data: none\n"), "\(recorded.text)")
    let pipe = RecordedTerminal()
    pipe.pipe("quit")
    _ = await pipe.run()
    #expect(pipe.text.hasPrefix("# data: none\n"), "\(pipe.text)")
  }

  @Test("titles are bold, wherever they are printed") func titles() async {
    let app = ConsoleApp("titled") { _, _ in ConsoleView(.title("Home - 1"), .label("", "a text")) }
    recorded.pipe(":screen")
    _ = await recorded.run(["--color"], by: app)
    #expect(
      recorded.text.components(separatedBy: "\n\u{1B}[1m  Home - 1\u{1B}[0m\n  a text\n").count == 3, "\(recorded.text)"
    )
  }

  @Test("colours repeat the meaning of the marks") func colours() async {
    let lines = ["add", "save", ":stub"], plain = RecordedTerminal()
    for (terminal, options) in [(recorded, ["--color"]), (plain, [])] {
      terminal.pipe(lines)
      _ = await terminal.run(options)
    }
    let parts = recorded.text.missing(
      "\u{1B}[2m# data: none\u{1B}[0m\n", "\n\u{1B}[33m  ! save is disabled: name is empty\u{1B}[0m\n",
      "\n\u{1B}[1;31m  !! '->' is missing;", "\n\u{1B}[1m  Add\u{1B}[0m\n")
    #expect(parts == [], "\(recorded.text)")
    #expect(recorded.text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.text)
  }

  @Test(
    "at a terminal, a note says that an answer is set for an unknown call; a transcript has no such note",
    arguments: [true, false])
  func unknownCall(_ isInteractive: Bool) async {
    let app = ConsoleApp("declaring") { session, _ in
      session.calls.declare(["store.save"])
      return ConsoleView()
    }
    recorded.pipe(":fail store.sav with \"no\"", ":stub store.save -> 1", ":delay sotre.save 1s", ":stub other -> 1")
    _ = await recorded.run(by: app, isInteractive: isInteractive)
    let notes = recorded.text.components(separatedBy: "# ").dropFirst(isInteractive ? 2 : 1).map {
      $0.prefix { $0 != "\n" }
    }
    let expected = ["store.sav", "sotre.save"].map { "no call is named '\($0)' so far; did you mean 'store.save'?" }
    #expect(notes.map(String.init) == (isInteractive ? expected : []))
  }

  @Test("at a terminal the prompt waits, typed lines are not echoed again, and a note says how a saved session runs")
  func typed() async throws {
    let session = try SavedSession(), file = session.file
    var app = SmallApp.console()
    app.command = "swift run small"
    session.recorded.pipe("add", "cancel", ":save \(file)", ":save \(file)")
    let code = await session.recorded.run(by: app, isInteractive: true)
    let report = await session.report()
    #expect(code == 0)
    #expect(report.passed)
    #expect(
      session.recorded.text == """
        # help lists the commands of a screen, :help those of the session; quit leaves
        # data: none
        > :open todo
          VIPER TODO
          (no upcoming items)
        todo>   Add
          name: -
          due: 2001-01-01
        todo/add>   VIPER TODO
          (no upcoming items)
        todo> # saved; swift run small run \(file) runs it
        todo>   !! \(file) already exists; choose another name
        todo>\u{20}

        """)
  }

  @Test("at a terminal, changes and lines that vanish between two lines are shown at once, and the prompt again")
  func meanwhile() async {
    let text = MutableProperty("one"), isBusy = MutableProperty(true), recorded = recorded
    let app = ConsoleApp("late") { _, _ in ConsoleView(.title("Home"), .label("", text), .busy(isBusy)) }
    let code = await recorded.run(by: app, isInteractive: true) { written in
      // Whenever the prompt appears, the next change happens.
      if recorded.text.hasSuffix("  …\nhome> ") {
        DispatchQueue.main.async {
          if text.value.isEmpty { isBusy.value = false } else { text.value = text.value == "one" ? "two" : "" }
        }
      }
      if written.contains("- …") { recorded.type(":quit") }
    }
    let screens = ["> :open home\n  Home\n  one\n  …", "\n  two\n  …", "\n  - two\n  …", "\n  - …", ""]
    #expect(code == 0)
    #expect(recorded.text == "# \(ConsoleTexts.english.hint)\n" + screens.joined(separator: "\nhome> "))
  }

  @Test("on a pipe, changes between two lines are printed before the next prompt") func meanwhilePiped() async {
    let text = MutableProperty("one"), recorded = recorded
    let code = await recorded.run(by: ConsoleApp("late") { _, _ in ConsoleView(.title(text)) }) { written in
      if written == "  one\n" { DispatchQueue.main.async { text.value = "two" } }
      if written.contains("two") { recorded.type(":quit") }
    }
    #expect(code == 0)
    #expect(recorded.text == "> :now 2001-01-01T00:00:00\n> :open home\n  one\n  two\nhome> :quit\n")
  }

  /// An app whose only button makes a call. Another thread answers once the gate is open; without a gate, the answer comes at
  /// once.
  private static func calling(_ gate: DispatchSemaphore? = nil) -> ConsoleApp {
    let answer = Signal<String, RouteError> { emitter in
      Thread.detachNewThread {
        gate?.wait()
        emitter.send("yes")
        emitter.complete()
      }
    }
    return ConsoleApp("calling") { session, _ in
      let calls = session.calls.hermetic
      let ask = Command<Void, String, Never> {
        calls.call("ask", answer, failure: { .refused("\($0)") }).catchToValue { "\($0)" }
      }
      return ConsoleView(.label("answer", Property(initial: "", then: ask.values)), .button("ask", ask))
    }
  }

  @Test(
    "an answer that comes at once belongs to its line; :wait waits for another one, and names work that does not end")
  func waiting() async {
    let gate = DispatchSemaphore(value: 0)
    var outputs: [[String]] = []
    let cases: [(DispatchSemaphore?, Duration)] = [(nil, .seconds(1)), (gate, .seconds(1)), (gate, .zero)]
    for (gate, limit) in cases {
      // The clock stands still, or each wait is over at once.
      let clock: any Scheduler = gate == nil ? VirtualTimeScheduler() : .immediate
      let limits = Settling.Limits(wait: limit, clock: clock)
      let runner = LineRunner(limits: limits) {
        Session(live: Self.calling(gate), environment: .still)
      }
      _ = await runner.run(":open home")
      outputs.append(await runner.run("ask").output)
      if limit > .zero { gate?.signal() }
      outputs.append(await runner.run(":wait").output)
      if limit == .zero { gate?.signal() }
      _ = await runner.end()
    }
    #expect(
      outputs == [
        ["answer: yes"], [], [], ["answer: yes"], [],
        ["!! the call 'ask' is still under way, made by 'ask'; ':wait' ended after 0s"],
      ])
  }

  @Test("piped, a real call is waited for before the next line; at a terminal its answer is shown when it comes")
  func calls() async {
    #expect(await piped("ask", "help", by: Self.calling()).hasSuffix("home> ask\n  answer: yes\nhome> help\n  ask\n"))
    let gate = DispatchSemaphore(value: 0), typed = RecordedTerminal()
    typed.type("ask")
    let code = await typed.run(by: Self.calling(gate), isInteractive: true) { written in
      // The prompt after the slow call does not wait for its answer.
      if written == "home> ", typed.text.components(separatedBy: written).count == 3 { gate.signal() }
      if written.contains("answer: yes") { typed.type(":quit") }
    }
    #expect(code == 0)
    #expect(typed.text.components(separatedBy: "home> ").dropFirst(2).joined().contains("answer: yes"))
  }
}
