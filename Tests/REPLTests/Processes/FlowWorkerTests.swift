import BuiltPackage
import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// Screens and flows, in another process or in this one.
@MainActor @Suite struct FlowWorkerTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func worker(_ process: FlowProcess?, within limit: Duration = .seconds(600)) -> FlowWorker {
    var asked = Arguments()
    asked.timeout = limit
    return FlowWorker(SmallApp.console(), asked, process)
  }

  @Test("a flow that crashes is neither accepted nor drawn, and its line is printed; the other flows are") func others()
    async throws
  {
    try folder.writeVictims()
    try folder.write("d.flow", "> :open home\nhome> fine\n")
    let crash = "!! b.flow:7: the program crashed while 'crash' ran, by signal "
    let end = "!! c.flow:4: the program ended while 'leave' ran, with exit code 3"
    let accepted = try await Program.runVictim(["accept", folder.path])
    let drawn = try await Program.runVictim(["graph", folder.path])
    let missing =
      folder.shown(accepted.text).missing(
        "same a.flow ", "wrote d.flow ", "b.flow: not accepted, because this cannot be recorded: ", crash, end)
      + folder.shown(drawn.text).missing(
        crash, end, "home type fine, crash, leave, wordy, hang, doom, modify, request, feedback, ")
    #expect([accepted.code, drawn.code] == [1, 1], "\(accepted.text)\n\(drawn.text)")
    #expect(missing == [], "\(accepted.text)\n\(drawn.text)")
    #expect(try folder.read("d.flow") == "> :open home\n  Home\n  password: -\nhome> fine\n")
  }

  @Test("a flow that makes no progress is stopped, with its line; the next one gets another process")
  func hanging() async throws {
    try folder.writeVictims()
    let file = try folder.write("e.flow", "> :open home\nhome> password 123456\nhome> hang\n").path
    let pipe = try folder.pipe(), time = VirtualTimeScheduler(), recorded = RecordedTerminal()
    var terminal = recorded.terminal()
    terminal.makeProcess = { isSilent in
      isSilent ? nil : FlowProcess(Program.victim, ["accept", "--pipe", pipe, file], clock: time)
    }
    let asked = terminal, arguments = ["accept", "--timeout", "90s", file, folder.path + "/a.flow"]
    let code = Task { @MainActor in
      let code = await SmallApp.console().main(
        arguments, terminal: asked, machine: [:], environment: AppEnvironment.fixed(by: VirtualDate(time)))
      // The pipe has a writer even if the flow failed.
      _ = FileHandle(forUpdatingAtPath: pipe)
      return code
    }
    // Opens when the hanging line has opened the other end; all progress was reported before that.
    try await onOwnThread { _ = FileHandle(forReadingAtPath: pipe) }
    time.advance(by: .seconds(90))
    let isStopped = await code.value == 1, said = folder.shown(recorded.errorText)
    let problem =
      "!! e.flow:3: 'hang' made no progress for 90s and was stopped; check what it waits for, or raise --timeout"
    #expect(isStopped, "\(said)")
    #expect(said.contains("e.flow: not accepted, because this cannot be recorded: \(problem)"), "\(said)")
    #expect(folder.shown(recorded.text).contains("same a.flow"), "\(recorded.text)")
  }

  @Test(
    "a screen that crashes or leaves when it opens is named, and the others are drawn and counted",
    arguments: [
      ("crash", "victim: the program crashed while ':open /bad' ran, by signal "),
      ("leave", "victim: the program ended while ':open /bad' ran, with exit code 3 "),
    ])
  func endingScreen(_ bad: String, _ problem: String) async throws {
    try folder.writeVictims()
    let message = bad == "crash" ? ": Fatal error: crashed on purpose" : ""
    let home = "home type fine, crash, leave, wordy, hang, doom, modify, request, feedback, "
    for (arguments, code, parts) in [
      (["graph"], 1, [home, "bad not known until it is opened: the program ", "last type on "]),
      (["run", "--coverage", folder.path + "/a.flow"], 1, ["coverage: ", "no flow types on on last"]),
    ] as [([String], Int32, [String])] {
      let ran = try await Program.runVictim(arguments + ["--bad", bad]), text = folder.shown(ran.text)
      #expect(ran.code == code, "\(text)")
      #expect((parts + [problem, message]).allSatisfy { $0 == "" || text.contains($0) }, "\(text)")
    }
  }

  @Test(
    "run, accept and explore open only the screens of their flows",
    arguments: [["run"], ["accept"], ["explore", "--runs", "9"]])
  func unopened(_ verb: [String]) async throws {
    let file = try folder.write("a.flow", "> :open last\nlast> :quit\n").path
    let ran = try await Program.runVictim(verb + ["--bad", "crash", file], in: folder)
    #expect(!ran.text.contains(":open /bad"), "\(ran.text)")
    #expect(verb == ["run"] || ran.code == 0, "\(ran.text)")
  }

  @Test("a screen that hangs when it opens is stopped and named, and the others are listed")
  func hangingScreen() async throws {
    let pipe = try folder.pipe(), time = VirtualTimeScheduler()
    let arguments = ["graph", "--bad", "hang", "--pipe", pipe]
    let process = FlowProcess(Program.victim, arguments, clock: time, isSilent: true)
    let worker = worker(process, within: .seconds(90))
    let opened = Task { await worker.screens() }
    // Opens when the hanging screen has opened the other end; its line was reported before.
    try await onOwnThread { _ = FileHandle(forReadingAtPath: pipe) }
    time.advance(by: .seconds(90))
    let screens = await opened.value
    await worker.end()
    let problem =
      "':open /bad' made no progress for 90s and was stopped; check what it waits for, or raise --timeout"
    #expect([screens.stops.first?.problem, screens.graph?.screens.first?.refusal] == [problem, problem])
    #expect(screens.stops.count == 1)
    #expect(screens.graph?.screens.map(\.name) == ["bad", "home", "last"])
  }

  private nonisolated static let feedbackRows: [(String, [String])] = [
    ("modify", ["modify or withValue at Victim/Inner.swift:9", "modify or withValue at Victim/Outer.swift:7"]),
    ("feedback", ["Victim/One.swift:1: Precondition failed: the source of bind(to:) derives from"]),
  ]

  @Test(
    "a modify inside a modify, or a binding that feeds itself, ends its flow with the places and the line",
    arguments: feedbackRows)
  func feedback(command: String, places: [String]) async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\nhome> \(command)\n")
    let ran = try await Program.runVictim(["run", "--junit", folder.path + "/junit", folder.path])
    let crash = "a.flow:4: the program crashed while '\(command)' ran, by signal"
    for text in [folder.shown(ran.text), folder.shown(try folder.read("junit"))] {
      #expect(ran.code == 1, "\(text)")
      #expect(([crash] + places).allSatisfy(text.contains), "\(text)")
    }
  }

  @Test("a process that ends, hangs or answers badly before it lists its screens is named, with its last message")
  func noScreens() async throws {
    // A process that writes much is not held up.
    let much = "head -c 300000 /dev/zero | tr '\\0' x >&2; echo >&2"
    // Only the first timer fires.
    let isOver = MutableProperty(false)
    let clock = AskingClock { _ in
      isOver.withValue { isOver in
        defer { isOver = true }
        return !isOver
      }
    }
    let explored = String(decoding: try JSONEncoder().encode(FlowMessage.explored(ExplorationAnswer())), as: UTF8.self)
    let cases: [(script: String, clock: any Scheduler, problem: String)] = [
      ("read x; exit 3", DispatchScheduler.main, "the program ended before the first command, with exit code 3"),
      // What a program prints before it answers is no answer.
      (
        "read x; echo nonsense; exit 3", DispatchScheduler.main,
        "the program ended before the first command, with exit code 3"
      ),
      (
        "read x; echo '\(explored)'; read x", DispatchScheduler.main,
        "another process of the program gave an unexpected answer; run it again"
      ),
      (
        "read x; \(much); echo 'A.swift:1: Fatal error: no disk' >&2; \(much); kill -9 $$", DispatchScheduler.main,
        "the program crashed before the first command, by signal 9 (Killed): A.swift:1: Fatal error: no disk"
      ),
      (
        "read x; exec sleep 600", clock,
        "the program made no progress for 9s and was stopped; check what it waits for, or raise --timeout"
      ),
    ]
    for (script, clock, problem) in cases {
      let process = FlowProcess(URL(fileURLWithPath: "/bin/sh"), ["-c", script], clock: clock, isSilent: true)
      let worker = worker(process, within: .seconds(9)), screens = await worker.screens()
      #expect(screens.graph == nil)
      #expect(screens.stops.map(\.problem) == [problem])
      await worker.end()
    }
  }

  @Test("a process that cannot be started is named, with a remedy") func unstarted() async {
    let worker = worker(FlowProcess(URL(fileURLWithPath: folder.path + "/no"), [])), screens = await worker.screens()
    let problem = "another process of the program cannot be started; check that its file still exists"
    #expect(screens.graph == nil)
    #expect(screens.stops.map(\.problem) == [problem])
  }

  @Test("where there is no other process, this one opens the screens and runs the flows") func here() async throws {
    let worker = worker(nil), screens = await worker.screens()
    #expect(screens.graph?.screens.isEmpty == false)
    #expect(screens.stops.isEmpty)
    #expect(screens.unbuilt == nil)
    let flow = try folder.write("a.flow", "> :open lab\n  Lab\n  echo: -\nlab> pign\n")
    let report = try await worker.run(flow), code = await worker.accept(flow).code
    #expect(!report.passed)
    #expect(code == 1)
  }

  @Test("a request on a queue of its own is refused while a program plays flows, under its line") func unnamed()
    async throws
  {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\nhome> request\nhome> fine\n")
    let ran = try await Program.runVictim(["run", folder.path])
    #expect(ran.code == 1)
    #expect(folder.shown(ran.text).contains("4 home> request + !! GET https://a.example has no name 5"), "\(ran.text)")
  }
}
