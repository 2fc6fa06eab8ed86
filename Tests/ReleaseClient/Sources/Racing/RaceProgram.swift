import Foundation

/// A program of races: `[--seconds N] [NAME ...]` runs the races whose names contain one of NAME, all by default. Each group of
/// races has N seconds (10). A race that finds a defect ends the program and prints it; otherwise its rounds are counted.
package struct RaceProgram: Sendable {
  private let names: [String]
  private let seconds: Double

  package init(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
    let given = arguments.first == "--seconds" ? arguments.dropFirst().first.flatMap(Double.init) : nil
    seconds = given ?? 10
    names = Array(arguments.dropFirst(given == nil ? 0 : 2))
  }

  /// Runs a group of races, one after another.
  package func run(_ races: [Race]) {
    for race in races where isWanted(race.name) {
      report(race.name, race.run(for: .seconds(seconds / Double(races.count))))
    }
  }

  /// Runs a race that counts its own rounds.
  @MainActor package func run(_ name: String, _ race: @MainActor (_ duration: Duration) async throws -> Int)
    async rethrows
  {
    if isWanted(name) { report(name, try await race(.seconds(seconds))) }
  }

  private func isWanted(_ name: String) -> Bool { names.isEmpty || names.contains { name.contains($0) } }

  private func report(_ name: String, _ rounds: Int) {
    FileHandle.standardOutput.write(Data("ok \(name): \(rounds) rounds\n".utf8))
  }
}
