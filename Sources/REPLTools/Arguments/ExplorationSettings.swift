import Foundation

/// The settings of an exploration.
struct ExplorationSettings: Equatable, Sendable {
  var kinds: [ExplorationKind] = ExplorationKind.allCases
  /// The number of variations to try; nil for as many as the time allows.
  var runs: Int?
  var seed: UInt64 = 1
  var minutes: Double?
  /// The folder of the findings.
  var folder = URL(fileURLWithPath: "found")
  /// Whether the ways and findings in the folder are read first, and new ways are written there.
  var isCorpus = false

  /// The time limit; nil if the exploration ends by itself.
  var time: Duration? { minutes.map { .seconds($0 * 60) } ?? (runs == nil ? .seconds(60) : nil) }
}

/// The change that an exploration makes to a flow: the order of answers, a failing call, something done and taken back, or other
/// commands.
enum ExplorationKind: String, Codable, CaseIterable, Sendable { case orders, faults, detours, walk }
