import Signals
import VIPER
import Testing

@testable import REPL

/// A session comes to rest after a line: virtual time, real work, and endless work.
@MainActor @Suite struct SettlingTests {
  /// The outputs of commands on the lab's screen.
  private func outputs(
    _ commands: String..., limits: Settling.Limits = Settling.Limits(steps: 1000)
  ) async throws -> [[String]] {
    try await outputs(commands, limits: limits)
  }

  private func outputs(
    _ commands: [String], limits: Settling.Limits = Settling.Limits(steps: 1000)
  ) async throws -> [[String]] {
    let text = "> :open lab\n" + commands.map { "lab> \($0)\n" }.joined()
    let run = try await FlowRunner(SmallApp.console(), limits: limits).execute(text)
    return run.phases.flatMap { $0.steps.dropFirst().map(\.output) } + [run.end]
  }

  @Test(
    ":run ends with the last timer that has an effect, and no line waits for virtual time",
    arguments: [
      (
        ["tick", "watch", ":run", ":advance 1m", ":run", "tick", ":run"],
        [
          [], [], ["+300ms", "tick 1", "+800ms", "again 2"], [], [], [], ["+300ms", "tick 1", "+800ms", "again 2"], [],
        ]
      ),
      (["retry", ":run"], [[], ["+6s", "! no answer", "echo: -"], []]),
      (["wait", ":advance 1s"], [[], ["+1s", "waited"], []]),
    ])
  func idle(_ commands: [String], _ outputs: [[String]]) async throws {
    #expect(try await self.outputs(commands) == outputs)
  }

  @Test(":run stops at endless work, and names its line") func endless() async throws {
    let printed = try await outputs("count", ":run", limits: Settling.Limits(steps: 5))
    #expect(
      printed[1] == [
        "+1s", "0", "+2s", "1", "+3s", "2", "+4s", "3",
        "!! this did not end after 5 steps: a timer or task started at line 2 by 'count' never stops; "
          + "cancel it, or advance less",
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

  @Test("a move to a given time ends, however many steps it has") func long() async throws {
    #expect(
      try await outputs("watch", ":advance 1d", "tick", ":run", limits: Settling.Limits(steps: 10)) == [
        [], [], [], ["+300ms", "tick 1", "+800ms", "again 2"], [],
      ])
  }

  // MARK: Real work

  @Test("a line waits for work on another thread") func elsewhere() async throws {
    for _ in 0..<20 { #expect(try await outputs("fetch") == [["fetched"], []]) }
  }

  @Test("a call that does not answer in time is a complaint, and no later line waits for it")
  func hanging() async throws {
    let limits = Settling.Limits(wait: .seconds(2), clock: ImmediateScheduler.immediate)
    #expect(
      try await outputs("hang", "ping", limits: limits) == [
        ["!! 'lab.hang' did not answer within 2s, called at line 2 by 'hang'; stub it, or find out why"], ["pong"], [],
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

  @Test("a move that would repeat work far too often is stopped long before its end")
  func foreseen() async throws {
    let limits = Settling.Limits(steps: 10, all: 1_000, foresight: 20)
    for command in ["count", "watch"] {
      let run = try await outputs(command, ":advance 1000000s", limits: limits)
      let number = command == "count" ? "1000000" : "16666"
      #expect(
        run[1].last
          == "!! this would take about \(number) steps: a timer or task started at line 2 by '\(command)' never stops; "
          + "cancel it, or advance less")
    }
    // A move within the limit runs completely, and so does work that does not repeat itself.
    #expect(try await outputs("count", ":advance 900s", limits: limits)[1].last == "899")
  }

  @Test("the default limits stop a fast timer over days of time after few steps")
  func days() async throws {
    let app = SmallApp.console(), steps = MutableProperty(0)
    var limits = Settling.Limits()
    // Reported once for each thousand steps, and for each time.
    limits.goesOn = { steps.modify { $0 += 1 } }
    let runner = LineRunner(limits: limits) { Session(scripted: app) }
    for line in [":open lab", "watch"] { _ = await runner.run(line) }
    let output = await runner.run(":advance 365000d")
    #expect(output.last?.hasPrefix("!! this would take about ") == true && runner.isStuck, "\(output)")
    #expect(steps.value < 30_000)
    runner.abandon()
  }

  @Test("work that hangs while the screens close is a complaint at the end") func hangingAtTheEnd() async throws {
    let saves = Disposable()
    let app = ConsoleApp("late") { session, router in
      let calls = session.calls.hermetic
      router.alive.add(
        Disposable {
          saves.add(calls.call("save", Signal<String, RouteError>.never, failure: RouteError.refused).observe { _ in })
        })
      return ConsoleView(.title("Home"))
    }
    let limits = Settling.Limits(wait: .seconds(2), clock: ImmediateScheduler.immediate)
    let run = try await FlowRunner(app, limits: limits).execute("> :open home\n  Home\n")
    #expect(run.end.contains { $0.hasPrefix("!! 'save' did not answer within 2s") }, "\(run.end)")
    // A call without an answer retains itself until then.
    saves.dispose()
  }
}
