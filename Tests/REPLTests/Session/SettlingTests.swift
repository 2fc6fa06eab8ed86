import Signals
import Testing
import VIPER

@testable import REPL

/// A session comes to rest after a line: virtual time, real work, stubs and failures, and endless work.
@MainActor @Suite struct SettlingTests {
  /// The outputs of commands on the lab's screen, and of the end.
  private func outputs(_ commands: [String], _ limits: Settling.Limits) async throws -> [[String]] {
    let text = "> :open lab\n" + commands.map { "lab> \($0)\n" }.joined() + "-- b.json --\n\"b\"\n"
    let run = try await FlowRunner(SmallApp.console(), limits: limits).execute(text)
    return run.phases.flatMap { $0.steps.dropFirst().map(\.output) } + [run.end]
  }

  private nonisolated static func endless(_ steps: Int, _ command: String, _ way: String) -> String {
    "!! this did not end after \(steps) steps: a timer or task started at line 2 by '\(command)' never stops; "
      + "cancel it\(way)"
  }

  private nonisolated static let stopped = ["!! stopped at line 3; the lines after it did not run"]

  private nonisolated static let ticks = ["+300ms", "tick 1", "+800ms", "again 2"]

  private nonisolated static let times: [(commands: [String], steps: Int, outputs: [[String]])] = [
    (["tick", "watch", ":run", ":advance 1m", ":run", "tick", ":run"], 1_000, [[], [], ticks, [], [], [], ticks, []]),
    (["retry", ":run"], 1_000, [[], ["+6s", "! no answer", "echo: -"], []]),
    (["wait", ":advance 1s"], 1_000, [[], ["+1s", "waited"], []]),
    (["tick", ":wait 299ms", ":wait 1ms", "tick", ":wait"], 1_000, [[], [], ["tick 1"], [], ["again 2"], []]),
    (["tick", ":advance 299ms", ":advance 1s"], 1_000, [[], [], ["+1ms", "tick 1", "+501ms", "again 2"], []]),
    // A move to a given time ends, however many steps it has.
    (["watch", ":advance 1d", "tick", ":run"], 1_000, [[], [], [], ticks, []]),
    (
      ["count", ":run"], 4,
      [
        [], ["+1s", "0", "+2s", "1", "+3s", "2", endless(4, "count", ", or use ':advance DUR' in place of ':run'")],
        stopped,
      ]
    ),
    // The command of the screen is under way.
    (["count", ":wait"], 4, [[], ["3", endless(4, "count", ", or use ':wait DUR'")], stopped]),
    (["spin", "ping"], 50, [[endless(50, "spin", "")], ["!! stopped at line 2; the lines after it did not run"]]),
  ]

  @Test(
    ":run ends with the last timer that has an effect, or at endless work; later output has a time stamp",
    arguments: times)
  func idle(_ commands: [String], _ steps: Int, _ outputs: [[String]]) async throws {
    #expect(try await self.outputs(commands, Settling.Limits(steps: steps)) == outputs)
  }

  @Test("a ticking timer of a screen and a live query are not work that :wait waits for, in a flow or a session")
  func ticking() async throws {
    let app = ConsoleApp("clock") { session, router in
      let scheduler = session.environment.scheduler, age = MutableProperty("now"), said = MutableProperty("")
      Signal<Int, Never>.timer(every: .seconds(60), on: scheduler).observeValues { age.value = "\($0 + 1) min ago" }
        .stored(in: router.alive)
      let items = Signal<Int, Never>.just(1).concat(.never).promoteFailure(to: CallFailure.self)
      session.calls.hermetic.call("items", as: .live, items, decode: { $0.count }, failure: CallFailure.init).start()
        .stored(in: router.alive)
      let poll = Command<Void, Int, Never> {
        Signal.timer(every: .seconds(40), on: scheduler).filter { $0 == 3 }.first()
      }
      poll.values.map { "polled \($0)" }.bind(to: said).stored(in: router.alive)
      return ConsoleView(.label("age", age), .label("said", said), .button("poll", poll))
    }
    let run = try await FlowRunner(app, limits: Settling.Limits(steps: 100)).execute(
      "> :open home\nhome> :wait\nhome> poll\nhome> :wait\nhome> :advance 20s\n")
    #expect(run.outputs == [["age: now"], [], [], ["age: 2 min ago", "said: polled 3"], ["+20s", "age: 3 min ago"]])
    #expect(run.end == [])
    let clock = VirtualTimeScheduler()
    let live = LineRunner(limits: Settling.Limits(wait: .zero, clock: clock)) {
      Session(live: app, environment: .fixed(by: VirtualDate(clock)))
    }
    var printed: [[String]] = []
    for line in [":open home", ":wait"] { printed.append(await live.run(line).output) }
    #expect(printed == [["age: now"], []])
  }

  @Test(":wait waits for steps that follow one another after equal times") func steps() async throws {
    let app = ConsoleApp("steps") { session, router in
      let scheduler = session.environment.scheduler, said = MutableProperty("")
      let steps = Command.sync {
        let all = ["one", "two", "three"].map { Signal<String, Never>.just($0).delay(.seconds(1), on: scheduler) }
        all[0].concat(all[1]).concat(all[2]).observeValues { said.value = $0 }.stored(in: router.alive)
      }
      return ConsoleView(.label("said", said), .button("steps", steps))
    }
    let run = try await FlowRunner(app).execute("> :open home\nhome> steps\nhome> :wait\n")
    #expect(run.outputs.last == ["said: three"])
    #expect(run.end == [])
  }

  @Test("what is left over goes with its session", arguments: ["spin", "leave", "count", "watch"])
  func leftOver(command: String) async {
    weak var time: FlowTime?
    do {
      let runner = LineRunner(limits: Settling.Limits(steps: 100)) { Session(scripted: SmallApp.console()) }
      time = runner.session.time
      _ = await runner.run(":open lab")
      if await runner.run(command).state == .stuck { runner.abandon() } else { _ = await runner.end() }
    }
    #expect(time == nil)
  }

  @Test("a move that would repeat work far too often is stopped long before its end") func foreseen() async throws {
    let limits = Settling.Limits(steps: 100)
    for (command, move, limits, number) in [
      ("count", ":advance 1000000s", limits, "1000000"), ("watch", ":advance 1000000s", limits, "16666"),
      ("watch", ":advance 365000d", Settling.Limits(), "525600000"),
    ] {
      #expect(
        try await outputs([command, move], limits)[1].last
          == "!! this would take about \(number) steps: a timer or task started at line 2 by '\(command)' never stops; "
          + "cancel it, or advance less")
    }
    // A move within the limit runs completely, and so does work that does not repeat itself.
    #expect(try await outputs(["count", ":advance 900s"], limits)[1].last == "899")
  }

  // MARK: Calls

  private nonisolated static let calls: [[String]: [[String]]] = [
    [
      "ping", ":stub lab.ping -> \"a\"", "ping", ":fail lab.ping with \"no\"", "ping", "ping",
      ":stub lab.ping -> @b.json", "ping",
    ]: [["pong"], [], ["a"], [], ["! no", "echo: -"], [], [], ["b"], []],
    [":stub lab.ping -> \"a\" after 2s", "ping", "ping", ":advance 3s"]:
      [[], ["…"], ["! ping is busy", "…"], ["+2s", "a"], []],
    [":fail lab.ping with \"no\" after 1m", "ping", ":run"]: [[], ["…"], ["+1m", "! no", "echo: -"], []],
    ["hang", "ping"]:
      [["!! 'lab.hang' did not answer within 2s, called at line 2 by 'hang'; stub it, or find out why"], ["pong"], []],
    ["none"]:
      [
        ["! 'lab.none' is not stubbed", "echo: -"],
        ["!! 'lab.none' is not stubbed, called at line 2 by 'none'; write :stub lab.none -> JSON before it"],
      ],
    [":stub lab.none -> \"x\"", "none"]: [[], ["x"], []],
  ]

  @Test(
    "a stub answers until it is replaced, a failure once, both may be late; a call without answer or work complains",
    arguments: calls)
  func answers(_ commands: [String], _ outputs: [[String]]) async throws {
    let limits = Settling.Limits(wait: .seconds(2), clock: ImmediateScheduler.immediate)
    #expect(try await self.outputs(commands, limits) == outputs)
  }

  @Test("work that hangs while the screens close is a complaint at the end") func hangingAtTheEnd() async throws {
    let saves = Disposable()
    let app = ConsoleApp("late") { session, router in
      let calls = session.calls.hermetic
      router.alive.add(
        Disposable {
          let save = calls.call("save", Signal<String, RouteError>.never, failure: { .refused("\($0)") })
          saves.add(save.observe { _ in })
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
