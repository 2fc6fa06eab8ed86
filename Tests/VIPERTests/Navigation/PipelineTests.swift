import Foundation
import Testing

/// The tables of *Inside the navigator*, which draw the states of the code.
@Suite struct PipelineTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/VIPER")
  private static let states = [
    ("state", "State", "Navigation/Pipeline.swift"), ("life", "Life", "Navigation/Pipeline.swift"),
    ("place", "Place", "Navigation/LinkOpening.swift"), ("work", "Work", "Restoring/Restoring.swift"),
  ]

  private func lines(_ path: String) throws -> [Substring] {
    try String(contentsOf: Self.sources.appendingPathComponent(path), encoding: .utf8).split(separator: "\n")
  }

  /// `takingTurns` as `taking turns`.
  private func words(_ name: Substring) -> String {
    name.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
  }

  @Test(arguments: states) func theRowsOfATableAreTheCasesOfItsEnum(column: String, name: String, path: String) throws {
    let rows = try lines("VIPER.docc/InsideTheNavigator.md").drop { !$0.hasPrefix("| \(column) |") }.dropFirst(2)
      .prefix { $0.hasPrefix("| ") }.map { $0.dropFirst(2).prefix { $0 != "|" }.dropLast() }
    let cases = try lines(path).drop { !$0.hasSuffix("enum \(name) {") }.dropFirst().prefix { $0 != "  }" }
      .filter { $0.hasPrefix("    case ") }.map { words($0.dropFirst(9).prefix { $0.isLetter }) }
    #expect(rows.map(String.init) == cases)
    #expect(cases.count > 2)
  }
}
