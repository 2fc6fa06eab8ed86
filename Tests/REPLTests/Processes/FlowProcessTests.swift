import Fixtures
import BuiltPackage
import Effort
import Foundation
import Signals
import Testing

@testable import REPL

/// Flows in another process.
@Suite struct FlowProcessTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The output of the sample program, and its exit code.
  private func run(_ arguments: String...) async throws -> ToolRun {
    try await onOwnThread { try ToolRun([Program.playground.path] + arguments, in: Program.root) }
  }

  @Test("the program gives the same bytes each time, with 1 job and with 8, and with --live, reports included")
  func sameBytes() async throws {
    try folder.write("a.flow", "> :open todo\n  VIPER\n")
    try folder.write("b.flow", "> :now 2014-05-21\n> :open todo\n  VIPER TODO\n  (no upcoming items)\n> :stub x -> 1\n")
    try folder.write("c.flow", "bad\n")
    let undo = try String(
      contentsOf: Program.root.appendingPathComponent("Playground/Todo/Flows/Screens/undo.flow"), encoding: .utf8)
    for number in 0..<12 { try folder.write("\(number)/d e.flow", undo) }
    let flows = ["Playground/Home", "Playground/Search/Flows/events.flow", folder.path]
    for modes in [["--jobs=1", "--jobs=2", "--jobs=8"], ["--live"]] {
      var all: Set<[String]> = []
      for mode in modes {
        for _ in 0..<Effort.runs(short: 1, full: 4, all: 10) {
          let reports = ["tap", "junit", "trace-json"].map { ($0, folder.path + "/\($0)") }
          let asked = reports.map { "--\($0.0)=\($0.1)" }
          let ran = try await onOwnThread {
            try ToolRun(
              [Program.playground.path, "run", mode, "--trace", "--coverage"] + asked + flows, in: Program.root)
          }
          #expect(ran.code == 2 && ran.text.contains("15 passed, 3 failed\n"), "\(ran.text)")
          all.insert([ran.text] + (try reports.map { try String(contentsOfFile: $0.1, encoding: .utf8) }))
        }
      }
      #expect(all.count == 1, "\(modes)")
    }
  }

  @Test("flows pass with closed standard streams; a report to a closed stream or to a full device is an error")
  func closed() async throws {
    let flows = ["a", "b"].map { folder.path + "/\($0).flow" }
    for flow in ["a", "b"] { try folder.write("\(flow).flow", "> :open one\n") }
    func code(_ options: String, _ streams: String) async throws -> Int32 {
      let command = "exec \(Program.playground.path) run \(options) \(flows.joined(separator: " ")) \(streams)"
      return try await onOwnThread { try ToolRun(["/bin/sh", "-c", command], in: Program.root) }.code
    }
    let good = try await onOwnThread { [folder] in
      try ToolRun([Program.playground.path, "accept", folder.path], environment: ["CI": ""])
    }
    #expect(good.code == 0, "\(good.text)")
    for streams in [">&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full"] {
      #expect(try await code("--jobs 2", streams) == 0, "\(streams)")
    }
    for streams in [">&-", ">/dev/full"] { #expect(try await code("--junit -", streams) == 2, "\(streams)") }
  }

  @Test("the graph of the program has the commands of every screen that its flows open") func graph()
    async throws
  {
    let alone = try await run("graph"), told = try await run("graph", "Playground")
    let missing = alone.text.missing(
      "results\n  not known until it is opened: results takes an input",
      "playground graph PATH… learns them from flows that open the screens\n")
    #expect(alone.code == 0 && missing == [], "\(alone.text)")
    #expect(told.code == 0 && told.text.contains("results\n  type open N, follow N, more, refresh, cancel, back\n"))
    #expect(!told.text.contains("not known"))
  }

  /// The report of a flow in another process.
  private func ran(
    _ process: FlowProcess, _ path: String, app: String, within limit: Duration
  ) async -> FlowReport? {
    do throws(FlowStop) {
      guard case .ended(let message) = try await process.ask(.run(path), of: path, within: limit) else { return nil }
      return message.report
    } catch { return FlowReport(stopped: error, app: app) }
  }

  @Test(
    "a flow that crashes or ends its process fails with its line, and the others run, with one process and with several"
  )
  func crashes() async throws {
    try folder.writeVictims()
    for options in [[], ["--jobs", "3"]] {
      let tap = folder.path + "/tap"
      let ran = try await Program.runVictim(["run", "--tap", tap] + options + [folder.path])
      let text = folder.shown(ran.text)
      let missing = text.missing(
        "ok a.flow (1 phase) ", "ok d.flow (1 phase) ", "crashed on purpose",
        "FAIL b.flow FAIL Bad. !! b.flow:7: the program crashed while 'crash' ran, by signal ",
        "!! c.flow:4: the program ended while 'leave' ran, with exit code 3 ")
      #expect(ran.code == 1 && missing == [] && text.hasSuffix("2 passed, 2 failed "), "\(text)")
      #expect(folder.shown(try folder.read("tap")).contains("b.flow:7: the program crashed while 'crash' ran"))
    }
  }

  @Test("a flow that makes no progress is stopped with its line, and the next one gets another process")
  func hangs() async throws {
    try folder.writeVictims()
    let file = try folder.write("e.flow", "> :open home\nhome> password 123456\nhome> hang\n").path
    let pipe = try folder.pipe(), time = VirtualTimeScheduler()
    let process = FlowProcess(Program.victim, ["run", "--pipe", pipe, file], clock: time)
    let flow = Task {
      let report = await ran(process, file, app: "victim", within: .seconds(90))
      // The pipe has a writer even if the flow failed.
      _ = FileHandle(forUpdatingAtPath: pipe)
      return report
    }
    // Opens when the hanging line has opened the other end; all progress was reported before that.
    try await onOwnThread { _ = FileHandle(forReadingAtPath: pipe) }
    time.advance(by: .seconds(90))
    let report = await flow.value
    #expect(
      folder.shown(report?.text ?? "")
        == "FAIL e.flow FAIL (no title) !! e.flow:3: 'hang' made no progress for 90s and was stopped; "
        + "check what it waits for, or raise --timeout complaints (!!) are never accepted; correct their causes first")
    #expect(report?.passed == false && report?.isBadScript == false)
    #expect(await ran(process, folder.path + "/d.flow", app: "victim", within: .seconds(90))?.passed == true)
    await process.end()
  }

  @Test(
    "a process that crashes is given up at its limit where a process of its own keeps the connection open",
    arguments: ["", "setsid "])
  func keptOpen(_ apart: String) async throws {
    let pipe = try folder.pipe(), hold = try folder.pipe("hold"), time = VirtualTimeScheduler()
    // In its own process group, or in that of the crashing process. It ends with the test, which is the only one that could write
    // to the pipe that it reads: it opens that pipe before it says that it runs.
    let writer = FileHandle(forUpdatingAtPath: hold)
    defer { withExtendedLifetime(writer) {} }
    let child = "\(apart)sh -c 'exec 4< \(hold); echo > \(pipe); read y <&4'"
    let process = FlowProcess(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "exec 3<&0; read x; \(child) & kill -9 $$"], clock: time)
    let flow = Task { await ran(process, "a.flow", app: "small", within: .seconds(90)) }
    try await onOwnThread { _ = FileHandle(forReadingAtPath: pipe)?.availableData }
    time.advance(by: .seconds(90))
    #expect(folder.shown(await flow.value?.text ?? "").contains("the program made no progress for 90s and was stopped"))
    await process.end()
  }

  @Test("a process that exits or writes an invalid answer ends only its own flow") func ended()
    async throws
  {
    for (script, problem) in [
      ("read x; kill -9 $$", "the program crashed before the first command, by signal 9 (Killed)"),
      ("read x; exit 3", "the program ended before the first command, with exit code 3"),
      (
        "exec 3<&0; read x; echo nonsense >&3; read x",
        "the program crashed before the first command, by signal 9 (Killed)"
      ),
    ] {
      let process = FlowProcess(URL(fileURLWithPath: "/bin/sh"), ["-c", script])
      for path in ["a.flow", "b.flow"] {
        let report = try #require(await ran(process, path, app: "small", within: .seconds(600)))
        let text = folder.shown(report.text)
        #expect(text.hasPrefix("FAIL \(path) FAIL (no title) !! \(path): \(problem) "), "\(text)")
      }
      await process.end()
    }
  }

  @Test("flows run without a process that cannot be started") @MainActor func none() async throws {
    let missing = FlowProcess(URL(fileURLWithPath: folder.path + "/no"), [])
    #expect(try await missing.ask(.run("a.flow"), of: "a.flow", within: .seconds(1)) == nil)
    let files = try ["a.flow", "b.flow"].map { try folder.write($0, "> :open lab\n  Lab\n  echo: -\n") }
    let recorded = RecordedTerminal()
    var terminal = recorded.terminal()
    terminal.makeProcess = { _ in missing }
    let asked = try Arguments(["run", "--jobs", "2"] + files.map(\.path), options: [])
    let code = await FlowRun(SmallApp.console(), asked, FlowWorker.Screens(), terminal, [:]).run(files)
    #expect(code == 0 && recorded.text.hasSuffix("2 passed, 0 failed\n"))
  }

  @Test("a report arrives from another process unchanged, with its trace") @MainActor func message() async throws {
    let runner = FlowRunner(SmallApp.console(), keepsTrace: true)
    let file = try folder.write("a.flow", "# A\n> :open lab\n  Lab\n  echo: -\n# B\nlab> ping\n  pang\nlab> leave\n")
    for report in [await runner.run(file), await runner.run(try folder.write("b.flow", "bad\n"))] {
      let data = try JSONEncoder().encode(ReportMessage(report))
      let same = try JSONDecoder().decode(ReportMessage.self, from: data).report
      #expect(same.path == report.path && same.passed == report.passed && same.isBadScript == report.isBadScript)
      #expect(same.lines == report.lines && same.reach == report.reach)
      #expect(same.trace.chromeJSON == report.trace.chromeJSON && same.trace.marbles == report.trace.marbles)
      #expect(JUnitReport.text([same], app: "a") == JUnitReport.text([report], app: "a"))
    }
  }

  @Test("a running flow ends with the process that requested it") func asker() async throws {
    let flow = try folder.write("a.flow", "> :open one\n> user a\n> password 1\n> login\n").path
    let code = try await onOwnThread {
      // The server never answers, so the flow waits, and sends no message that could fail.
      let server = try #require(SilentServer())
      defer { withExtendedLifetime(server) {} }
      var pair = LineSocket.pair()
      let there = try #require(pair?.there), other = Process(), ended = DispatchSemaphore(value: 0)
      other.executableURL = Program.playground
      other.arguments = ["run", "--live", "--base", server.base, flow]
      other.environment = ProcessInfo.processInfo.environment.merging([FlowProcess.variable: "1"]) { $1 }
      other.standardInput = there
      other.terminationHandler = { _ in ended.signal() }
      try other.run()
      try there.close()
      try #require(pair?.here.write(JSONEncoder().encode(FlowRequest.run(flow))) == true)
      try #require(server.isAsked())
      pair = nil
      return ended.wait(timeout: .now() + 30) == .success ? other.terminationStatus : -1
    }
    #expect(code == 130)
  }

  @Test("lines of any length arrive, and the end of the output ends them") func lines() async throws {
    let long = Data(repeating: 0x78, count: 3_000_000)
    // The script sends two lines back, then a long line, and ends.
    let script =
      "exec 3<&0; read x; echo $x >&3; read x; echo $x >&3; head -c 3000000 /dev/zero | tr '\\0' x >&3; echo >&3"
    let heard = try await onOwnThread {
      let pair = try #require(LineSocket.pair()), other = Process()
      other.executableURL = URL(fileURLWithPath: "/bin/sh")
      other.arguments = ["-c", script]
      other.standardInput = pair.there
      try other.run()
      try pair.there.close()
      let short = ["a", "é"].map { pair.here.write(Data($0.utf8)) ? pair.here.read() : nil }
      let heard = short + [pair.here.read(), pair.here.read()]
      return heard + [pair.here.write(long) ? long : nil]
    }
    #expect(heard == [Data("a".utf8), Data("é".utf8), long, nil, nil])
  }
}
