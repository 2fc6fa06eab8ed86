import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct TerminalLoopTests {
  private let recorded = RecordedTerminal()
  /// An environment whose clock stands still.
  private let environment = AppEnvironment.fixed(by: VirtualDate(VirtualTimeScheduler()))

  /// The output of a session for piped lines, which has to end with `code`.
  private func piped(_ lines: String..., options: [String] = [], code: Int32 = 0) async -> String {
    for line in lines { recorded.type(line) }
    recorded.endInput()
    #expect(
      await SmallApp.console().main(options, terminal: recorded.terminal(), machine: [:], environment: environment)
        == code)
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

  @Test("piped output is a flow, and passes") func validFlow() async throws {
    let text = await piped(
      ":open lab", "ping", "echo a\u{2028}b\u{1B}[31m", "help", ":tree", "png", ":screen", ":quit", code: 1)
    let flow = try FlowParser.parse(text)
    #expect(flow.phases.map(\.title) == ["data: none"])
    let run = await FlowRunner(SmallApp.console()).execute(flow)
    #expect(run.isClean, "\(FlowReport("piped", run, app: "small").text)")
  }

  @Test("nothing after :quit is read") func quit() async {
    let text = await piped("add", ":quit", "cancel")
    #expect(text.hasSuffix("\ntodo/add> :quit\n"))
  }

  @Test("after the reader of the output has closed, no more flows run") func noReader() async {
    recorded.type("add", "cancel")
    recorded.endInput()
    var terminal = recorded.terminal()
    terminal.hasReader = { [recorded] in !recorded.text.contains("Add") }
    #expect(await SmallApp.console().main([], terminal: terminal, machine: [:], environment: environment) == 0)
    #expect(!recorded.text.contains("cancel"))
  }

  @Test("time is real, and the commands that move it say so", arguments: [":advance 1s", ":run", ":now 2014-05-21"])
  func realTime(_ line: String) async {
    let name = line.prefix { $0 != " " }
    #expect(
      await piped(line, code: 1).hasSuffix(
        "todo> \(line)\n  ! time is real here; \(name) is for flows, where it is virtual\n"))
  }

  @Test("the language is not changed in the middle, and the session says how it is") func language() async {
    let said = "! a session speaks the language that it was started in; :locale is for flows"
    #expect(await piped(":locale de", code: 1).hasSuffix("todo> :locale de\n  \(said)\n"))
  }

  @Test("a stub works in a session, too, and is missed when nothing used it") func stub() async {
    let text = await piped(
      ":open lab", ":stub lab.ping -> \"a\"", "ping", ":fail lab.ping with \"no\"", code: 1)
    #expect(
      text.hasSuffix(
        "lab> ping\n  a\nlab> :fail lab.ping with \"no\"\n  !! the failure of 'lab.ping' with \"no\", set by ':fail lab.ping with \"no\"', was never used; take it out\n"
      ))
  }

  @Test("an unknown command gives exit code 1 on a pipe, and 0 at a terminal") func mistakes() async {
    for isInteractive in [false, true] {
      let recorded = RecordedTerminal()
      recorded.type("ad")
      recorded.endInput()
      let code = await SmallApp.console().main(
        [], terminal: recorded.terminal(isInteractive: isInteractive), machine: [:], environment: environment)
      #expect(code == (isInteractive ? 0 : 1))
    }
    _ = await piped("add", "save")
  }

  @Test("colours repeat the meaning of the marks") func colours() async {
    let text = await piped("add", "save", ":stub", options: ["--color"], code: 1)
    #expect(text.contains("\u{1B}[2m# data: none\u{1B}[0m\n"))
    #expect(text.contains("\n\u{1B}[33m  ! save is disabled: name is empty\u{1B}[0m\n"))
    #expect(text.contains("\n\u{1B}[1;31m  !! '->' is missing;"))
    #expect(text.contains("\n  Add\n"))
    let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    let uncolored = RecordedTerminal()
    uncolored.type("add", "save", ":stub")
    uncolored.endInput()
    _ = await SmallApp.console().main([], terminal: uncolored.terminal(), machine: [:], environment: environment)
    #expect(plain == uncolored.text)
  }

  @Test("a debounced search is piped with :wait, and its output is a flow that passes") func debounced() async throws {
    let time = VirtualTimeScheduler(), environment = AppEnvironment.fixed(by: VirtualDate(time)), recorded = recorded
    let app = ConsoleApp("search", home: "home") { session in
      let calls = session.calls.hermetic, text = MutableProperty(""), scheduler = session.environment.scheduler
      let found = text.changes.debounce(.milliseconds(300), on: scheduler).promoteFailure(to: CallFailure.self)
        .flatMap(.latest) { calls.call("find", .just("found \($0)"), failure: CallFailure.init) }
        .catchToValue { $0.text }
      let view: @MainActor @Sendable () -> ConsoleView = {
        ConsoleView(.field("text", text), .label("", Property(initial: "", then: found)))
      }
      let home = Module(Route<Void, Never>("home")) { _, _ in Assembly(view: view()) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [home])
    }
    recorded.type("text cat", ":wait 299ms", ":wait 1ms", ":wait")
    recorded.endInput()
    let terminal = recorded.terminal { written in
      // The loop echoes the line before it waits.
      if written.hasSuffix(":wait 299ms\n") { DispatchQueue.main.async { time.advance(by: .milliseconds(299)) } }
      if written.hasSuffix(":wait 1ms\n") { DispatchQueue.main.async { time.advance(by: .milliseconds(1)) } }
    }
    #expect(await app.main([], terminal: terminal, machine: [:], environment: environment) == 0)
    #expect(
      recorded.text.hasSuffix(
        "home> text cat\n  text: cat\nhome> :wait 299ms\nhome> :wait 1ms\n  found cat\nhome> :wait\n"))
    let run = await FlowRunner(app).execute(try FlowParser.parse(recorded.text))
    #expect(run.phases.flatMap { $0.steps.filter(\.isWrong) }.isEmpty)
  }

  @Test(":wait waits for the work under way, and names work that does not end") func waiting() async {
    let gate = DispatchSemaphore(value: 0)
    func runner(_ limit: Duration) -> LineRunner {
      // The clock stands still.
      LineRunner(limits: Settling.Limits(wait: limit, clock: VirtualTimeScheduler(), moment: .zero)) { [environment] in
        Session(live: Self.calling(gate), environment: environment, options: [:])
      }
    }
    let patient = runner(.seconds(1))
    for line in [":open home", "ask"] { _ = await patient.run(line) }
    gate.signal()
    #expect(await patient.run(":wait") == ["answer: yes"])
    let impatient = runner(.zero)
    for line in [":open home", "ask"] { _ = await impatient.run(line) }
    #expect(await impatient.run(":wait") == ["!! something is still under way after 0s; see :calls"])
    gate.signal()
    for runner in [patient, impatient] { _ = await runner.end() }
  }

  @Test("an app that cannot be built is an error") func unbuildable() async {
    let app = ConsoleApp("broken", home: "x") { _ in throw CallFailure("no disk") }
    #expect(await app.main([], terminal: recorded.terminal(), machine: [:], environment: environment) == 2)
    #expect(recorded.errorText == "broken: the app cannot be built: no disk\n")
    #expect(await app.main(["graph"], terminal: recorded.terminal(), machine: [:], environment: environment) == 2)
    #expect(recorded.errorText.hasSuffix("\nbroken: the app cannot be built: no disk\n"))
    #expect(recorded.text.isEmpty)
  }

  @Test("at a terminal the prompt waits, and typed lines are not echoed again") func typed() async {
    recorded.type("add", "cancel")
    recorded.endInput()
    #expect(
      await SmallApp.console().main(
        [], terminal: recorded.terminal(isInteractive: true), machine: [:], environment: environment) == 0)
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

  @Test("at a terminal it is said that a session was saved, and how it runs; on a pipe it is not") func saved()
    async throws
  {
    let folder = try TemporaryFolder()
    for (name, isInteractive) in [("a.flow", true), ("b.flow", false)] {
      let recorded = RecordedTerminal(), file = "\(folder.path)/\(name)"
      recorded.type(":save \(file)", ":save \(file)")
      recorded.endInput()
      _ = await SmallApp.console().main(
        [], terminal: recorded.terminal(isInteractive: isInteractive), machine: [:], environment: environment)
      let note = "# saved; small run \(file) runs it\n"
      #expect(recorded.text.components(separatedBy: note).count == (isInteractive ? 2 : 1))
      #expect(await SmallApp.console().run(flow: folder.url.appendingPathComponent(name)).passed)
    }
  }

  @Test("a change between two lines is shown at once, and the prompt again") func meanwhile() async {
    let text = MutableProperty("one"), recorded = recorded
    let module = Module(Route<Void, Never>("home")) { _, _ in Assembly(view: ConsoleView(.title(text.readOnly))) }
    let app = ConsoleApp("late", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    // After the prompt appears, the text changes; after the change is visible, the session ends.
    let terminal = recorded.terminal(isInteractive: true) { written in
      if written == "home> " { DispatchQueue.main.async { text.value = "two" } }
      if written.contains("two") { recorded.type(":quit") }
    }
    #expect(await app.main([], terminal: terminal, machine: [:], environment: environment) == 0)
    #expect(recorded.text == "> :open home\n  one\nhome> \n  two\nhome> ")
  }

  @Test("lines that vanish between two lines are shown as gone, and so is the busy mark on a terminal that keeps lines")
  func gone() async {
    let text = MutableProperty("one"), isBusy = MutableProperty(true), recorded = recorded
    let view = { @MainActor in
      ConsoleView(.title(Property(constant: "Home")), .label("", text.readOnly), .busy(isBusy.readOnly))
    }
    let module = Module(Route<Void, Never>("home")) { _, _ in Assembly(view: view()) }
    let app = ConsoleApp("late", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let terminal = recorded.terminal(isInteractive: true) { written in
      if recorded.text.hasSuffix("  …\nhome> ") {
        DispatchQueue.main.async { if text.value.isEmpty { isBusy.value = false } else { text.value = "" } }
      }
      if written.contains("- …") { recorded.type(":quit") }
    }
    #expect(await app.main([], terminal: terminal, machine: [:], environment: environment) == 0)
    #expect(
      recorded.text == "> :open home\n  Home\n  one\n  …\nhome> \n  - one\n  …\nhome> \n  - …\nhome> ")
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
    return ConsoleApp("calling", home: "home") { session in
      let calls = session.calls.hermetic
      let module = Module(Route<Void, Never>("home")) { _, _ in
        let ask = Command<Void, String, Never> {
          calls.call("ask", answer.promoteFailure(to: RouteError.self), failure: RouteError.refused).catchToValue {
            "\($0)"
          }
        }
        return Assembly(
          view: ConsoleView(.label("answer", Property(initial: "", then: ask.values)), .button("ask", ask)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
  }

  @Test("piped, a real call is waited for before the next line is read") func calls() async {
    recorded.type("ask", "help")
    recorded.endInput()
    let app = Self.calling()
    #expect(await app.main([], terminal: recorded.terminal(), machine: [:], environment: environment) == 0)
    #expect(recorded.text.hasSuffix("home> ask\n  answer: yes\nhome> help\n  ask\n"))
  }

  @Test("at a terminal, an answer that comes at once belongs to the line that asked for it") func quickCall() async {
    // The clock stands still, so the answer always comes in time.
    let limits = Settling.Limits(clock: VirtualTimeScheduler())
    let runner = LineRunner(limits: limits) { [environment] in
      Session(live: Self.calling(), environment: environment, options: [:])
    }
    _ = await runner.run(":open home")
    #expect(await runner.run("ask") == ["answer: yes"])
    #expect(await runner.end() == [])
  }

  @Test("at a terminal, the prompt does not wait for a slow call, and its answer is shown when it comes")
  func slowCall() async {
    let gate = DispatchSemaphore(value: 0), recorded = recorded
    let terminal = recorded.terminal(isInteractive: true) { written in
      if written == "home> ", recorded.text.components(separatedBy: written).count == 3 { gate.signal() }
      if written.contains("answer: yes") { recorded.type(":quit") }
    }
    recorded.type("ask")
    #expect(await Self.calling(gate).main([], terminal: terminal, machine: [:], environment: environment) == 0)
    #expect(recorded.text.components(separatedBy: "home> ").dropFirst(2).joined().contains("answer: yes"))
  }

  @Test("text typed into a secret field is not echoed") func secret() async {
    let module = Module(Route<Void, Never>("home")) { _, _ in
      Assembly(view: ConsoleView(.field("password", MutableProperty(""), secret: true)))
    }
    let app = ConsoleApp("secret", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    recorded.type("password 123456", "password")
    recorded.endInput()
    #expect(await app.main([], terminal: recorded.terminal(), machine: [:], environment: environment) == 0)
    #expect(
      recorded.text
        == "> :now 2001-01-01T00:00:00\n> :open home\n  password: -\nhome> password ***\n  password: ***\nhome> password\n  password: -\n"
    )
  }

  @Test("on a pipe, changes between two lines are printed before the next prompt") func meanwhilePiped() async {
    let text = MutableProperty("one"), recorded = recorded
    let module = Module(Route<Void, Never>("home")) { _, _ in Assembly(view: ConsoleView(.title(text.readOnly))) }
    let app = ConsoleApp("late", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let terminal = recorded.terminal { written in
      if written == "  one\n" { DispatchQueue.main.async { text.value = "two" } }
      if written.contains("two") { recorded.type(":quit") }
    }
    #expect(await app.main([], terminal: terminal, machine: [:], environment: environment) == 0)
    #expect(recorded.text == "> :now 2001-01-01T00:00:00\n> :open home\n  one\n  two\nhome> :quit\n")
  }
}
