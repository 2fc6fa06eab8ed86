import Fixtures
import Foundation
import Testing

@testable import REPL
@testable import REPLTools

/// Flows run again when they change.
@MainActor @Suite struct FlowWatchTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The names of the flows that run before and after each of the changes.
  private func runs(_ changes: [() throws -> Void]) async throws -> [[String]] {
    var runs: [[String]] = [[]], left = changes[...], problem: (any Error)?
    let watch = FlowWatch(
      paths: [folder.path], program: folder.file("program"),
      run: { files in
        runs[runs.count - 1] += files.map(\.lastPathComponent)
        return Int32(files.count)
      },
      wait: {
        guard let change = left.popFirst() else { return false }
        do { try change() } catch { problem = error }
        runs.append([])
        return true
      })
    #expect(await watch() == Int32(runs.last { !$0.isEmpty }?.count ?? 0))
    if let problem { throw problem }
    return runs
  }

  @Test("all flows run at first, then those that are changed, new, or under changed promises") func flows() async throws
  {
    for name in ["a.flow", "b.flow", "in/c.flow"] { try folder.write(name, "> :quit\n") }
    let runs = try await runs([
      {}, { try folder.write("b.flow", "> :open todo\n") }, { try folder.write("d.flow", "> :quit\n") },
      { try FileManager.default.removeItem(at: folder.file("a.flow")) },
      { try folder.write("in/always.flow", ":never busy\n") },
    ])
    #expect(runs == [["a.flow", "b.flow", "c.flow"], [], ["b.flow"], ["d.flow"], [], ["c.flow"]])
  }

  @Test("all flows run again when the program was written to its end") func program() async throws {
    for name in ["a.flow", "b.flow", "program"] { try folder.write(name, "") }
    let runs = try await runs([
      { try folder.write("program", "1") }, { try FileManager.default.removeItem(at: folder.file("program")) },
      { try folder.write("program", "12") }, { try folder.write("program", "123") }, {}, {},
    ])
    #expect(runs == [["a.flow", "b.flow"], [], [], [], [], ["a.flow", "b.flow"], []])
  }
}
