import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// Saved sessions pass as flows.
@MainActor @Suite struct RecordingTests {
  private let session: SavedSession
  private var recorded: RecordedTerminal { session.recorded }
  private var file: String { session.file }

  init() throws { session = try SavedSession() }

  @Test("answers of calls become stubs, set again only where they differ, and the flow passes")
  func stubs() async throws {
    #expect(await session.saving("add", "name Milk", "save", ":open lab", "ping", "retry", "ping") == "")
    #expect(
      try session.text == """
        # A session of small.
        > :now 2001-01-01T00:00:00
        > :open todo
          VIPER TODO
          (no upcoming items)
        todo> add
          Add
          name: -
          due: 2001-01-01
        todo/add> name Milk
          name: Milk
        todo/add> :stub store.save -> null
        todo/add> save
          VIPER TODO
          Today [check]
            1. Milk
        todo> :open lab
          Lab
          echo: -
        lab> :stub lab.ping -> "pong"
        lab> ping
          pong
        lab> :fail lab.ping with "no answer"
        lab> retry
        lab> ping
        lab> :advance 2s
        lab> :quit

        """)
    #expect(await session.report().passed)
  }

  @Test("a cancelled call is cancelled in the flow, and can be made again") func cancelled() async throws {
    recorded.pipe(":open lab", "hang", ":cancel", "ping", ":save \(file)")
    var environment = AppEnvironment.still
    // Lets the time pass after which an answer no longer belongs to its line.
    environment.scheduler = .main
    // A session on a pipe waits for the answer before it reads the next line; an interactive one does not.
    _ = await recorded.run(environment: environment, isInteractive: true)
    let flow = try session.text, report = await session.report()
    let part = "lab> hang\nlab> :cancel\n  (cancelled)\nlab> :stub lab.ping -> \"pong\"\n"
    #expect(flow.contains(part), "\(flow)\n\(report.text)")
    #expect(report.passed, "\(flow)\n\(report.text)")
  }

  @Test("a call that has not ended in the session does not end in the flow") func unanswered() async throws {
    recorded.pipe(":open lab", "hang", ":open todo", ":save \(file)")
    let code = await recorded.run(isInteractive: true), flow = try session.text, report = await session.report()
    #expect(code == 0)
    #expect(!recorded.text.contains("!"))
    #expect(report.passed)
    #expect(flow.contains("lab> :fail lab.hang with \"no answer came\" after 1s\nlab> hang\n"), "\(flow)")
  }

  /// A screen whose `ask` makes three calls of the same name, and prints their answers.
  private func asking(_ answers: @escaping @Sendable (Int) -> Signal<Int, CallFailure>) -> ConsoleApp {
    ConsoleApp("asking") { session, router in
      let calls = session.calls.hermetic, count = MutableProperty(0), said = MutableProperty("")
      let answer = Signal<String, Never>.deferred {
        count.modify { $0 += 1 }
        return calls.call("ask", answers(count.value), failure: CallFailure.init).map { "\($0)" }.catchToValue(\.text)
      }
      let ask = Command<Void, String, Never> {
        .concat([answer, answer, answer]).reduce("") { $0.isEmpty ? $1 : "\($0) \($1)" }
      }
      ask.values.bind(to: said).stored(in: router.alive)
      return ConsoleView(.label("said", said), .button("ask", ask))
    }
  }

  @Test("several calls of one name under one line each have their own answer; without one, or with two, they complain")
  func several() async throws {
    let app = asking { number in
      switch number {
      case 2: .fail(CallFailure("no \"2\""))
      case 4...: .just(3)
      default: .just(number)
      }
    }
    let said = await session.saving("ask", "ask", app: app), report = await session.report(app)
    #expect(said == "")
    #expect(report.passed)
    #expect(
      try session.text == """
        # A session of asking.
        > :now 2001-01-01T00:00:00
        > :open home
        home> :stub ask -> 1 once
        home> :fail ask with "no "2""
        home> :stub ask -> 3
        home> ask
          said: 1 no "2" 3
        home> ask
          said: 3 3 3
        home> :quit

        """)
    let unusual = asking { $0 == 1 ? .empty : .from([$0, 9]) }
    #expect(
      try await SavedSession().saving("ask", app: unusual).contains(
        "  ! saved, but 'ask' ended without an answer, and a stub gives one; the flow makes the real call\n"
          + "  ! saved, but 'ask' gave 2 answers, and a stub gives one: the last is kept\n"))
  }

  /// A line of a session that came to rest at `end`; times are in milliseconds.
  private func entry(
    _ line: String, _ start: Int, _ end: Int, _ output: String..., behind callCount: Int = 0,
    changes: [(time: Duration, lines: [String])] = []
  ) -> HistoryEntry {
    HistoryEntry(
      line: line, origin: Origin(text: line), start: .milliseconds(start), callCount: callCount,
      settled: .milliseconds(end), output: output, changes: changes)
  }

  @Test("later output becomes :advance, late answers each have their own delay, and long answers become files")
  func times() async throws {
    let time = VirtualTimeScheduler(), answer = String(repeating: "x", count: 90)
    let live = Session(live: SmallApp.console(), environment: .fixed(by: VirtualDate(time)))
    let log = live.calls.log
    for delay in [100, 200, 300, 400] {
      let number = log.begin("lab.ping", isReal: true).number
      time.advance(by: .milliseconds(delay))
      if delay < 400 {
        log.fail(number, "no answer")
      } else {
        log.answer(number, answer) { Data("\"\(answer)\"".utf8) }
      }
      time.advance(by: .seconds(2))
    }
    let entries = [
      entry(":open lab", 0, 0, "Lab", "echo: -"),
      entry("retry", 0, 1, changes: [(.microseconds(7_000_900), [answer])]),
    ]
    #expect(await Recording(session: live, entries: entries).save(as: file) == [])
    #expect(
      try session.text == """
        # A session of small.
        > :now 2001-01-01T00:00:00
        > :open lab
          Lab
          echo: -
        lab> :fail lab.ping with "no answer" after 100ms
        lab> :fail lab.ping with "no answer" after 200ms
        lab> :fail lab.ping with "no answer" after 300ms
        lab> :stub lab.ping -> @lab.ping-1.json after 400ms
        lab> retry
        lab> :advance 7001ms
          +7s
          \(answer)
        lab> :quit
        -- lab.ping-1.json --
        "\(answer)"

        """)
  }

  @Test(
    "time that passed in a :wait passes there in the flow, too, without an additional :advance",
    arguments: [":wait 100ms", ":wait"])
  func waited(_ wait: String) async throws {
    let app = ConsoleApp("clock") { session, _ in
      let said = MutableProperty("-"), time = session.environment.scheduler
      @MainActor func button(_ name: String, _ body: @escaping @Sendable () -> Void) -> Control {
        .button(name, Command.sync { body() })
      }
      return ConsoleView(
        .label("said", said), button("look") { said.value = "\(Int(time.now / .milliseconds(1)))" },
        button("start") { time.schedule(after: .milliseconds(100)) { said.value = "started" } },
        button("later") { time.schedule(after: .milliseconds(200)) { said.value = "later" } })
    }
    let live = Session(live: app, environment: .still)
    let entries = [
      entry(":open home", 0, 0, "said: -"), entry("start", 0, 0), entry(wait, 0, 100, "said: started"),
      entry("look", 350, 350, "said: 350"), entry("start", 350, 350),
      entry("later", 350, 350),
      entry(wait, 350, 450, "said: started", changes: [(.milliseconds(550), ["said: later"])]),
    ]
    let isTimed = wait != ":wait", recorded = isTimed ? entries : Array(entries.dropLast(3))
    #expect(await Recording(session: live, entries: recorded).save(as: file) == [])
    let said = "home> \(wait)\n  said: started\n", later = ":advance 100ms\n  +100ms\n  said: later\nhome> :quit\n"
    let missing = try session.text.missing(
      "\(said)home> :advance 250ms\nhome> look\n  said: 350\n", isTimed ? "\(said)home> \(later)" : "")
    #expect(missing.filter { !$0.isEmpty } == [])
  }

  @Test("a delay that was set for a real call is part of its stub") func delayed() async throws {
    let app = ConsoleApp("page") { session, _ in
      let calls = session.calls.hermetic
      let ping = Command {
        calls.call("page.ping", Signal<String, CallFailure>.never, failure: CallFailure.init)
      }
      return ConsoleView(.label("text", Property(initial: "", then: ping.values)), .button("ping", ping))
    }
    let time = VirtualTimeScheduler()
    let live = Session(live: app, environment: .fixed(by: VirtualDate(time))), log = live.calls.log
    var delay = entry(":delay page.ping 2s", 0, 0)
    log.attribute(to: delay.origin)
    delay.turn = log.turn
    log.delay("page.ping", .by(.seconds(2)))
    let number = log.begin("page.ping", isReal: true).number
    time.advance(by: .seconds(2))
    log.answer(number, "pong") { Data("\"pong\"".utf8) }
    for (settled, after) in [(2_000, ""), (0, " after 2000ms")] {
      var ping = entry("ping", 0, settled)
      if after.isEmpty { ping.output = ["text: pong"] } else { ping.changes = [(.seconds(2), ["text: pong"])] }
      let session = try SavedSession()
      let problems = await Recording(session: live, entries: [entry(":open home", 0, 0), delay, ping]).save(
        as: session.file)
      #expect(problems == [])
      #expect(try session.text.contains("home> :stub page.ping -> \"pong\"\(after)\nhome> ping\n"))
      #expect(try !session.text.contains(":delay"))
    }
  }

  @Test("lines that were typed while the screen was busy are typed in the flow before the answer arrives, too")
  func busy() async throws {
    let app = ConsoleApp("page") { session, _ in
      let calls = session.calls.hermetic
      func command(_ name: String) -> Command<Void, String, CallFailure> {
        Command { calls.call(name, Signal<String, CallFailure>.never, failure: CallFailure.init) }
      }
      let load = command("page.load"), ping = command("page.ping"), text = Property(initial: "", then: load.values)
      return ConsoleView(
        .field("name", MutableProperty("")), .label("text", text), .button("load", load), .button("ping", ping),
        .busy(load))
    }
    let time = VirtualTimeScheduler()
    let live = Session(live: app, environment: .fixed(by: VirtualDate(time))), log = live.calls.log
    let load = log.begin("page.load", isReal: true).number
    time.advance(by: .milliseconds(500))
    log.answer(log.begin("page.ping", isReal: true).number, "pong") { Data("\"pong\"".utf8) }
    time.advance(by: .milliseconds(1_500))
    log.answer(load, "done") { Data("\"done\"".utf8) }
    let entries = [
      entry(":open home", 0, 0, "name: -"), entry("load", 0, 100, "…"),
      entry("name a", 400, 400, "name: a", "…", behind: 1),
      entry("ping", 500, 500, "…", behind: 1, changes: [(.seconds(2), ["text: done"])]),
    ]
    #expect(await Recording(session: live, entries: entries).save(as: file) == [])
    let typed = [
      "load", ":advance 400ms", "name a\n  name: a", ":advance 100ms", ":stub page.ping -> \"pong\"", "ping",
    ]
    let end = "home> :advance 1500ms\n  +1500ms\n  text: done\n"
    #expect(try session.text.missing(typed.map { "home> \($0)\n  …\n" }.joined() + end) == [])
  }

  @Test("a saved flow has no passwords, no secret answers, and no lines that were taken back or that only flows have")
  func left() async throws {
    let app = ConsoleApp("secret") { session, _ in
      let calls = session.calls.hermetic
      let open = Command {
        calls.call(
          "safe.open", Signal<String, CallFailure>.just("under the mat"),
          decode: { try JSONDecoder().decode(String.self, from: $0) }, encode: { _ in Data("\"what it was\"".utf8) },
          failure: CallFailure.init)
      }
      return ConsoleView(.field("password", MutableProperty(""), secret: true), .button("open", open), .busy(open))
    }
    let said = await session.saving(
      "password hunter2", "pasword hunter3", "help", ":back", ":calls", ":trace", ":locale fr", ":zone GMT", "open",
      app: app,
      code: 1)
    #expect(said == "")
    #expect(
      try session.text == """
        # A session of secret.
        > :now 2001-01-01T00:00:00
        > :open home
          password: -
        home> password ***
          password: ***
        home> :stub safe.open -> "what it was"
        home> open
        home> :quit

        """)
  }

  @Test("a session is not saved through a link, even to a file that is not there") func linked() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: session.folder.path + "/gone.flow")
    #expect(await session.saving(code: 1) == "  !! \(file) already exists; choose another name\n")
    #expect(session.folder.names == ["saved.flow"])
  }

  @Test("an existing file and an unwritable place are complaints, nothing is overwritten, and a flow saves nothing")
  func refused() async throws {
    try session.folder.write("saved.flow", "mine")
    #expect(await session.saving(code: 1) == "  !! \(file) already exists; choose another name\n")
    let recording = Recording(session: Session(scripted: SmallApp.console()), entries: [])
    let answer = await recording.save(as: session.folder.path + "/no/where.flow").first ?? ""
    #expect(answer.hasPrefix("!! \(session.folder.path)/no/where.flow cannot be written: "))
    #expect(try await SmallApp.outputs("> :save \(session.folder.path)/b\n") == [[]])
    #expect(try session.text == "mine")
    #expect(session.folder.names == ["saved.flow"])
  }
}
