import BuiltPackage
import Fixtures
import Foundation
import Testing

@testable import REPL
@testable import REPLTools

/// The findings of several machines in one folder.
@Suite struct FoundFlowsTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ title: String, cause: String) throws -> URL {
    let cause = cause.isEmpty ? "" : "# Cause: \(cause)\n"
    return try folder.write(name, "# Found by exploring a.flow.\n\(cause)# \(title)\n> :open home\n  Home\n")
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file("found").path).sorted()
  }

  @Test("of several findings with one cause the first stays; other causes get other names") func causes() throws {
    let files = [
      try write("one/order.flow", "a", cause: "order; home; save"),
      try write("two/loss.flow", "b", cause: "order; home; save"),
      try write("two/order.flow", "c", cause: "order; list; save"),
      try write("two/own.flow", "d", cause: ""),
    ]
    let found = FoundFlows(folder: folder.file("found"))
    #expect(try found.join(files).count == 3)
    #expect(try names() == ["order-2.flow", "order.flow", "own.flow"])
    #expect(try folder.read("found/order.flow").contains("# a\n"))
  }

  @Test("joining the same findings again changes nothing") func again() throws {
    let files = [try write("one/order.flow", "a", cause: "order; home; save")]
    let found = FoundFlows(folder: folder.file("found"))
    let paths = try found.join(files)
    #expect(try found.join(files) == paths)
    #expect(try names() == ["order.flow"])
  }

  @Test("explore --merge runs what it joins, and writes the reports of a run") func reports() async throws {
    _ = try write("one/order.flow", "Two orders differ", cause: "order; home; save")
    _ = try write("two/order.flow", "Two orders differ", cause: "order; home; save")
    let run = try await Program.runVictim(
      ["explore", "--merge", "--junit", "report.xml", "--html", "report.html", "one", "two"], in: folder)
    #expect(run.code == 1, "\(run.text)")
    #expect(run.text.contains("0 passed, 1 failed\n"), "\(run.text)")
    #expect(try folder.read("report.xml").contains(/<testcase [^>]*"Two orders differ"[^>]*>\s*<failure/))
    #expect(try folder.read("report.html").contains("Two orders differ"))
    #expect(try folder.read("report.html").contains("class=\"player\""))
  }

  @Test("explore --merge: 2 for a finding that cannot be read, with the reason") func unreadable() async throws {
    try folder.write("one/a.flow", [62, 32, 0xFF])
    let reason = "line 1, column 3: this is not UTF-8; save the file as UTF-8"
    #expect(
      await folder.run("explore", "--merge", folder.file("one").path)
        == ProgramRun(code: 2, errors: "small: the findings cannot be joined: one/a.flow: \(reason)\n"))
  }

  @Test("explore --merge of folders without findings passes") func nothing() async throws {
    try FileManager.default.createDirectory(at: folder.file("one"), withIntermediateDirectories: true)
    let run = try await Program.runVictim(["explore", "--merge", "one"], in: folder)
    #expect(run.code == 0, "\(run.text)")
    #expect(run.text == "0 passed, 0 failed\n")
  }
}
