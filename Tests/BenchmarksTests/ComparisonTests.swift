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

  @Test func documentedRowsExistWithTheirAllocations() throws {
    let rows = BenchmarkProgram().rows
    let shown = try table("Sources/Signals/Signals.docc/HowItCompares.md", from: "## How fast")
    #expect(shown.count == 8)
    for cells in shown {
      let name = cells[0].replacing("`", with: "")
      let row = try #require(rows.first { $0.name == name }, "no row \(name)")
      let allocations = try #require(cells[2].firstMatch(of: /\((\d+)\)$/)?.1)
      #expect(Double(allocations).map { $0 == row.goal.allocations } == true, "\(name)")
    }
  }

  @Test func theReadmeShowsTheSameFigures() throws {
    let all = try table("Sources/Signals/Signals.docc/HowItCompares.md", from: "## How fast").map {
      Array($0.suffix(4))
    }
    let some = try table("README.md", from: "Nanoseconds").map { Array($0.suffix(4)) }
    #expect(!some.isEmpty)
    for figures in some { #expect(all.contains(figures), "\(figures)") }
  }
}
