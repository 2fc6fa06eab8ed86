import BuiltPackage
import Effort
import Fixtures
import Foundation
import Testing

/// Mistakes that exploring the samples has to find. The flows are accepted as they run with the mistake, so that none of them shows it
/// by what is recorded.
@Suite(.serialized) struct PlantedBugsTests {
  private static let samples = BuiltPackage.viper.appendingPathComponent("Playground")
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Explores the flows of a sample with a program; gives what it printed, and what it found.
  private func explore(
    _ sample: String, _ program: URL, runs: Int
  ) async throws -> (run: ToolRun, found: [FoundFlow]) {
    let flows = folder.file("flows/Flows")
    try? FileManager.default.removeItem(at: folder.file("flows"))
    try FileManager.default.createDirectory(at: folder.file("flows"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: Self.samples.appendingPathComponent("\(sample)/Flows"), to: flows)
    try FileManager.default.copyItem(
      at: Self.samples.appendingPathComponent("always.flow"), to: folder.file("flows/always.flow"))
    // A list of ten thousand takes as long as all other flows together.
    try? FileManager.default.removeItem(at: flows.appendingPathComponent("Store/ten-thousand.flow"))
    return try await onOwnThread { [folder] in
      _ = try ToolRun(
        [program.path, "accept", "--even-errors", "flows"], in: folder.url, environment: ["CI": "false"])
      let run = try ToolRun([program.path, "explore", "--runs", "\(runs)", "--jobs", "2", "flows"], in: folder.url)
      let found = folder.file("found")
      let files = BuiltPackage.files(in: found).map(found.appendingPathComponent)
      return (run, try files.map { FoundFlow(try String(contentsOf: $0, encoding: .utf8)) })
    }
  }

  @Test("a mistake is an edit of a text that stands once in its file; an edit of another text is named") func edits() {
    for bug in PlantedBugs.all {
      let file = Self.samples.appendingPathComponent("\(bug.sample)/\(bug.file)")
      #expect(throws: Never.self) { try bug.planted(in: String(contentsOf: file, encoding: .utf8)) }
    }
    let bug = PlantedBug("Todo", "List.swift", "nothing is shown", "a", "b")
    let stale = ["", "aa"].map { text in
      #expect(throws: PlantedBug.Stale.self) { try bug.planted(in: text) }?.description
    }
    #expect(
      stale == [0, 2].map { "Todo/List.swift: nothing is shown: the text to replace stands there \($0) times: a" })
  }

  @Test(
    "a mistake is found, and shown by few commands, which pass once it is mended",
    .enabled(if: Effort.isFull, "TESTS=full builds the apps with mistakes"),
    arguments: Effort.isAll ? PlantedBugs.found : PlantedBugs.soonFound)
  func found(_ bug: PlantedBug) async throws {
    let program = try await onOwnThread { [folder] in try PlantedBuild(in: folder.url).program(with: bug) }
    let (run, found) = try await explore(bug.sample, program, runs: Effort.runs(short: 0, full: 150, all: 700))
    #expect(found.contains { $0.commands <= bug.commands }, "\(run.text)")
    let mended = try await onOwnThread { [folder] in
      try ToolRun([BuiltModules.program("playground").path, "run", "found"], in: folder.url)
    }
    #expect(mended.code == 0, "\(mended.text)")
  }

  @Test("without a mistake nothing is found") func unmodified() async throws {
    let program = BuiltModules.program("playground")
    for sample in Effort.isFull ? ["Todo", "Login", "Search"] : ["Login"] {
      let (run, found) = try await explore(sample, program, runs: Effort.runs(short: 50, full: 100, all: 10_000))
      #expect(run.code == 0, "\(run.text)")
      #expect(found.isEmpty, "\(run.text)")
    }
  }
}

/// A flow that an exploration wrote.
private struct FoundFlow: Sendable {
  /// How many commands of the app it has: lines that open a screen, send an event or are typed there. Time, faults and what is only looked
  /// at are none; a flow that does not pass as it was is not counted as shown.
  let commands: Int

  init(_ text: String) {
    let lines = text.split(separator: "\n").compactMap { $0.wholeMatch(of: /\S*> (.*)/)?.1 }
    commands =
      lines.contains(":promises")
      ? lines.count { !$0.hasPrefix(":") || $0.hasPrefix(":open ") || $0.hasPrefix(":event ") } : .max
  }
}
