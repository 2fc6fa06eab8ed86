/// What is asked of an exploration.
struct ExplorationSettings: Equatable, Sendable {
  var kinds: [ExplorationKind] = ExplorationKind.allCases
  /// How many ways are tried; nil for as many as there is time for.
  var runs: Int?
  var seed: UInt64 = 1
  var minutes: Double?
  var jobs = 1

  /// How long it takes at most; nil if it ends by itself.
  var time: Duration? { minutes.map { .seconds($0 * 60) } ?? (runs == nil ? .seconds(60) : nil) }
}

/// How an exploration changes a flow: the order of what happens, a failing call, or other commands.
enum ExplorationKind: String, Codable, CaseIterable, Sendable { case orders, faults, walk }
