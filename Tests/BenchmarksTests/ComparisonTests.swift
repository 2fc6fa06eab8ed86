import Foundation
import Testing

@testable import benchmarks

/// The documented rows exist, and their allocations are the limits of CI. The nanoseconds are from one run and are not
/// tested.
@Suite struct ComparisonTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func table(_ path: String, from heading: String) throws -> [[String]] {
    let text = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    let lines = text.components(separatedBy: "\n").drop { !$0.hasPrefix(heading) }.drop { !$0.hasPrefix("|") }
    return lines.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test func theDocumentedFiguresAreThoseOfTheRows() throws {
    let shown = try table("Sources/Signals/Signals.docc/HowItCompares.md", from: "## How fast")
    let documented = shown.map { cells in
      let name = cells[0].replacing("`", with: "")
      return (name, cells[2].firstMatch(of: /\((\d+)\)$/).flatMap { Double($0.1) })
    }
    let rows = documented.map { shown in BenchmarkProgram().rows.first { $0.name == shown.0 } }
    #expect(documented.map(\.1) == rows.map { $0?.goal.allocations })
    #expect(shown.count == 9)
  }
}
