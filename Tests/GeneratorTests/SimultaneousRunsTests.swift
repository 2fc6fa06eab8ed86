import BuiltPackage
import Effort
import Foundation
import Generator
import SignalsTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Several runs of the program in one package at the same time, each in its own process.
@Suite struct SimultaneousRunsTests {
  private static let modules = ["Notes", "Other"], waits = "; waiting for its end"

  private static func command(_ module: String) -> [String] { [module, "--template", "screen", "--add-route"] }

  /// - Parameter path: a folder of programs that come before the machine's.
  private static func start(
    _ arguments: [String], in project: TestProject, errors: Pipe? = nil, path: URL? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = BuiltModules.program("viper-generate")
    process.arguments = arguments
    process.currentDirectoryURL = project.folder
    var variables = ProcessInfo.processInfo.environment
    if let path { variables["PATH"] = "\(path.path):\(variables["PATH"] ?? "")" }
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test("two runs write one after the other: both modules are there, and the second reports that it waits")
  func oneAfterTheOther() async throws {
    let (said, codes, root) = try await onOwnThread { () -> (String, [Int32], String) in
      let project = try TestProject()
      let lock = open(project.folder.path, O_RDONLY)
      try #require(flock(lock, LOCK_EX) == 0)
      var runs: [Process] = [], said = ""
      for module in Self.modules {
        let errors = Pipe()
        runs.append(try Self.start(Self.command(module), in: project, errors: errors))
        while !said.hasSuffix(Self.waits + "\n") {
          let more = errors.fileHandleForReading.availableData
          guard !more.isEmpty else { break }
          said += String(decoding: more, as: UTF8.self)
        }
        if module != Self.modules.last { said += ";" }
      }
      close(lock)
      for run in runs { run.waitUntilExit() }
      return (
        said.replacing(project.folder.path, with: "FOLDER"), runs.map(\.terminationStatus),
        project.text("Sources/App/App.swift") ?? ""
      )
    }
    let line = "viper-generate: another run is under way in FOLDER\(Self.waits)\n"
    #expect(said == "\(line);\(line)")
    #expect(codes == [0, 0] && root.contains("NotesModule") && root.contains("OtherModule"))
  }

  /// When a run is killed.
  private enum Moment: String, CaseIterable { case beforeItsTurn, atRandom, whileItWrites, never }

  @Test("of pairs of runs that are killed at random, each leaves all of its changes or none") func killed() async throws
  {
    let problems = try await onOwnThread { () -> [String] in
      // The possible packages afterwards: without the modules, with one, or with both in either order.
      let orders = [[], ["Notes"], ["Other"], ["Notes", "Other"], ["Other", "Notes"]]
      let expected = try orders.map { modules in
        let project = try TestProject()
        for module in modules { _ = project.run(arguments: Self.command(module)) }
        return project.files
      }
      // SwiftPM is what takes time in a run: here its answer is known.
      let tools = try TestProject(), description = try SwiftPackage.description(of: tools.folder)
      try tools.write("manifest.json", String(decoding: description, as: UTF8.self))
      // A shell writes it: a process that another test starts meanwhile could inherit this process's open file, and a program that
      // is open for writing cannot be run.
      let program = "#!/bin/sh\nexec cat '\(tools.folder.path)/manifest.json'\n"
      _ = try ToolRun(["sh", "-c", "printf %s \"$0\" > swift && chmod 755 swift", program], in: tools.folder)
      var problems: [String] = [], numbers = SeededNumbers(seed: 1)
      for pair in 0..<Effort.runs(short: 4, full: 30, all: 1_000) {
        let project = try TestProject(), journal = project.folder.appending(path: FileTransaction.journalName).path
        let lock = open(project.folder.path, O_RDONLY)
        try #require(flock(lock, LOCK_EX) == 0)
        let runs = try Self.modules.map { try Self.start(Self.command($0), in: project, path: tools.folder) }
        let moments = runs.map { _ in Moment.allCases.randomElement(using: &numbers)! }
        for (run, moment) in zip(runs, moments) where moment == .beforeItsTurn {
          kill(run.processIdentifier, SIGKILL)
          run.waitUntilExit()
        }
        close(lock)
        for (run, moment) in zip(runs, moments).shuffled(using: &numbers) where moment != .never {
          if moment == .whileItWrites { while run.isRunning, access(journal, F_OK) != 0 { sched_yield() } }
          let yields = Int.random(in: 0...(moment == .atRandom ? 60_000 : 1_000), using: &numbers)
          for _ in 0..<yields where run.isRunning { sched_yield() }
          if run.isRunning { kill(run.processIdentifier, SIGKILL) }
        }
        for run in runs { run.waitUntilExit() }
        let next = try Self.start(["template", "list"], in: project, path: tools.folder)
        next.waitUntilExit()
        let left = zip(orders, expected).first { $1 == project.files }?.0
        let isPossible = zip(Self.modules, moments).allSatisfy { module, moment in
          switch moment {
          case .beforeItsTurn: left?.contains(module) == false
          case .never: left?.contains(module) == true
          case .atRandom, .whileItWrites: left != nil
          }
        }
        if !isPossible || next.terminationStatus != 0 {
          let kills = moments.map(\.rawValue).joined(separator: ", ")
          problems.append(
            "pair \(pair), killed \(kills): \(project.files.keys.sorted()), exit code \(next.terminationStatus)")
        }
      }
      return problems
    }
    #expect(problems == [])
  }
}
