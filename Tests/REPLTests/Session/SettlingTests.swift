import Signals
import VIPER
import Testing

@testable import REPL

/// When a session is at rest after a line: virtual time, real work, and what has no end.
@MainActor @Suite struct SettlingTests {
  /// What commands print on the lab's screen.
  private func outputs(
    _ commands: String..., limits: Settling.Limits = Settling.Limits(steps: 1000)
  ) async throws -> [[String]] {
    let text = "> :open lab\n" + commands.map { "lab> \($0)\n" }.joined()
    let run = await FlowRunner(SmallApp.console(), limits: limits).execute(try FlowParser.parse(text))
    return run.phases.flatMap { $0.steps.dropFirst().map(\.output) } + [run.end]
  }

  @Test(":run ends where only a timer that starts itself again is left and nothing comes of it") func idle()
    async throws
  {
    #expect(
      try await outputs("tick", "watch", ":run", ":advance 1m", ":run", "tick", ":run", ":quit").dropLast() == [
        [], [], ["+300ms", "tick 1", "+800ms", "again 2"], [], [], [], ["+300ms", "tick 1", "+800ms", "again 2"], [],
      ])
  }

  @Test(":run takes what is tried again to its end") func retried() async throws {
    #expect(try await outputs("retry", ":run") == [[], ["+6s", "! no answer", "echo: -"], []])
  }

  @Test(":run is stopped where something comes of it for ever, and says what and where") func endless() async throws {
    let printed = try await outputs("count", ":run", limits: Settling.Limits(steps: 5))
    #expect(
      printed[1] == [
        "+1s", "0", "+2s", "1", "+3s", "2", "+4s", "3",
        "!! this did not end after 5 steps: what was made at line 2 by 'count' schedules itself again and again; "
          + "let it end, or move time by less",
      ])
  }

  @Test(
    "what is left over is said, and then goes with its session", arguments: ["spin", "leave", "count", "watch"])
  func leftOver(command: String) async {
    weak var time: FlowTime?
    do {
      let runner = LineRunner(limits: Settling.Limits(steps: 100)) { Session(scripted: SmallApp.console()) }
      time = runner.session.time
      _ = await runner.run(":open lab")
      _ = await runner.run(command)
      if runner.isStuck { runner.abandon() } else { _ = await runner.end() }
    }
    #expect(time == nil)
  }

  @Test("a move to a given time comes to an end, however many steps it has") func long() async throws {
    #expect(
      try await outputs("watch", ":advance 1d", "tick", ":run", limits: Settling.Limits(steps: 10)) == [
        [], [], [], ["+300ms", "tick 1", "+800ms", "again 2"], [],
      ])
  }

  // MARK: Real work

  @Test("what works on another thread is waited for") func elsewhere() async throws {
    for _ in 0..<20 { #expect(try await outputs("fetch") == [["fetched"], []]) }
  }

  @Test("a real call that goes by virtual time is left to it") func virtual() async throws {
    #expect(try await outputs("wait", ":advance 1s") == [[], ["+1s", "waited"], []])
  }

  @Test("a call that does not answer in time is named, and not waited for again") func hanging() async throws {
    let limits = Settling.Limits(wait: .seconds(2), clock: ImmediateScheduler.immediate)
    #expect(
      try await outputs("hang", "ping", limits: limits) == [
        ["!! 'lab.hang' did not answer within 2s, called at line 2 by 'hang'; stub it, or see why"], ["pong"], [],
      ])
  }

  @Test("a call that is not stubbed fails, and is a complaint at the end") func missing() async throws {
    #expect(
      try await outputs("none") == [
        ["! 'lab.none' is not stubbed", "echo: -"],
        ["!! 'lab.none' is not stubbed, called at line 2 by 'none'; write :stub lab.none -> JSON before it"],
      ])
    #expect(try await outputs(":stub lab.none -> \"x\"", "none") == [[], ["x"], []])
  }

  @Test("a move that does far too much is stopped, and says so") func far() async throws {
    let printed = try await outputs("count", ":advance 300000d", limits: Settling.Limits(steps: 10, all: 50))
    #expect(
      printed[1].last?.hasPrefix("!! this did not end after 50 steps: what was made at line 2 by 'count'") == true)
  }

  @Test("a move that would do far too much is stopped long before, where what it does repeats itself") func foreseen()
    async throws
  {
    let limits = Settling.Limits(steps: 10, all: 1_000, foresight: 20)
    for command in ["count", "watch"] {
      let run = try await outputs(command, ":advance 1000000s", limits: limits)
      let number = command == "count" ? "1000000" : "16666"
      #expect(
        run[1].last
          == "!! this would take about \(number) steps: what was made at line 2 by '\(command)' schedules itself again and again; "
          + "let it end, or move time by less")
    }
    // What can be done is done, and what does not repeat itself may be as much as it likes.
    #expect(try await outputs("count", ":advance 900s", limits: limits)[1].last == "899")
  }

  @Test("a running timer and days of time: the limits that every session has stop it after few steps") func days()
    async throws
  {
    let app = SmallApp.console(), steps = MutableProperty(0)
    var limits = Settling.Limits()
    // Said once for each thousand steps, and for each moment.
    limits.goesOn = { steps.modify { $0 += 1 } }
    let runner = LineRunner(limits: limits) { Session(scripted: app) }
    for line in [":open lab", "watch"] { _ = await runner.run(line) }
    let output = await runner.run(":advance 365000d")
    #expect(output.last?.hasPrefix("!! this would take about ") == true && runner.isStuck, "\(output)")
    #expect(steps.value < 30_000)
    runner.abandon()
  }

  @Test("what hangs while everything closes is a complaint at the end") func hangingAtTheEnd() async throws {
    let saves = Disposable()
    let app = ConsoleApp("late", home: "home") { session in
      let calls = session.calls.hermetic
      let module = Module(Route<Void, Never>("home")) { router, _ in
        router.alive.add(
          Disposable {
            saves.add(
              calls.call("save", Signal<String, RouteError>.never, failure: RouteError.refused).observe { _ in })
          })
        return Assembly(view: ConsoleView(.title(Property(constant: "Home"))))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let limits = Settling.Limits(wait: .seconds(2), clock: ImmediateScheduler.immediate)
    let run = await FlowRunner(app, limits: limits).execute(try FlowParser.parse("> :open home\n  Home\n"))
    #expect(run.end.contains { $0.hasPrefix("!! 'save' did not answer within 2s") }, "\(run.end)")
    // A call without an answer keeps itself until then.
    saves.dispose()
  }
}
