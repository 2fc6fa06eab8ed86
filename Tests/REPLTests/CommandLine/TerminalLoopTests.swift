import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

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

  @Test("piped, prompt and command are echoed, and the end of input is a good end") func echo() async {
    #expect(
      await piped("add", "name Buy milk", "", "bogus", "cancel", options: ["--data", "/d"], code: 1) == """
        # data: /d
        > :now 2001-01-01T00:00:00
        > :open todo
          VIPER TODO
          (no upcoming items)
        todo> add
          Add
          name: -
          due: 2001-01-01
        todo/add> name Buy milk
          name: Buy milk
        todo/add>\u{20}
        todo/add> bogus
          ! there is no command 'bogus' on add; help lists the commands
        todo/add> cancel
          VIPER TODO
          (no upcoming items)

        """)
    #expect(recorded.errorText.isEmpty)
  }

  @Test("piped output is a flow, and passes; nothing after :quit is read") func validFlow() async throws {
    let text = await piped(
      ":open lab", "ping", "echo a\u{2028}b\u{1B}[31m", "help", ":tree", "png", ":screen", ":quit", "cancel", code: 1)
    let flow = try FlowParser.parse(text)
    #expect(flow.phases.map(\.title) == ["data: none"] && text.hasSuffix("\nlab> :quit\n"))
    let run = await FlowRunner(SmallApp.console()).execute(flow)
    #expect(run.isClean, "\(FlowReport("piped", run, app: "small").text)")
  }

  @Test("after the reader of the output has closed, no more flows run") func noReader() async {
    recorded.pipe("add", "cancel")
    var terminal = recorded.terminal()
    terminal.hasReader = { [recorded] in !recorded.text.contains("Add") }
    #expect(await SmallApp.console().main([], terminal: terminal, machine: [:], environment: .still) == 0)
    #expect(!recorded.text.contains("cancel"))
  }

  @Test(
    "commands about virtual time or the language are for flows, and a session says so",
    arguments: [
      (":advance 1s", "time is real here; :advance is for flows, where it is virtual"),
      (":run", "time is real here; :run is for flows, where it is virtual"),
      (":now 2014-05-21", "time is real here; :now is for flows, where it is virtual"),
      (":locale de", "a session speaks the language that it was started in; :locale is for flows"),
    ])
  func onlyInFlows(_ line: String, _ reason: String) async {
    #expect(await piped(line, code: 1).hasSuffix("todo> \(line)\n  ! \(reason)\n"))
  }

  @Test("a stub works in a session, too, and is reported if it was not used") func stub() async {
    let text = await piped(":open lab", ":stub lab.ping -> \"a\"", "ping", ":fail lab.ping with \"no\"", code: 1)
    #expect(
      text.hasSuffix(
        """
        lab> ping
          a
        lab> :fail lab.ping with "no"
          !! the failure of 'lab.ping' with "no", set by ':fail lab.ping with "no"', was never used; take it out

        """))
  }

  @Test(
    "an unknown command gives exit code 1 on a pipe, and 0 at a terminal; a disabled one gives 0",
    arguments: [("ad", false, 1), ("ad", true, 0), ("save", false, 0)])
  func mistakes(_ line: String, _ isInteractive: Bool, _ code: Int32) async {
    recorded.pipe(line == "save" ? ["add", line] : [line])
    #expect(await recorded.run(isInteractive: isInteractive) == code)
  }

  @Test("colours repeat the meaning of the marks") func colours() async {
    let text = await piped("add", "save", ":stub", options: ["--color"], code: 1)
    let parts = text.missing(
      "\u{1B}[2m# data: none\u{1B}[0m\n", "\n\u{1B}[33m  ! save is disabled: name is empty\u{1B}[0m\n",
      "\n\u{1B}[1;31m  !! '->' is missing;", "\n  Add\n")
    #expect(parts == [], "\(text)")
    let uncolored = RecordedTerminal()
    uncolored.pipe("add", "save", ":stub")
    _ = await uncolored.run()
    #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == uncolored.text)
  }

  @Test("a debounced search is piped with :wait, and its output is a flow that passes") func debounced() async throws {
    let time = VirtualTimeScheduler()
    let app = ConsoleApp("search") { session, _ in
      let calls = session.calls.hermetic, text = MutableProperty(""), scheduler = session.environment.scheduler
      let found = text.changes.debounce(.milliseconds(300), on: scheduler).promoteFailure(to: CallFailure.self)
        .flatMap(.latest) { calls.call("find", .just("found \($0)"), failure: CallFailure.init) }
        .catchToValue { $0.text }
      return ConsoleView(.field("text", text), .label("", Property(initial: "", then: found)))
    }
    recorded.pipe("text cat", ":wait 299ms", ":wait 1ms", ":wait")
    let code = await recorded.run(by: app, environment: .fixed(by: VirtualDate(time))) { written in
      // The loop echoes the line before it waits.
      if written.hasSuffix(":wait 299ms\n") { DispatchQueue.main.async { time.advance(by: .milliseconds(299)) } }
      if written.hasSuffix(":wait 1ms\n") { DispatchQueue.main.async { time.advance(by: .milliseconds(1)) } }
    }
    #expect(code == 0)
    #expect(
      recorded.text.hasSuffix(
        "home> text cat\n  text: cat\nhome> :wait 299ms\nhome> :wait 1ms\n  found cat\nhome> :wait\n"))
    let run = try await FlowRunner(app).execute(recorded.text)
    #expect(run.phases.flatMap { $0.steps.filter(\.isWrong) }.isEmpty)
  }

  @Test(":wait waits for the work under way, and names work that does not end") func waiting() async {
    let gate = DispatchSemaphore(value: 0)
    for (limit, output) in [
      (Duration.seconds(1), "answer: yes"), (.zero, "!! something is still under way after 0s; see :calls"),
    ] {
      // The clock stands still.
      let limits = Settling.Limits(wait: limit, clock: VirtualTimeScheduler(), moment: .zero)
      let runner = LineRunner(limits: limits) {
        Session(live: Self.calling(gate), environment: .still, options: [:])
      }
      for line in [":open home", "ask"] { _ = await runner.run(line) }
      if limit > .zero { gate.signal() }
      #expect(await runner.run(":wait") == [output])
      if limit == .zero { gate.signal() }
      _ = await runner.end()
    }
  }

  @Test("at a terminal the prompt waits, and typed lines are not echoed again") func typed() async {
    recorded.pipe("add", "cancel")
    #expect(await recorded.run(isInteractive: true) == 0)
    #expect(
      recorded.text == """
        # data: none
        > :open todo
          VIPER TODO
          (no upcoming items)
        todo>   Add
          name: -
          due: 2001-01-01
        todo/add>   VIPER TODO
          (no upcoming items)
        todo>\u{20}

        """)
  }

  @Test(
    "at a terminal it is said that a session was saved, and how it runs; on a pipe it is not", arguments: [true, false])
  func saved(isInteractive: Bool) async throws {
    let session = try SavedSession(), file = session.file
    session.recorded.pipe(":save \(file)", ":save \(file)")
    _ = await session.recorded.run(isInteractive: isInteractive)
    let note = "# saved; small run \(file) runs it\n"
    #expect(session.recorded.text.components(separatedBy: note).count == (isInteractive ? 2 : 1))
    #expect(await session.report().passed)
  }

  /// An app of one screen with this text.
  private func showing(_ text: MutableProperty<String>) -> ConsoleApp {
    ConsoleApp("late") { _, _ in ConsoleView(.title(text.readOnly)) }
  }

  @Test("a change between two lines is shown at once, and the prompt again") func meanwhile() async {
    let text = MutableProperty("one"), recorded = recorded
    // After the prompt appears, the text changes; after the change is visible, the session ends.
    let code = await recorded.run(by: showing(text), isInteractive: true) { written in
      if written == "home> " { DispatchQueue.main.async { text.value = "two" } }
      if written.contains("two") { recorded.type(":quit") }
    }
    #expect(code == 0 && recorded.text == "> :open home\n  one\nhome> \n  two\nhome> ")
  }

  @Test("on a pipe, changes between two lines are printed before the next prompt") func meanwhilePiped() async {
    let text = MutableProperty("one"), recorded = recorded
    let code = await recorded.run(by: showing(text)) { written in
      if written == "  one\n" { DispatchQueue.main.async { text.value = "two" } }
      if written.contains("two") { recorded.type(":quit") }
    }
    #expect(code == 0 && recorded.text == "> :now 2001-01-01T00:00:00\n> :open home\n  one\n  two\nhome> :quit\n")
  }

  @Test("lines that vanish between two lines are shown as gone, and so is the busy mark on a terminal that keeps lines")
  func gone() async {
    let text = MutableProperty("one"), isBusy = MutableProperty(true), recorded = recorded
    let app = ConsoleApp("late") { _, _ in ConsoleView(.title("Home"), .label("", text), .busy(isBusy)) }
    let code = await recorded.run(by: app, isInteractive: true) { written in
      if recorded.text.hasSuffix("  …\nhome> ") {
        DispatchQueue.main.async { if text.value.isEmpty { isBusy.value = false } else { text.value = "" } }
      }
      if written.contains("- …") { recorded.type(":quit") }
    }
    #expect(
      code == 0
        && recorded.text == "> :open home\n  Home\n  one\n  …\nhome> \n  - one\n  …\nhome> \n  - …\nhome> ")
  }

  /// An app whose only button makes a call. Another thread answers once the gate is open; without a gate, the answer comes at
  /// once.
  private static func calling(_ gate: DispatchSemaphore? = nil) -> ConsoleApp {
    let answer = Signal<String, Never> { emitter in
      Thread.detachNewThread {
        gate?.wait()
        emitter.send("yes")
        emitter.complete()
      }
    }
    return ConsoleApp("calling") { session, _ in
      let calls = session.calls.hermetic
      let ask = Command<Void, String, Never> {
        calls.call("ask", answer.promoteFailure(to: RouteError.self), failure: RouteError.refused).catchToValue {
          "\($0)"
        }
      }
      return ConsoleView(.label("answer", Property(initial: "", then: ask.values)), .button("ask", ask))
    }
  }

  @Test("piped, a real call is waited for before the next line is read") func calls() async {
    #expect(await piped("ask", "help", by: Self.calling()).hasSuffix("home> ask\n  answer: yes\nhome> help\n  ask\n"))
  }

  @Test("at a terminal, an answer that comes at once belongs to the line that asked for it") func quickCall() async {
    // The clock stands still, so the answer always comes in time.
    let runner = LineRunner(limits: Settling.Limits(clock: VirtualTimeScheduler())) {
      Session(live: Self.calling(), environment: .still, options: [:])
    }
    _ = await runner.run(":open home")
    #expect(await runner.run("ask") == ["answer: yes"])
    #expect(await runner.end() == [])
  }

  @Test("at a terminal, the prompt does not wait for a slow call, and its answer is shown when it comes")
  func slowCall() async {
    let gate = DispatchSemaphore(value: 0), recorded = recorded
    recorded.type("ask")
    let code = await recorded.run(by: Self.calling(gate), isInteractive: true) { written in
      if written == "home> ", recorded.text.components(separatedBy: written).count == 3 { gate.signal() }
      if written.contains("answer: yes") { recorded.type(":quit") }
    }
    #expect(code == 0 && recorded.text.components(separatedBy: "home> ").dropFirst(2).joined().contains("answer: yes"))
  }

  @Test("text typed into a secret field is not echoed") func secret() async {
    let app = ConsoleApp("secret") { _, _ in ConsoleView(.field("password", MutableProperty(""), secret: true)) }
    #expect(
      await piped("password 123456", "password", by: app) == """
        > :now 2001-01-01T00:00:00
        > :open home
          password: -
        home> password ***
          password: ***
        home> password
          password: -

        """)
  }
}
