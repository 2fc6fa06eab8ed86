import Signals
import Testing
import VIPER

@testable import REPL

/// Lines of a session: its own commands, virtual time, stubs and failures.
@MainActor @Suite struct LineRunnerTests {
  @Test(":cancel cancels the work of the visible screen, such as a load without a button, and no other screen's")
  func cancel() async throws {
    let work = Command<Void, Void, Never> { .never }, isOver = work.isExecuting.map { !$0 }
    let modules = ["home", "top"].map { name in
      Module(Route<Void, Never>(name)) { _, _ in
        let view = name == "home" ? ConsoleView(.busy(work), .label("", isOver.map { "over: \($0)" })) : ConsoleView()
        return Assembly(view: view)
      }
    }
    let app = ConsoleApp("busy", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: modules)
    }
    let runner = LineRunner { Session(scripted: app) }
    #expect(await runner.run(":cancel") == ["(nothing is under way)"])
    #expect(await runner.run(":open home") == ["over: true"])
    work.execute()
    #expect(await runner.run(":open top").isEmpty)
    #expect(await runner.run(":cancel") == ["(nothing is under way)"] && work.isExecuting.value)
    #expect(await runner.run(":open home") == ["over: false", "…"])
    #expect(await runner.run(":cancel") == ["(cancelled)", "over: true"] && !work.isExecuting.value)
  }

  @Test("endless work is stopped with a complaint") func endless() async throws {
    let complaint =
      "!! this did not end after 50 steps: a timer or task started at line 4 by 'spin' never stops; "
      + "cancel it, or advance less"
    let run = try await SmallApp.run(
      "> :open lab\n  Lab\n  echo: -\nlab> spin\nlab> ping\n# Later\nlab> :quit\n", stepLimit: 50)
    #expect(run.phases.map { $0.steps.map(\.output) } == [[["Lab", "echo: -"], [complaint]], []])
    #expect(run.end == ["!! stopped at line 4; the lines after it did not run"])
  }

  @Test(
    "a line that cannot run prints the reason, and no line may follow :quit",
    arguments: [
      ("> :now yesterday", ["!! 'yesterday' is not a date; write one such as 2014-05-21 or 2014-05-21T12:00"]),
      (
        "> :stub a -> @gon.json\n-- gone.json --\n1",
        ["!! this flow has no data file 'gon.json'; did you mean 'gone.json'?"]
      ),
      ("> :stub a -> @gone.json", ["!! this flow has no data file 'gone.json'; add one: -- gone.json --"]),
      ("> :open tood\n", ["! there is no module for 'tood'; did you mean 'todo'?"]),
      ("> :open \u{1B}[2J\n", [#"! there is no module for '\u{1B}[2J'; add one to the navigator's modules"#]),
      ("> :quit\n> :open todo\n", ["!! this comes after :quit"]), ("> :tree", ["(nothing is open)"]),
      ("> :screen", []), ("> \n", []), ("> help", ["(no commands here; :help lists those of the session)"]),
      ("> add", ["! there is no command 'add' while nothing is open; help lists the commands"]),
    ])
  func cannot(_ text: String, _ output: [String]) async throws {
    #expect(try await SmallApp.outputs(text).last == output)
  }

  @Test("the locale is chosen before the app is built") func locale() async throws {
    #expect(
      try await SmallApp.outputs("> :locale zh_CN\n> :open todo\n> :locale en_US\n").map(\.first) == [
        nil, "VIPER TODO", "!! :locale has to come before the first :open; move it up",
      ])
  }

  @Test(":help lists the commands that are possible now") func help() async throws {
    func names(_ help: [String]?) -> Set<String> { Set((help ?? []).map { String($0.prefix { $0 != " " }) }) }
    let outputs = try await SmallApp.outputs("> :help\n> :open lab\nlab> wait\nlab> :help\n")
    let always = [
      ":advance", ":always", ":calls", ":delay", ":fail", ":help", ":never", ":now", ":open", ":promises", ":quit",
      ":run",
      ":screen", ":stub", ":unlike", ":wait", ":within",
    ]
    #expect(names(outputs.first) == Set(always + [":locale", "help"]))
    #expect(
      names(outputs.last) == Set(always + [":back", ":cancel", ":event", ":graph", ":trace", ":tree", "help"]))
    let live = LineRunner {
      Session(live: SmallApp.console(), environment: .still, options: [:])
    }
    #expect(
      names(await live.run(":help")) == [
        ":always", ":calls", ":delay", ":fail", ":help", ":never", ":open", ":quit", ":save", ":screen", ":stub",
        ":wait", ":within", "help",
      ])
    let help = outputs.first ?? []
    #expect(help.allSatisfy { Columns.width(of: $0) <= 78 })
    #expect(help.contains { $0.hasPrefix(":quit  ") && $0.hasSuffix("  ends the session") })
    #expect(try await SmallApp.outputs("> :help advance\n") == [[":advance DUR  lets time pass, such as 300ms"]])
  }

  @Test("a typing error is a mistake, a refusal of the app is not")
  func mistakes() async throws {
    let lines = [
      ("bogus", true), ("echo a", false), ("ping now", true), (":open tood", true), (":open todo", false),
      (":back 9", true),
      (":event none 1", true), (":trace none", false), ("add", false), ("save", false), ("help sav", true),
    ]
    for (line, isMistake) in lines {
      let runner = LineRunner { Session(scripted: SmallApp.console()) }
      for first in [":open lab", line == "add" || line == "save" ? ":open todo" : "", line == "save" ? "add" : ""] {
        _ = await runner.run(first)
      }
      _ = await runner.run(line)
      let isNoticed = runner.hasMistake
      if isMistake { _ = await runner.run(":back") }
      #expect([isNoticed, runner.hasMistake] == [isMistake, isMistake], "\(line)")
      _ = await runner.end()
    }
  }

  // MARK: Time

  @Test(
    "later output has a time stamp, and output of one time is printed together; :wait prints the changes at its end",
    arguments: [
      (["tick", ":wait 299ms", ":wait 1ms", "tick", ":wait"], [[], [], ["tick 1"], [], ["again 2"]]),
      (
        ["tick", ":advance 299ms", ":advance 1ms", ":advance 1s"],
        [[], [], ["+1ms", "tick 1"], ["+500ms", "again 2"]]
      ),
      (["tick", ":run"], [[], ["+300ms", "tick 1", "+800ms", "again 2"]]),
    ])
  func times(_ commands: [String], _ outputs: [[String]]) async throws {
    #expect(try await self.outputs(commands) == outputs)
  }

  /// The outputs of commands on the lab's screen.
  private func outputs(_ commands: [String], files: String = "") async throws -> [[String]] {
    Array(try await SmallApp.outputs("> :open lab\n" + commands.map { "lab> \($0)\n" }.joined() + files).dropFirst())
  }

  @Test(
    "the date moves with virtual time, whether set or the default",
    arguments: [
      ("", "due: 2001-01-01"), ("> :now 2014-12-31T23:59\n", "due: 2014-12-31"),
      ("> :now 2014-12-31T23:59\n> :advance 1m\n", "due: 2015-01-01"),
      ("> :advance 3d\n> :now 2014-12-31\n", "due: 2014-12-31"),
    ])
  func dates(_ before: String, _ due: String) async throws {
    #expect(try await SmallApp.outputs("\(before)> :open todo\n> add\n").last?.last == due)
  }

  // MARK: Calls

  @Test("a stub answers until another one replaces it, a failure is for the next call only") func calls() async throws {
    let commands = [
      "ping", ":stub lab.ping -> \"a\"", "ping", ":fail lab.ping with \"no\"", "ping", "ping",
      ":stub lab.ping -> @b.json", "ping",
    ]
    #expect(
      try await outputs(commands, files: "-- b.json --\n\"b\"\n")
        == [["pong"], [], ["a"], [], ["! no", "echo: -"], [], [], ["b"]])
  }

  @Test("an answer or a failure may be delayed; the command is busy until then") func delayed() async throws {
    let commands = [
      ":stub lab.ping -> \"a\" after 2s", "ping", "ping", ":advance 3s", ":fail lab.ping with \"no\" after 1m", "ping",
      ":run",
    ]
    #expect(
      try await outputs(commands)
        == [[], ["…"], ["! ping is busy", "…"], ["+2s", "a"], [], ["…"], ["+1m", "! no", "echo: -"]])
  }

}
