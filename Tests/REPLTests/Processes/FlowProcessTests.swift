import BuiltPackage
import Effort
import Fixtures
import Foundation
import Signals
import Testing

@testable import REPL
@testable import REPLTools

/// Flows in another process.
@Suite struct FlowProcessTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

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
        for _ in 0..<Effort.runs(short: 1, full: 2, all: 10) {
          let reports = ["junit", "trace-json"].map { ($0, folder.path + "/\($0)") }
          let asked = reports.map { "--\($0.0)=\($0.1)" }
          let arguments = [Program.playground.path, "run", mode, "--trace", "--coverage"] + asked + flows
          let ran = try await onOwnThread { try ToolRun(arguments, in: Program.root) }
          #expect(ran.code == 2, "\(ran.text)")
          #expect(ran.text.contains("15 passed, 3 failed\n"), "\(ran.text)")
          all.insert([ran.text] + (try reports.map { try String(contentsOfFile: $0.1, encoding: .utf8) }))
        }
      }
      #expect(all.count == 1, "\(modes)")
    }
  }

  @Test("flows pass with closed standard streams; a report to a closed stream is an error, and so is a full device")
  func closed() async throws {
    let flows = try ["a", "b"].map { try folder.write("\($0).flow", "> :open home\n  Home\n  password: -\n").path }
    var codes: [String: Int32] = [:]
    // Only Linux has the device.
    let isLinux = FileManager.default.fileExists(atPath: "/dev/full")
    for (options, streams) in [
      ("--jobs 2", ">&-"), ("--jobs 2", "<&-"), ("--jobs 2", ">&- 2>&-"), ("--jobs 2", "<&- >&- 2>&-"),
      ("--jobs 2", ">/dev/full"), ("--junit -", ">&-"), ("--junit -", ">/dev/full"),
    ] where isLinux || !streams.contains("full") {
      let command = "\(Program.victim.path) run \(options) \(flows.joined(separator: " ")) \(streams)"
      codes["\(options) \(streams)"] = try await onOwnThread { try ToolRun(["/bin/sh", "-c", command]) }.code
    }
    #expect(codes.count == (isLinux ? 7 : 5))
    #expect(codes.filter { $1 != ($0.hasPrefix("--junit") || $0.hasSuffix("full") ? 2 : 0) } == [:])
  }

  @Test(
    "a session whose output is full ends with a message and exit code 2",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullSession() async throws {
    let command = "echo fine | \(Program.victim.path) > /dev/full"
    let ran = try await onOwnThread { try ToolRun(["/bin/sh", "-c", command]) }
    #expect(ran.code == 2)
    #expect(ran.text == "victim: the output cannot be written: the standard output is full or closed\n")
  }

  @Test("what a program writes at its end is printed whole, and does not hold it up") func wordy() async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\nhome> wordy\n")
    let ran = try await Program.runVictim(["run", folder.path])
    #expect(ran.code == 0, "\(ran.text.suffix(200))")
    #expect(ran.text.count { $0 == "x" } >= 1_000_000, "\(ran.text.suffix(200))")
  }

  @Test(
    "a flow that crashes or ends its process fails with its line, and the others run",
    arguments: [[], ["--jobs", "3"]])
  func crashes(_ options: [String]) async throws {
    try folder.writeVictims()
    let ran = try await Program.runVictim(["run", "--junit", folder.path + "/junit"] + options + [folder.path])
    let text = folder.shown(ran.text), junit = folder.shown(try folder.read("junit"))
    let missing =
      text.missing(
        "ok a.flow (1 phase) ", "ok d.flow (1 phase) ", "crashed on purpose", "2 passed, 2 failed ",
        "FAIL b.flow FAIL Bad. !! b.flow:7: the program crashed while 'crash' ran, by signal ",
        "!! c.flow:4: the program ended while 'leave' ran, with exit code 3 ")
      + junit.missing("b.flow:7: the program crashed while 'crash' ran")
    #expect(ran.code == 1, "\(text)")
    #expect(missing == [], "\(text)")
  }

  @Test(
    "a process that crashes is given up at its limit where a process of its own keeps its output open",
    arguments: ["", "setsid "])
  func keptOpen(_ apart: String) async throws {
    let pipe = try folder.pipe(), hold = try folder.pipe("hold"), time = VirtualTimeScheduler()
    // In its own process group, or in that of the crashing process. It ends with the test, which is the only one that could write
    // to the pipe that it reads: it opens that pipe before it says that it runs.
    let writer = FileHandle(forUpdatingAtPath: hold)
    defer { withExtendedLifetime(writer) {} }
    let child = "\(apart)sh -c 'exec 4< \(hold); echo > \(pipe); read y <&4'"
    let process = FlowProcess(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "read x; \(child) & kill -9 $$"], clock: time)
    let flow = Task { () -> String? in
      do throws(FlowStop) {
        _ = try await process.ask(.run("a.flow"), of: "a.flow", within: .seconds(90))
        return nil
      } catch { return error.complaint }
    }
    try await onOwnThread { _ = FileHandle(forReadingAtPath: pipe)?.availableData }
    time.advance(by: .seconds(90))
    #expect(await flow.value?.hasPrefix("!! a.flow: the program made no progress for 90s and was stopped; ") == true)
    await process.end()
  }

  /// Without those that a process may inherit as ignored: no shell resets them.
  private static let signals = [
    "ILL": "Illegal instruction", "TRAP": "Trace trap", "ABRT": "Aborted", "BUS": "Bus error",
    "FPE": "Arithmetic error", "SEGV": "Segmentation fault", "ALRM": "Alarm clock", "TERM": "Terminated",
    "XCPU": "CPU time limit exceeded",
  ]

  @Test("the signal of a crash has a name", arguments: signals) func named(_ signal: String, _ name: String)
    async throws
  {
    let script = "ulimit -c 0; read x; kill -s \(signal) $$"
    let process = FlowProcess(URL(fileURLWithPath: "/bin/sh"), ["-c", script], isSilent: true)
    let stop = await #expect(throws: FlowStop.self) {
      _ = try await process.ask(.run("a.flow"), of: "a.flow", within: .seconds(600))
    }
    #expect(stop?.problem.hasSuffix(" (\(name))") == true, "\(stop?.problem ?? "")")
  }

  @Test(
    "only a traced process makes a backtrace, whatever the user has set",
    arguments: [(false, "enable=no"), (true, "enable=yes,color=no,interactive=no,threads=crashed")])
  func backtrace(_ isTraced: Bool, _ settings: String) async throws {
    let script = "read x; echo \"Fatal error: $SWIFT_BACKTRACE\" >&2; kill -9 $$"
    let process = FlowProcess(URL(fileURLWithPath: "/bin/sh"), ["-c", script], isSilent: true)
    let stop = await #expect(throws: FlowStop.self) {
      try await process.ask(.run("a.flow"), of: "a.flow", within: .seconds(600), isTraced: isTraced)
    }
    let problem = stop?.problem ?? ""
    #expect(problem.hasSuffix(" by signal 9 (Killed): Fatal error: \(settings)"), "\(problem)")
  }

  @Test("a report arrives from another process unchanged, with its trace") @MainActor func message() async throws {
    let runner = FlowRunner(SmallApp.console(), keepsTrace: true)
    let file = try folder.write("a.flow", "# A\n> :open lab\n  Lab\n  echo: -\n# B\nlab> ping\n  pang\nlab> leave\n")
    for report in [await runner.run(file), await runner.run(try folder.write("b.flow", "bad\n"))] {
      let data = try JSONEncoder().encode(report)
      let same = try JSONDecoder().decode(FlowReport.self, from: data)
      #expect(texts(same) == texts(report))
      #expect(same.lines == report.lines)
      #expect(same.reach == report.reach)
    }
  }

  private func texts(_ report: FlowReport) -> [String] {
    [
      report.path, "passed: \(report.passed), bad: \(report.isBadScript)", report.trace.chromeJSON,
      "\(report.trace.marbles)", JUnitReport.text([report], app: "a"),
    ]
  }

  @Test("a running flow ends with the process that requested it") func asker() async throws {
    let flow = try folder.write("a.flow", "> :open home\nhome> hang\n").path, pipe = try folder.pipe()
    let code = try await onOwnThread {
      let requests = Pipe(), other = Process(), ended = DispatchSemaphore(value: 0)
      other.executableURL = Program.victim
      other.arguments = ["run", "--pipe", pipe, flow]
      other.environment = ProcessInfo.processInfo.environment.merging([FlowProcess.variable: "1"]) { $1 }
      other.standardInput = requests
      other.standardOutput = FileHandle.nullDevice
      other.terminationHandler = { _ in ended.signal() }
      try other.run()
      // A process that goes on would keep the output of the tests open.
      defer { if other.isRunning { kill(other.processIdentifier, SIGKILL) } }
      let asking = requests.fileHandleForWriting
      try asking.write(contentsOf: JSONEncoder().encode(FlowRequest.run(flow)) + [UInt8(ascii: "\n")])
      // Opens when the hanging line has opened the other end: the flow sends no message that could fail.
      _ = FileHandle(forReadingAtPath: pipe)
      try asking.close()
      return ended.wait(timeout: .now() + 30) == .success ? other.terminationStatus : -1
    }
    #expect(code == 130)
  }

  @Test("what an app prints is not in a report on the standard output") func printing() async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\nhome> wordy\n")
    let command = "\(Program.victim.path) run --junit - \(folder.path)"
    let report = try await onOwnThread { try ToolRun(["/bin/sh", "-c", "\(command) 2>/dev/null"]) }
    let errors = try await onOwnThread { try ToolRun(["/bin/sh", "-c", "\(command) 2>&1 >/dev/null"]) }
    #expect(report.text.hasPrefix("<?xml"), "\(report.text.prefix(200))")
    #expect(report.text.hasSuffix("</testsuites>\n"), "\(report.text.suffix(200))")
    #expect(errors.text.hasPrefix("many words\n"), "\(errors.text.prefix(200))")
  }
}
