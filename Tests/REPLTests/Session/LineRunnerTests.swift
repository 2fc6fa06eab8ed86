import Signals
import Testing
import VIPER

@testable import REPL

/// Lines of a session: its own commands, and mistakes.
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
    var printed = [await runner.run(":cancel").output, await runner.run(":open home").output]
    work.execute()
    for line in [":open top", ":cancel", ":open home", ":cancel"] { printed.append(await runner.run(line).output) }
    let none = ["(nothing is under way)"]
    #expect(printed == [none, ["over: true"], [], none, ["over: false", "…"], ["(cancelled)", "over: true"]])
    #expect(!work.isExecuting.value)
  }

  @Test(
    "a line that cannot run prints the reason, and no line may follow :quit",
    arguments: [
      "> :locale zh_CN\n> :open todo\n> :locale en_US\n": [
        "!! :locale has to come before the first :open, or after :restart; move it"
      ],
      "> :now yesterday": ["!! 'yesterday' is not a date; write one such as 2014-05-21 or 2014-05-21T12:00"],
      "> :zone Europe/Berln": ["!! there is no time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?"],
      "> :zone xyzzy": ["!! there is no time zone 'xyzzy'; write one such as Europe/Berlin"],
      "> :zone Europe/Berlin\n> :now 2014-03-30T02:30": [
        "!! '2014-03-30T02:30' is not a date in Europe/Berlin; write one such as 2014-05-21 or 2014-05-21T12:00"
      ],
      "> :stub a -> @gon.json\n-- gone.json --\n1":
        ["!! this flow has no data file 'gon.json'; did you mean 'gone.json'?"],
      "> :stub a -> @gone.json": ["!! this flow has no data file 'gone.json'; add one: -- gone.json --"],
      "> :open tood\n": ["! there is no module for 'tood'; did you mean 'todo'?"],
      "> :open \u{1B}[2J\n": [#"! there is no module for '\u{1B}[2J'; add one to the navigator's modules"#],
      "> :quit\n> :open todo\n": ["!! this comes after the end of the session"], "> :tree": ["(nothing is open)"],
      "> :screen": [],
      "> \n": [], "> help": ["(no commands here; :help lists those of the session)"],
      "> add": ["! there is no command 'add' while nothing is open; help lists the commands"],
    ])
  func cannot(_ text: String, _ output: [String]) async throws {
    #expect(try await SmallApp.outputs(text).last == output)
  }

  @Test("a session whose app captures it is released after its end", arguments: [true, false])
  func releases(_ isEnded: Bool) async {
    let app = ConsoleApp("kept", home: "kept") { session in
      let module = Module(Route<Void, Never>("kept")) { _, _ in
        Assembly(view: ConsoleView(.title(session.isScripted ? "Scripted" : "Live")))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    var runner: LineRunner? = LineRunner { Session(scripted: app) }
    #expect(await runner?.run(":open kept").output == ["Scripted"])
    weak let session = runner?.session
    if isEnded { _ = await runner?.end() } else { runner?.abandon() }
    #expect(session != nil)
    runner = nil
    #expect(session == nil)
  }

  @Test(":open names the parameters of a link that are ignored") func ignored() async throws {
    let text = "(no screen of this link has the parameter 'utm_source')"
    #expect(try await SmallApp.outputs("> :open lab?utm_source=mail\n").last?.prefix(2) == [text, "Lab"])
  }

  @Test(":open names a link that is still opening in a typed session") func opening() async {
    let app = ConsoleApp("guarded", home: "slow") { session in
      let guarded = Guard { _, _ in .hold(until: .never) }
      let slow = Module(Route<Void, Never>("slow"), guard: guarded) { _, _ in Assembly(view: ConsoleView()) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [slow])
    }
    let runner = LineRunner { Session(live: app, environment: .still) }
    #expect(await runner.run(":open slow").output == ["(opening slow …)"])
    _ = await runner.end()
  }

  @Test(":help lists the commands that are possible now") func help() async throws {
    func names(_ help: [String]?) -> [String] { (help ?? []).map { String($0.prefix { $0 != " " }) }.sorted() }
    let outputs = try await SmallApp.outputs("> :help\n> :open lab\nlab> wait\nlab> :help\nlab> :help advance\n")
    let live = LineRunner { Session(live: SmallApp.console(), environment: .still) }
    let always = [
      ":always", ":calls", ":delay", ":fail", ":help", ":never", ":open", ":quit", ":screen", ":stub", ":wait",
    ]
    let virtual = always + [":advance", ":now", ":promises", ":run", ":unlike", ":within", ":zone", "help"]
    #expect(
      await [names(outputs[0]), names(outputs[3]), names(live.run(":help").output)] == [
        (virtual + [":locale"]).sorted(),
        (virtual + [":back", ":cancel", ":event", ":graph", ":trace", ":tree", ":restart"]).sorted(),
        (always + [":save", ":within", "help"]).sorted(),
      ])
    let help = outputs[0].map { $0.replacing(/\s\s+/, with: "  ") }
    #expect(help.contains(":quit  ends the session"))
    #expect(outputs[0].allSatisfy { Columns.width(of: $0) <= 78 })
    #expect(outputs[4] == [":advance DUR  lets time pass, such as 300ms"])
  }

  @Test("the help of a promise lists its conditions and scopes", arguments: ["always", "never", "within"])
  func promiseHelp(_ name: String) {
    let help = MetaCommand.help(name)
    #expect(help.first?.hasPrefix(MetaCommand.usages[name] ?? "") == true)
    #expect(
      help.dropFirst() == [
        "CONDITION         shows [exactly] \"TEXT\"", "                  offers COMMAND",
        "                  enabled COMMAND", "                  busy", "                  waiting",
        "                  at SCREEN", "                  open SCREEN", "                  row 1 is \"TEXT\"",
        "                  field NAME is \"TEXT\"", "                  2 calls of NAME",
        "                  not CONDITION", "                  CONDITION and CONDITION",
        "                  CONDITION or CONDITION",
        "after COMMAND     holds from that command to the next one",
        "since COMMAND     holds from the last time that command was typed",
        "unless CONDITION  need not hold while this condition does; stands last",
        "$NAME for \"TEXT\"  the text that the row or field had at the start",
      ])
  }

  private nonisolated static let mistakesRows: [([String], Bool)] = [
    ([":open lab", "bogus"], true), ([":open lab", "echo a"], false), ([":open lab", "ping now"], true),
    ([":open tood"], true), ([":open todo"], false), ([":back 9"], true), ([":open lab", ":event none 1"], true),
    ([":open lab", ":trace none"], false), ([":open todo", "add"], false), ([":open todo", "add", "save"], false),
    ([":open lab", "help sav"], true),
  ]

  @Test(
    "a typing error is a mistake, and taking it back is none; a refusal of the app is none",
    arguments: mistakesRows)
  func mistakes(_ lines: [String], _ isMistake: Bool) async {
    let runner = LineRunner { Session(scripted: SmallApp.console()) }
    var results: [LineResult] = []
    for line in lines { results.append(await runner.run(line)) }
    #expect(results.map(\.isMistake) == lines.indices.map { isMistake && $0 == lines.count - 1 })
    if isMistake, lines.count > 1 { #expect(await !runner.run(":back").isMistake) }
    _ = await runner.end()
  }

  /// An app whose first screen opens routes that it does not declare, one of them while it closes.
  private static let undeclared = ConsoleApp("weather", home: "weather") { session in
    let details = Route<Void, Never>("details"), gone = Route<Void, Never>("gone")
    let modules = [
      Module(Route<Void, Never>("weather")) { router, _ in
        let time = router.environment.scheduler
        let later = Command {
          Signal<Void, RouteError>.just(()).delay(.seconds(1), on: time).flatMap(.latest) { router.present(details) }
        }
        router.alive.add(Disposable { router.replace(gone).start() })
        return Assembly(
          view: ConsoleView(
            .button("details", Command { router.push(details) }), .button("gone", Command { router.setRoot(gone) }),
            .button("later", later), .button("link", Command { router.open("/details") })))
      },
      Module(details) { _, _ in Assembly(view: ConsoleView()) },
    ]
    return try Navigator(stage: session.console, environment: session.environment, modules: modules)
  }

  @Test("a module that opens a route which is not declared is a complaint, also later and at the end; a link is not")
  func undeclared() async throws {
    func declare(_ verb: String) -> String {
      "!! \(verb) details refused: 'weather' does not declare that it opens 'details'; "
        + "add 'details' to its `opens:`, or declare 'details' `fromAnywhere:`"
    }
    let lines = ["details", "gone", "later", ":advance 1s", "link"]
    let text = "> :open weather\n" + lines.map { "weather> \($0)\n" }.joined()
    let run = try await FlowRunner(Self.undeclared).execute(text)
    func unknown(_ verb: String) -> String {
      "!! \(verb) gone refused: there is no module for 'gone'; add one to the navigator's modules"
    }
    let outputs = [[], [declare("push")], [unknown("root")], [], [declare("modal")], []]
    #expect(run.outputs + [run.end] == outputs + [[unknown("replace by")]])
    let live = LineRunner { Session(live: Self.undeclared, environment: .still) }
    var printed: [[String]] = []
    for line in [":open weather", "details", "gone", "link"] { printed.append(await live.run(line).output) }
    #expect(printed == [[], [declare("push")], [unknown("root")], []])
  }

  private nonisolated static let datesRows: [(String, String)] = [
    ("", "due: 2001-01-01"), ("> :now 2014-12-31T23:59\n", "due: 2014-12-31"),
    ("> :now 2014-12-31T23:59\n> :advance 1m\n", "due: 2015-01-01"),
    ("> :advance 3d\n> :now 2014-12-31\n", "due: 2014-12-31"),
  ]

  @Test("the date moves with virtual time, whether set or the default", arguments: datesRows)
  func dates(_ before: String, _ due: String) async throws {
    #expect(try await SmallApp.outputs("\(before)> :open todo\n> add\n").last?.last == due)
  }
}
