import Foundation
import REPL

/// The settings of an exploration.
struct ExplorationSettings: Equatable, Sendable {
  var kinds: [ExplorationKind] = ExplorationKind.allCases
  /// The number of variations to try; nil for as many as the time allows.
  var runs: Int?
  var seed: UInt64 = 1
  var minutes: Double?
  var jobs = 1
  /// This machine's share of the parts; nil for all.
  var shard: Shard?
  /// The path of the folder whose ways and findings are read first; nil to read none.
  var corpus: String?
  /// The folder of the findings.
  var folder: URL { URL(fileURLWithPath: corpus ?? "found") }

  /// The time limit; nil if the exploration ends by itself.
  var time: Duration? { minutes.map { .seconds($0 * 60) } ?? (runs == nil ? .seconds(60) : nil) }
}

/// The change that an exploration makes to a flow: the order of answers, a failing call, something done and taken back, or other
/// commands.
enum ExplorationKind: String, Codable, CaseIterable, Sendable { case orders, faults, detours, walk }
