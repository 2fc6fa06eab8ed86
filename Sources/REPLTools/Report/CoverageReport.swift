import REPL
import VIPER

/// Compares the screens, ways and commands that an app declares with those that flows reached.
struct CoverageReport {
  private typealias Part = (name: String, count: Int, missing: [String])
  private let parts: [Part]

  init(_ reach: Reach, of graph: AppGraph) {
    // Includes the known commands of screens that were never opened.
    let declared = graph.screens.flatMap { screen in
      (screen.commands ?? []).map { Reach.Command($0, on: screen.name) }
    }
    let commands = reach.offered.union(declared).sorted { ($0.screen, $0.name) < ($1.screen, $1.name) }
    func part<Item>(_ name: String, _ items: [Item], _ reached: Set<Item>, _ text: (Item) -> String) -> Part {
      (name, items.count, items.filter { !reached.contains($0) }.map(text))
    }
    parts = [
      part("screens", graph.screens.map(\.name), reach.screens) { "no flow opens \($0)" },
      part("ways", graph.ways, reach.ways) { "no flow goes from \($0.from) to \($0.to)" },
      part("commands", commands, reach.typed) { "no flow types \($0.name) on \($0.screen)" },
    ]
  }

  /// The parts that no flow reached, one line each.
  private var missing: [String] { parts.flatMap(\.missing) }

  /// The coverage in percent; 100 if the app declares nothing.
  var percent: Double {
    let count = parts.map(\.count).reduce(0, +)
    return count == 0 ? 100 : Double(count - missing.count) * 100 / Double(count)
  }

  /// The printed report. The percentage is rounded down: 100% means that all is reached.
  var lines: [String] {
    let shares = parts.map { "\($0.name) \($0.count - $0.missing.count) of \($0.count)" }
    return ["coverage: \(Int(percent))% (\(shares.joined(separator: ", ")))"] + missing.map { "  \($0)" }
  }
}
