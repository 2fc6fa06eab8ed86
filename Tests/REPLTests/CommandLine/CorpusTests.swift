import BuiltPackage
import Effort
import Fixtures
import Foundation
import Testing

@testable import REPL
@testable import REPLTools

/// Explorations that begin where earlier ones ended.
@MainActor @Suite struct CorpusTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func explore(
    _ mistake: FindApp.Mistake? = nil, _ kinds: [ExplorationKind] = [.walk], runs: Int = 40, jobs: Int = 1,
    isFirst: Bool = false
  ) async throws -> Found {
    let settings = ExplorationSettings(kinds: kinds, runs: runs, isCorpus: true)
    return try await Found(mistake, settings, jobs: jobs, in: folder, isFirst: isFirst)
  }

  @Test("sessions that reach something new are kept, as flows that pass") func kept() async throws {
    let found = try await explore()
    #expect(found.flows.count > 2, "\(found.text)")
    #expect(found.text.contains("corpus found: \(found.flows.count) ways, \(found.flows.count) new, 0 removed\n"))
    for (name, flow) in found.flows {
      #expect(name.hasPrefix("way-"))
      let text = flow.replacing(folder.path + "/", with: "")
      #expect(text.hasPrefix("# Kept by exploring a.flow.\n> :promises\n"))
      let report = await FindApp.console().run(flow: folder.file("found/\(name)"))
      #expect(report.passed, "\(report.text)")
    }
  }

  @Test("the next exploration reads them, and removes those that others replace, except those of a user")
  func again() async throws {
    let first = try await explore(), name = try #require(first.flows.keys.min()), way = first.flows[name] ?? ""
    try folder.write("found/way-copy.flow", way)
    try folder.write("found/mine.flow", way.replacing("Kept by", with: "Written after"))
    let again = try await explore(runs: 1)
    #expect(again.text.contains(/corpus found: \d+ ways, \d+ new, [1-9]\d* removed\n/), "\(again.text)")
    #expect(again.flows["mine.flow"] != nil, "\(again.text)")
    #expect(again.flows.values.count { $0 == way } <= 1, "\(again.text)")
  }

  @Test("a way that breaks a promise today stays") func broken() async throws {
    let first = try await explore(), again = try await explore(.forgottenTimer, runs: 1)
    let ways = first.flows.filter { $0.value.contains("> find\n") }
    #expect(!ways.isEmpty)
    #expect(ways.keys.filter { again.flows[$0] == nil } == [], "\(again.text)")
  }

  @Test("a finding that still fails is named, and not searched for; a mended one is searched for again")
  func known() async throws {
    let first = try await explore(.silentFailure, [.faults])
    let name = try #require(first.flows.keys.first { $0.hasPrefix("failure-of") })
    let again = try await explore(.silentFailure, [.faults])
    #expect(again.code == 1)
    #expect(again.text.contains("still failing: found/\(name)\n"), "\(again.text)")
    #expect(again.text.hasSuffix("nothing new found\n"), "\(again.text)")
    #expect(again.flows.keys.count { $0.hasPrefix("failure-of") } == 1)
    let mended = try await explore(nil, [.faults])
    #expect(mended.code == 0, "\(mended.text)")
    #expect(mended.text.hasSuffix("nothing found\n"), "\(mended.text)")
  }

  @Test("the ways are the same, byte for byte, however many parts there are at a time") func jobs() async throws {
    let kinds = ExplorationKind.allCases, runs = Effort.runs(short: 100, full: 1_500)
    let one = try await explore(.lateAnswer, kinds, runs: runs, isFirst: true)
    let many = try await explore(.lateAnswer, kinds, runs: runs, jobs: 3, isFirst: true)
    #expect(one.text == many.text)
    #expect(one.flows == many.flows)
    #expect(one.flows.keys.contains { $0.hasPrefix("way-") })
  }

  @Test("2: a file that is not a flow is named, with the reason; the others are read") func unreadable() async throws {
    try folder.write("found/bad.flow", "no flow\n")
    let found = try await explore(runs: 1)
    #expect(found.code == 2)
    #expect(found.text.contains("found/bad.flow"), "\(found.text)")
  }

  @Test("a crash of a known cause is not searched for; reports are written at once") func crash() async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\nhome> fine\n")
    func explore(_ more: String...) async throws -> ToolRun {
      // No timer is left when the screen closes.
      let words = ["explore", "--walk", "--runs", "16", "--corpus", "kept", "--delay", "0", "--deeds", "fine,crash"]
      return try await Program.runVictim(words + more + ["a.flow"], in: folder)
    }
    let first = try await explore("--junit", "report.xml", "--html", "report.html")
    // The source may have changed above the place of the crash, so that its line has another number.
    let known = try folder.read("kept/crash-crash.flow").replacing(/# Cause: .*/, with: "# Cause: elsewhere")
    try folder.write("kept/crash-crash.flow", known)
    let again = try await explore()
    #expect(first.code == 1, "\(first.text)")
    #expect(first.text.contains("\n1 finding\n"), "\(first.text)")
    #expect(try folder.read("report.xml").contains("<failure"))
    #expect(try folder.read("report.html").contains("kept/crash-crash.flow"))
    #expect(again.code == 1, "\(again.text)")
    #expect(again.text.contains("still failing: kept/crash-crash.flow\n"), "\(again.text)")
    #expect(again.text.hasSuffix("nothing new found\n"), "\(again.text)")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept").contains("crash-crash-2.flow"))
  }

  @Test("explore --merge joins corpora, without copies") func merged() async throws {
    let way = "# Kept by exploring a.flow.\n> :promises\n> :open home\n"
    for name in ["one", "two"] { try folder.write("\(name)/way-open.flow", way) }
    try folder.write("two/way-open-2.flow", way + "> fine\n")
    let run = try await Program.runVictim(["explore", "--merge", "--corpus", "kept", "one", "two"], in: folder)
    #expect(run.code == 0, "\(run.text)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/kept").sorted()
    #expect(names == ["way-open-2.flow", "way-open.flow"])
  }
}
