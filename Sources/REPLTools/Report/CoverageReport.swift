import REPL
import VIPER

/// Compares the screens, ways and commands that an app declares with those that flows reached.
struct CoverageReport {
  let reached: Int
  let count: Int
  /// The parts that no flow reached, one line each.
  let missing: [String]
  private let parts: [String]

  init(_ reach: Reach, of graph: AppGraph) {
    let ways = graph.ways
    // Includes the known commands of screens that were never opened.
    let declared = graph.screens.flatMap { screen in
      (screen.commands ?? []).map { Reach.Command($0, on: screen.name) }
    }
    let commands = reach.offered.union(declared).sorted { ($0.screen, $0.name) < ($1.screen, $1.name) }
    let screens = graph.screens.map(\.name)
    let missingScreens = screens.filter { !reach.screens.contains($0) }
    let missingWays = ways.filter { !reach.ways.contains($0) }
    let missingCommands = commands.filter { !reach.typed.contains($0) }
    count = screens.count + ways.count + commands.count
    reached = count - missingScreens.count - missingWays.count - missingCommands.count
    parts = [
      "screens \(screens.count - missingScreens.count) of \(screens.count)",
      "ways \(ways.count - missingWays.count) of \(ways.count)",
      "commands \(commands.count - missingCommands.count) of \(commands.count)",
    ]
    missing =
      missingScreens.map { "no flow opens \($0)" } + missingWays.map { "no flow goes from \($0.from) to \($0.to)" }
      + missingCommands.map { "no flow types \($0.name) on \($0.screen)" }
  }

  /// The coverage in percent; 100 if the app declares nothing.
  var percent: Double { count == 0 ? 100 : Double(reached) * 100 / Double(count) }

  /// The printed report. The percentage is rounded down: 100% means that all is reached.
  var lines: [String] {
    ["coverage: \(Int(percent))% (\(parts.joined(separator: ", ")))"] + missing.map { "  \($0)" }
  }
}
