import BuiltPackage
import Effort
import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// Explorations, from the flows to the written findings.
@MainActor @Suite struct ExplorationTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func settings(
    _ kinds: [ExplorationKind], runs: Int = Effort.runs(short: 60, full: 200), seed: UInt64 = 1
  ) -> ExplorationSettings { ExplorationSettings(kinds: kinds, runs: runs, seed: seed) }

  @Test("an app without a mistake gives no finding") func none() async throws {
    let found = try await Found(nil, settings(ExplorationKind.allCases), in: folder)
    #expect(found.code == 0, "\(found.text)")
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
    #expect(found.flows == [:], "\(found.text)")
  }

  private nonisolated static let mistakeRows: [(FindApp.Mistake, ExplorationKind, String)] = [
    (FindApp.Mistake.silentFailure, ExplorationKind.faults, "A failure of find.get is invisible"),
    (.earlyEffect, .faults, "A failure of find.get is invisible: 'find' does not show it"),
    (.swallowedFailure, .faults, "prints the same as without the failure"),
    (.lostInput, .faults, "Typed text is lost when find.get fails: 'word: "),
    (.hasty, .faults, "'find' goes on to find/other although find.get fails: 'word: "),
    (.endlessWork, .faults, "The screen stays busy, but nothing is under way"),
    (.deadButton, .faults, "After 'find' has failed once, 'find' is refused"),
    (.lateAnswer, .orders, "The screen depends on the order of the answers of find.get of 'find'"),
    (.endlessLoop, .walk, "This did not end after"),
  ]

  @Test(
    "a mistake is found, and shown by a few commands that fail today and pass once it is mended",
    arguments: mistakeRows)
  func mistake(_ mistake: FindApp.Mistake, _ kind: ExplorationKind, _ title: String) async throws {
    let found = try await Found(mistake, settings([kind]), in: folder)
    #expect(found.code == 1, "\(found.text) \(found.flows)")
    #expect(found.text.contains(title), "\(found.text) \(found.flows)")
    #expect(found.commandCount <= 9, "\(found.text) \(found.flows)")
    let flow = found.flows.values.first { $0.contains(title) } ?? ""
    try await expectMended(flow, FindApp.console(mistake), FindApp.console())
  }

  /// Expects a found flow to fail today, and to pass once the mistake is mended.
  private func expectMended(_ flow: String, _ app: ConsoleApp, _ mendedApp: ConsoleApp) async throws {
    let file = try folder.write("found.flow", flow), today = await app.run(flow: file)
    let mended = await mendedApp.run(flow: file)
    #expect(!today.passed, "\(flow)\n\(mended.text)")
    #expect(mended.passed, "\(flow)\n\(mended.text)")
  }

  private nonisolated static let timeRows: [(FindApp.Mistake, Bool, [String], String)] = [
    (
      FindApp.Mistake.lostAnswer, false, ["word tea", "find", "other", "back"],
      "The screen depends on whether find.get of 'find' answers while another screen is on top"
    ),
    (
      .lateAnswer, false, ["word tea", ":stub find.get -> \"one\" after 1s once", "find", ":advance 1s"],
      "The screen depends on the order of the answers of find.get of 'find'"
    ),
    (.doubleAnswer, true, ["word tea", "find", "back"], "answers, has another effect than typed once"),
    (.crowdedWork, false, ["word tea", "find"], "answers, has another effect than typed once"),
    (.lateAnswer, false, ["word tea", "find"], "The screen depends on the order of the answers of find.get of 'find'"),
  ]

  @Test("an answer that comes at another time than in any flow shows the same in the end", arguments: timeRows)
  func time(_ mistake: FindApp.Mistake, _ opensResult: Bool, _ lines: [String], _ title: String) async throws {
    let flow = "> :promises\n> :open find\n\(lines.map { "> \($0)\n" }.joined())", settings = settings([.orders])
    let none = try await Found(nil, settings, in: folder, flow: flow, opensResult: opensResult)
    let found = try await Found(mistake, settings, in: folder, flow: flow, opensResult: opensResult)
    #expect(none.code == 0, "\(none.text)\n\(found.text)")
    #expect(found.text.contains(title), "\(none.text)\n\(found.text)")
    // The answers of two searches at a time may also come in the other order.
    #expect(found.flows.count == (mistake == .crowdedWork ? 2 : 1), "\(none.text)\n\(found.text)")
    // The mended app may also refuse what is typed again.
    for isExclusive in mistake == .doubleAnswer ? [false, true] : [false] {
      try await expectMended(
        found.flows.values.first { $0.contains(title) } ?? "", FindApp.console(mistake, opensResult: opensResult),
        FindApp.console(opensResult: opensResult, isExclusive: isExclusive))
    }
  }

  private nonisolated static let detourRows: [(FindApp.Mistake, [String], String)] = [
    (.forgottenText, ["other", "back", "word tea", "find"], "After 'other' and 'back', the screen is another one"),
    (
      .brokenReturn, ["word tea", "find", "other", "back", "word a", "find"],
      "After 'other' and 'back', 'find' shows another screen"
    ),
    (
      .deafWork, ["word tea", "find", "word milk"],
      "An answer of find.get of 'find' has an effect after its command was cancelled"
    ),
    (.resentfulField, ["word tea?", "word tea", "find"], "After 'word tea?' was refused, 'find' "),
    (.brokenCancel, ["word tea", "find"], "After 'find' was cancelled, 'find' shows another screen"),
    (.brokenCancel, ["word tea", "find", "quit"], "After 'find' was cancelled, 'find' shows another screen"),
  ]

  @Test("what is done and taken back leaves no trace on any later line", arguments: detourRows)
  func detour(_ mistake: FindApp.Mistake, _ lines: [String], _ title: String) async throws {
    let flow = "> :promises\n> :open find\n\(lines.map { "> \($0)\n" }.joined())", settings = settings([.detours])
    let none = try await Found(nil, settings, in: folder, flow: flow)
    let found = try await Found(mistake, settings, in: folder, flow: flow)
    #expect(none.code == 0, "\(none.text)\n\(found.text)")
    #expect(found.text.contains(title), "\(none.text)\n\(found.text)")
    let shown = found.flows.values.first { $0.contains(title) } ?? ""
    #expect(shown.contains("> :cancel\n") == title.contains("cancelled"), "\(shown)")
    try await expectMended(shown, FindApp.console(mistake), FindApp.console())
  }

  @Test("2: a promise that names no command, but nearly one, is reported") func mistyped() async throws {
    let flow = ":never offers fnd\n"
    try folder.write("always.flow", flow)
    let found = try await Found(nil, settings([.faults], runs: 1), in: folder)
    #expect(found.code == 2)
    #expect(
      found.text.contains(
        "the promise :never offers fnd names 'fnd', which no screen offers; did you mean 'find'?\n"), "\(found.text)")
  }

  private nonisolated static let flows: [(FindApp.Mistake?, ExplorationKind, flow: String, [String])] = [
    (
      .noReason, .walk, "> :open find\n  Find\n  word: -\nfind> find\n  ! find is disabled\n",
      ["'find' is disabled without a reason"]
    ),
    (.chance, .orders, "> :open find\nfind> word a\nfind> find\n", ["a.flow fails before any variation"]),
    (nil, .walk, "> :open find\n  Found\n", ["a.flow fails before any variation", "word: -"]),
    (.forgottenTimer, .walk, "> :promises\n> :open find\n> word a\n> find\n> :advance 1m\n", ["timer"]),
  ]

  @Test("a flow that fails before any variation, or that breaks a promise by itself, is a finding", arguments: flows)
  func failing(_ mistake: FindApp.Mistake?, _ kind: ExplorationKind, _ flow: String, _ parts: [String]) async throws {
    let found = try await Found(mistake, settings([kind]), in: folder, flow: flow)
    #expect(found.code == 1, "\(found.text)")
    #expect(parts.allSatisfy(found.text.contains), "\(found.text)")
  }

  @Test("a flow that breaks a promise of its folder at the end is copied with the promise, and fails in any folder")
  func promised() async throws {
    let flow = "> :open find\n  Find\n  word: -\nfind> other\n  Other\n", elsewhere = try TemporaryFolder()
    try folder.write("always.flow", ":within 5s at find\n")
    let found = try await Found(nil, settings([.faults], runs: 1), in: folder, flow: flow)
    let copy = (found.flows["flow-a.flow"] ?? "").replacing(folder.path + "/", with: "")
    let head =
      "# Found by exploring a.flow.\n# Cause: a flow does not pass; end\n# a.flow fails before any variation\n"
      + "> :within 5s at find\n"
    #expect(copy == head + flow)
    let report = await FindApp.console().run(flow: try elsewhere.write("flow-a.flow", copy))
    #expect(report.text.contains("!! the promise :within 5s at find (line 4) is broken"), "\(report.text)")
  }

  @Test("a finding names the app's own options, with which it fails") func options() async throws {
    let texts = ["> :open home\n  Home\n  password: -\n", "> :never shows \"New\"\n> :open home\n"]
    for (name, text) in zip(["a", "b"], texts) { try folder.write("\(name).flow", text) }
    let run = try await Program.runVictim(
      ["explore", "--faults", "--runs", "1", "--title", "New", "a.flow", "b.flow"], in: folder)
    #expect(run.code == 1, "\(run.text)")
    // A report names the command that starts the program.
    #expect(run.text.contains(/record this output: \/.*\/flow-victim accept --title New a.flow\n/), "\(run.text)")
    let heads = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/found").map {
      try folder.read("found/\($0)").split(separator: "\n")[0]
    }
    #expect(heads.sorted() == ["a", "b"].map { "# Found by exploring \($0).flow; run it with --title New." })
  }

  @Test("a change that no undo follows need not be taken back") func notUndone() async {
    let trial = Trial([Trial.Line(text: ":open find"), .choice("word a")])
    let player = TrialPlayer(FindApp.console())
    #expect(await player.verdicts(.difference(.undo), of: trial).isEmpty)
  }

  @Test("a session is not compared if a call is still late after the lines of the change") func stillLate() async {
    let delays = ["0ms", "1s"].map { Trial.Line.choice(":delay find.get \($0)") }
    let lines = [":open find", "word a"].map { Trial.Line(text: $0) } + delays
    let trial = Trial(lines + ["find", "find"].map { Trial.Line(text: $0) })
    let player = TrialPlayer(FindApp.console())
    #expect(await player.verdicts(.difference(.delays), of: trial).isEmpty)
  }

  @Test("a session that gives something else when it is played again is a finding") func chance() async throws {
    let trial = Trial([":open find", "word a", "find"].map { Trial.Line(text: $0) })
    let player = TrialPlayer(FindApp.console(.chance))
    let verdict = await player.verdicts(.sameAgain, of: trial).first, title = verdict?.title
    #expect(verdict?.details.filter { $0.hasSuffix(":") } == ["the first time:", "the second time:"])
    #expect(title == "Played again, the same session has another output at 'find'")
  }

  @Test(
    "a failure that the app repairs by another attempt is no finding if the screen is busy until then",
    arguments: [true, false])
  func retrying(_ isBusyShown: Bool) async throws {
    let app = ConsoleApp("load") { session, router in
      let calls = session.calls.hermetic, scheduler = session.environment.scheduler
      let load = Command<Void, String, CallFailure> {
        calls.call("load.get", Signal<String, CallFailure>.just("loaded"), failure: CallFailure.init)
          .retry(2, delay: { _, _ in .seconds(1) }, on: scheduler)
      }
      let controls: [Control] = [
        .title("Load"), .label("", Property(initial: "", then: load.values)), .button("load", load),
        .alert("", load.failures.map(\.text)),
      ]
      return ConsoleView(isBusyShown ? controls + [.busy(load)] : controls)
    }
    let trial = Trial([
      Trial.Line(text: ":open home"), .choice(":fail load.get with \"lost\""), Trial.Line(text: "load"),
    ])
    let verdicts = await TrialPlayer(app).verdicts(.fault(of: "load.get"), of: trial)
    let title = "A failure of load.get is invisible: 'load' does not show it"
    #expect(verdicts.map(\.title) == (isBusyShown ? [] : [title]))
    let heads = verdicts.flatMap(\.details).filter { $0.hasSuffix(":") }
    #expect(heads == (isBusyShown ? [] : ["with the failure:", "without it:"]))
  }

  @Test("a timer that starts anew with a command that restores the screen is no finding") func restartedTimer()
    async throws
  {
    let app = ConsoleApp("timer", home: "timer") { session in
      let module = Module(Route<Void, Never>("timer")) { router, _ in
        let ticks = MutableProperty(0), isRunning = MutableProperty(false), scheduler = router.environment.scheduler
        let ticking = isRunning.changes.flatMap(.latest) { isRunning in
          isRunning ? Signal.timer(every: .seconds(1), on: scheduler) : .empty
        }
        ticking.observeValues { _ in ticks.value += 1 }.stored(in: router.alive)
        return Assembly(
          view: ConsoleView(
            .title("Timer"), .label("ticks", ticks.map { "\($0)" }), .label("", isRunning.map { $0 ? "on" : "off" }),
            .button("start", Command.sync { isRunning.value = true }),
            .button("stop", Command.sync { isRunning.value = false })))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let flow = "> :promises\n> :open timer\n> start\n> stop\n> start\n> :advance 900ms\n> :advance 200ms\n> stop\n"
    let found = try await Found(app, settings([.detours]), in: folder, flow: flow)
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  @Test("the same seed finds the same, byte for byte, however many parts there are at a time", arguments: [1, 9])
  func seeds(_ seed: Int) async throws {
    let mistake = FindApp.Mistake.silentFailure, kinds = ExplorationKind.allCases
    let runs = Effort.runs(short: 30, full: 100)
    let settings = settings(kinds, runs: runs, seed: UInt64(seed))
    let one = try await Found(mistake, settings, in: folder)
    let many = try await Found(mistake, settings, jobs: 3, in: folder)
    #expect(one.text == many.text)
    #expect(one.flows == many.flows)
    #expect(!one.flows.isEmpty)
  }

  @Test("a finding that is known before it is shrunk is not reported, however many parts there are at a time")
  func covered() async throws {
    // A late answer of a is shown wrongly: in 2001 only after a late one of b.
    let app = ConsoleApp("pair", home: "pair") { session in
      let calls = session.calls.hermetic
      let pair = Module(Route<Void, Never>("pair")) { router, _ in
        let shown = MutableProperty(""), environment = router.environment, start = environment.scheduler.now
        let isEarly = environment.now() < Date(timeIntervalSinceReferenceDate: 31_536_000), late = MutableProperty("")
        for name in ["a", "b"] {
          calls.call("\(name).get", Signal<String, CallFailure>.just(name), failure: CallFailure.init).doValue { name in
            if environment.scheduler.now > start { late.value += name }
            shown.value = late.value == "ba" || late.value == "a" && !isEarly ? "wrong" : "right"
          }.start().stored(in: router.alive)
        }
        return Assembly(view: ConsoleView(.title("Pair"), .label("", shown)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [pair])
    }
    var runs: [Found] = []
    try folder.write("flows/a.flow", "> :promises\n> :open pair\n")
    try folder.write("flows/b.flow", "> :promises\n> :now 2005-01-01\n> :open pair\n")
    for jobs in [1, 2] {
      runs.append(try await Found(app, settings([.orders]), jobs: jobs, in: folder, of: folder.file("flows")))
    }
    #expect(runs[0].text == runs[1].text)
    #expect(runs[0].flows == runs[1].flows)
    #expect(runs[0].flows.count == 1, "\(runs[0].text)")
  }

  @Test("an exploration takes a minute unless told otherwise, and tries nothing after its time") func limit()
    async throws
  {
    let settings = [ExplorationSettings(), ExplorationSettings(runs: 10), ExplorationSettings(runs: 10, minutes: 2)]
    #expect(settings.map(\.time) == [.seconds(60), nil, .seconds(120)])
    let found = try await Found(nil, ExplorationSettings(minutes: 0.000_000_1), in: folder)
    #expect(found.text.contains("explored: 0 variations in "), "\(found.text)")
  }

  /// An exploration whose other process is a shell with this script.
  private func exploration(_ script: String, _ recorded: RecordedTerminal) -> Exploration {
    var asked = Arguments()
    asked.exploration.folder = folder.file("found")
    let program = CommandLineProgram(
      app: FindApp.console(), asked: asked, terminal: recorded.terminal(), machine: [:], environment: .still)
    let shell = FlowProcess(URL(fileURLWithPath: "/bin/sh"), ["-c", script], isSilent: true)
    return Exploration(program, [FlowWorker(program.app, asked, shell)])
  }

  @Test("2: a process that gives no answer of an explorer explores nothing, and says so") func silent() async {
    let recorded = RecordedTerminal()
    let script = "echo '{\"progressed\":{}}'; echo '{\"unbuilt\":{\"_0\":\"x\"}}'; cat"
    #expect(await exploration(script, recorded).run() == 2)
    #expect(recorded.text.hasPrefix("find: another process of the program gave an unexpected answer; run it again\n"))
  }

  private func json(_ message: FlowMessage) throws -> String {
    String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
  }

  @Test("of findings with one cause, the first is reported, whatever was known of them before") func same() async throws
  {
    let recorded = RecordedTerminal()
    let findings = ["a", "b"].map { symptom in
      Finding(cause: Cause("p"), symptom: Cause("p", by: symptom), name: symptom, title: symptom, flow: "")
    }
    let explored = try json(.explored(ExplorationAnswer(findings: findings)))
    #expect(await exploration("while read x; do echo '\(explored)'; done", recorded).run() == 1)
    #expect(recorded.text.hasPrefix("a\n"), "\(recorded.text)")
    #expect(recorded.text.hasSuffix("\n1 finding\n"), "\(recorded.text)")
  }

  @Test("a flow that ends its process once, and not when it is played again, is a finding as a whole") func once()
    async throws
  {
    let file = try folder.write("a.flow", FindApp.flow), recorded = RecordedTerminal()
    let began = try json(.began(Origin(text: file.path))), explored = try json(.explored(ExplorationAnswer()))
    let first = "case $x in *'\"except\":[]'*) echo '\(began)'; exit 3;; esac"
    let exploration = exploration("while read x; do \(first); echo '\(explored)'; done", recorded)
    #expect(await exploration.run() == 1)
    #expect(recorded.text.contains(/^The program ended while '.*; these lines did not repeat it\n/), "\(recorded.text)")
    let flows = try exploration.files.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(flows.map { $0.contains("> word milk\n") } == [true], "\(flows)")
  }

  @Test("the summary counts variations, sessions, screens and commands, one or more") func summary() async throws {
    let found = try await Found(nil, settings([.faults], runs: 1), in: folder)
    #expect(found.text.contains(/explored: 1 variation in \d+ sessions, 1 screen, 2 commands\n/), "\(found.text)")
  }

  @Test(
    "a file with another text stays as it is, and the finding gets the next free name; the same text stays one file")
  func kept() async throws {
    func explore() async throws -> Found {
      try await Found(nil, settings([.faults], runs: 1), in: folder, flow: "> :open find\n  Found\n", isFirst: false)
    }
    let finding = try await explore().flows["flow-a.flow"]
    try folder.write("found/flow-a.flow", "edited")
    _ = try await explore()
    let found = try await explore()
    #expect(finding != nil, "\(found.text)")
    #expect(found.flows == ["flow-a.flow": "edited", "flow-a-2.flow": finding], "\(found.text)")
    #expect(found.text.contains("shown by found/flow-a-2.flow\n"), "\(found.text)")
    // The same commands found by exploring another flow are the same text.
    try folder.write("found/flow-a.flow", try #require(finding).replacing("exploring a.flow", with: "exploring b.flow"))
    #expect(try await explore().flows == ["flow-a.flow": finding, "flow-a-2.flow": finding])
    // A link may lead to a flow that is read.
    for name in ["flow-a.flow", "flow-a-2.flow"] {
      try FileManager.default.moveItem(at: folder.file("found/\(name)"), to: folder.file("other-\(name)"))
      try FileManager.default.createSymbolicLink(
        at: folder.file("found/\(name)"), withDestinationURL: folder.file("other-\(name)"))
    }
    #expect(try await explore().flows["flow-a-3.flow"] == finding)
  }

  @Test(
    "a signal that ends an exploration and its processes leaves its findings, ways and reports",
    arguments: [SIGINT, SIGTERM])
  func ended(_ signal: CInt) async throws {
    try folder.write("a.flow", "> :open home\n  Found\n")
    let (isFound, code, seen) = try await onOwnThread { [folder] in
      let typed = try TypedProgram(
        state: folder.path,
        arguments: [
          "explore", "--walk", "--runs", "100000000", "--corpus", "found", "--delay", "0", "--deeds", "fine", "--junit",
          "report.xml", "a.flow",
        ], program: Program.victim, in: folder.url)
      let isFound = typed.sees("shown by found/flow-a.flow\r\n") && typed.sees(" found ")
      typed.signalAll(signal)
      let isShown = typed.sees("explored: ")
      return (isFound, typed.exitCode, isShown ? "" : typed.seen)
    }
    #expect(isFound)
    #expect(code == 130)
    #expect(seen == "")
    #expect(try folder.read("found/flow-a.flow").hasPrefix("# "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("found").path).count > 1)
    #expect(try folder.read("report.xml").contains("<failure"))
  }

  @Test("a finding is printed and written when it is found") func atOnce() async throws {
    let file = try folder.write("a.flow", FindApp.flow), app = FindApp.console(.silentFailure)
    let recorded = RecordedTerminal(), interrupt = MutableProperty<(@MainActor @Sendable () -> Void)?>(nil)
    var terminal = recorded.terminal { text in
      if text.contains("shown by ") { MainActor.assumeIsolated { interrupt.value?() } }
    }
    terminal.onInterrupt = { act in
      interrupt.value = act
      return .disposed
    }
    let settings = settings([.faults], runs: 1_000_000)
    let exploration = Exploration(app, settings, of: file, in: folder.file("found"), terminal)
    #expect(await exploration.run() == 130)
    #expect(recorded.text.hasSuffix("\n1 finding\n"), "\(recorded.text)")
    #expect(exploration.files.count == 1)
  }

  @Test("an interrupted exploration writes its findings; one that cannot be written is reported")
  func writing() async throws {
    let file = try folder.write("a.flow", "> :open find\n  Found\n")
    func run(_ settings: ExplorationSettings, _ terminal: Terminal, in folder: URL) async -> Int32 {
      await Exploration(FindApp.console(.silentFailure), settings, of: file, in: folder, terminal).run()
    }
    let recorded = RecordedTerminal(), unwritable = RecordedTerminal()
    var terminal = recorded.terminal()
    terminal.onInterrupt = { act in
      MainActor.assumeIsolated(act)
      return .disposed
    }
    let codes = [
      await run(ExplorationSettings(), terminal, in: folder.file("found")),
      await run(ExplorationSettings(runs: 1), unwritable.terminal(), in: file),
    ]
    #expect(codes == [130, 2])
    #expect(recorded.text.missing("explored: 0 variations in ", "fails before any variation") == [], "\(recorded.text)")
    #expect(unwritable.errorText.contains("flow-a.flow cannot be written: "), "\(unwritable.errorText)")
  }
}
