import BuiltPackage
import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// A clock whose timers never fire, except one that fires at once.
private struct LateClock: Scheduler {
  private let count = MutableProperty(0)
  private let late: Int

  /// - Parameter late: the number of the timer that fires, from 1.
  init(at late: Int) { self.late = late }

  var now: Duration { .zero }

  @discardableResult func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: .zero, work)
  }

  @discardableResult func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    let number = count.modify { count in
      count += 1
      return count
    }
    if number == late { work() }
    return Disposable()
  }
}

/// Screens and flows, in another process or in this one.
@MainActor @Suite struct FlowWorkerTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The output of the victim program, and its exit code.
  private func run(_ arguments: String...) async throws -> ToolRun {
    try await onOwnThread {
      try ToolRun([Program.victim.path] + arguments, environment: ["SWIFT_BACKTRACE": "enable=no", "CI": ""])
    }
  }

  private func worker(_ process: FlowProcess?, within limit: Duration = .seconds(600)) -> FlowWorker {
    FlowWorker(SmallApp.console(), Arguments(), process, within: limit)
  }

  private func shell(_ script: String, clock: any Scheduler = MainScheduler.main) -> FlowProcess {
    FlowProcess(URL(fileURLWithPath: "/bin/sh"), ["-c", script], clock: clock, isSilent: true)
  }

  @Test("a flow that crashes is neither accepted nor drawn, and its line is printed; the other flows are") func others()
    async throws
  {
    try folder.writeVictims()
    try folder.write("d.flow", "> :open home\nhome> fine\n")
    let program = Program.victim.path, quiet = ["SWIFT_BACKTRACE": "enable=no", "CI": ""]
    let accepted = try await onOwnThread { [folder] in
      try ToolRun([program, "accept", folder.path], environment: quiet)
    }
    let crash = /!! b.flow:7: the program crashed while 'crash' ran, by signal \d+/
    let end = "!! c.flow:4: the program ended while 'leave' ran, with exit code 3"
    let text = folder.shown(accepted.text)
    #expect(accepted.code == 1)
    #expect(text.contains("same a.flow ") && text.contains("wrote d.flow "), "\(text)")
    #expect(text.contains("b.flow: not accepted, because this cannot be recorded: ") && text.contains(crash), "\(text)")
    #expect(text.contains(end), "\(text)")
    #expect(try folder.read("d.flow") == "> :open home\n  Home\n  password: -\nhome> fine\n")
    let drawn = try await onOwnThread { [folder] in
      try ToolRun([program, "graph", folder.path], environment: quiet)
    }
    #expect(drawn.code == 1)
    #expect(folder.shown(drawn.text).contains(crash) && folder.shown(drawn.text).contains(end), "\(drawn.text)")
    #expect(drawn.text.contains("home\n  type fine, crash, leave, hang, modify, bind, feedback, "), "\(drawn.text)")
  }

  @Test("a flow that hangs is not accepted, with its line") func hangsAtAcceptance() async throws {
    let file = try folder.write("e.flow", "> :open home\nhome> hang\n").path
    let pipe = folder.path + "/pipe", time = VirtualTimeScheduler(), recorded = RecordedTerminal()
    try #require(mkfifo(pipe, 0o600) == 0)
    var terminal = recorded.terminal()
    terminal.makeProcess = { isSilent in
      isSilent
        ? nil : FlowProcess(Program.victim, ["accept", "--pipe", pipe, file], clock: time)
    }
    let asked = terminal
    let code = Task { @MainActor in
      let code = await SmallApp.console().main(
        ["accept", "--timeout", "90s", file], terminal: asked, machine: [:],
        environment: AppEnvironment.fixed(by: VirtualDate(time)))
      _ = FileHandle(forUpdatingAtPath: pipe)
      return code
    }
    try await onOwnThread { _ = FileHandle(forReadingAtPath: pipe) }
    time.advance(by: .seconds(90))
    #expect(await code.value == 1)
    #expect(
      folder.shown(recorded.errorText).contains(
        "e.flow: not accepted, because this cannot be recorded: !! e.flow:2: 'hang' made no progress for 90s and was stopped"
      ),
      "\(recorded.errorText)")
  }

  @Test("a screen that crashes when it opens is named, and the others are drawn and counted")
  func crashingScreen() async throws {
    try folder.writeVictims()
    let crash =
      /victim: the program crashed while ':open \/bad' ran, by signal \d+ \([^)]*\): \S+: Fatal error: crashed on purpose/
    let drawn = try await run("graph", "--bad", "crash")
    #expect(drawn.code == 1)
    #expect(drawn.text.contains(crash), "\(drawn.text)")
    #expect(drawn.text.contains("home\n  type fine, crash, leave, hang, modify, bind, feedback, "), "\(drawn.text)")
    #expect(drawn.text.contains("bad\n  not known until it is opened: the program crashed while"), "\(drawn.text)")
    #expect(drawn.text.contains("last\n  type on\n"), "\(drawn.text)")
    let counted = try await run("run", "--bad", "crash", "--coverage", folder.path + "/a.flow")
    #expect(counted.code == 1)
    #expect(counted.text.contains(crash), "\(counted.text)")
    #expect(counted.text.contains("coverage: ") && counted.text.contains("no flow types on on last"), "\(counted.text)")
    let plain = try await run("run", "--bad", "crash", folder.path + "/a.flow")
    #expect(plain.code == 0 && plain.text.contains(crash) && plain.text.contains("ok   "), "\(plain.text)")
  }

  @Test("a screen that leaves when it opens is named") func leavingScreen() async throws {
    let drawn = try await run("graph", "--bad", "leave")
    #expect(drawn.code == 1)
    #expect(
      drawn.text.contains("victim: the program ended while ':open /bad' ran, with exit code 3\n"), "\(drawn.text)")
    #expect(drawn.text.contains("last\n  type on\n"), "\(drawn.text)")
  }

  @Test("check names the line whose screen crashes when it opens, and goes on with the next flow")
  func crashingCheck() async throws {
    try folder.write("a.flow", "# One.\n> :open home\n\n> :open bad\n")
    try folder.write("b.flow", "> :open home\nhome> fien\n")
    let checked = try await run("check", "--bad", "crash", folder.path)
    let text = folder.shown(checked.text)
    #expect(checked.code == 2)
    #expect(text.contains(/a.flow:4:1: the program crashed while ':open bad' ran, by signal \d+/), "\(text)")
    #expect(text.contains("b.flow:2:7: there is no command 'fien' on home; did you mean 'fine'?"), "\(text)")
    #expect(text.hasSuffix("2 flows checked, 2 problems "), "\(text)")
  }

  @Test("a screen that hangs when it opens is stopped and named, and the others are known")
  func hangingScreen() async throws {
    let pipe = folder.path + "/pipe", time = VirtualTimeScheduler()
    try #require(mkfifo(pipe, 0o600) == 0)
    let arguments = ["graph", "--bad", "hang", "--pipe", pipe]
    let process = FlowProcess(Program.victim, arguments, clock: time, isSilent: true)
    let worker = worker(process, within: .seconds(90))
    let opened = Task { await worker.screens() }
    // Opens when the hanging screen has opened the other end; its line was reported before.
    try await onOwnThread { _ = FileHandle(forReadingAtPath: pipe) }
    time.advance(by: .seconds(90))
    let screens = await opened.value
    await worker.end()
    #expect(
      screens.stops.map(\.problem) == [
        "':open /bad' made no progress for 90s and was stopped; check what it waits for, or raise --timeout"
      ])
    #expect(screens.graph?.screens.map(\.name) == ["bad", "home", "last"])
    #expect(screens.graph?.screens.first?.refusal == screens.stops.first?.problem)
  }

  @Test("a modify inside a modify ends its flow with both places and the line") func nestedModify() async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\nhome> modify\n")
    let tap = folder.path + "/tap"
    let ran = try await run("run", "--tap", tap, folder.path)
    let report = folder.shown(try folder.read("tap").replacing("# ", with: ""))
    #expect(ran.code == 1)
    for text in [folder.shown(ran.text), report] {
      #expect(text.contains(/a.flow:4: the program crashed while 'modify' ran, by signal/), "\(text)")
      #expect(text.contains("modify at Victim/Inner.swift:9"), "\(text)")
      #expect(text.contains("modify at Victim/Outer.swift:7"), "\(text)")
    }
  }

  @Test(
    "bindings that feed each other end their flow with their places and the line",
    arguments: [
      ("bind", ["bind(to:) at Victim/Two.swift:2 and at Victim/One.swift:1"]),
      ("feedback", ["Victim/One.swift:1: Precondition failed: bind(to:) was given a target"]),
    ])
  func feedback(command: String, places: [String]) async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\nhome> \(command)\n")
    let ran = try await run("run", folder.path), text = folder.shown(ran.text)
    #expect(ran.code == 1)
    #expect(text.contains("a.flow:4: the program crashed while '\(command)' ran, by signal"), "\(text)")
    for place in places { #expect(text.contains(place), "\(text)") }
  }

  @Test("a process that ends before its screens, or answers nonsense, is named") func noScreens() async throws {
    for (script, problem) in [
      ("read x; kill -9 $$", "the program crashed before the first command, by signal 9 (Killed)"),
      ("read x; exit 3", "the program ended before the first command, with exit code 3"),
      (
        #"exec 3<&0; read x; echo '{"checked":{"_0":[]}}' >&3; read x"#,
        "another process of the program gave an unexpected answer; run it again"
      ),
    ] {
      let worker = worker(shell(script)), screens = await worker.screens()
      #expect(screens.graph == nil && screens.stops.map(\.problem) == [problem])
      await worker.end()
    }
    let screens = await worker(shell("read x; exec sleep 600", clock: LateClock(at: 1)), within: .seconds(9)).screens()
    #expect(
      screens.stops.map(\.problem) == [
        "the program made no progress for 9s and was stopped; check what it waits for, or raise --timeout"
      ])
  }

  @Test("the last message that a process writes before it crashes is kept; much that it writes does not hold it up")
  func message() async throws {
    let much = "head -c 300000 /dev/zero | tr '\\0' x >&2; echo >&2"
    let worker = worker(shell("read x; \(much); echo 'A.swift:1: Fatal error: no disk' >&2; \(much); kill -9 $$"))
    #expect(
      await worker.screens().stops.map(\.problem) == [
        "the program crashed before the first command, by signal 9 (Killed): A.swift:1: Fatal error: no disk"
      ])
  }

  @Test("where there can be no other process, this one opens the screens and runs the flows") func here() async throws {
    let worker = worker(FlowProcess(URL(fileURLWithPath: folder.path + "/no"), []))
    let screens = await worker.screens()
    #expect(screens.graph?.screens.isEmpty == false && screens.stops.isEmpty && screens.unbuilt == nil)
    let flow = try folder.write("a.flow", "> :open lab\n  Lab\n  echo: -\nlab> pign\n")
    #expect(try await worker.run(flow).passed == false)
    #expect(await worker.check(flow).map(\.line) == [4])
    #expect(await worker.accept(flow).code == 1)
  }

  @Test("an app that cannot be built says so") func unbuilt() async throws {
    struct NoDisk: Error, CustomStringConvertible { var description: String { "no disk" } }
    let app = ConsoleApp("small", home: "x") { _ in throw NoDisk() }
    let screens = await FlowWorker(app, Arguments(), nil).screens()
    #expect(screens.graph == nil && screens.unbuilt == "the app cannot be built: no disk" && screens.stops.isEmpty)
  }
}
