import REPL

/// A request to another process that explores.
enum ExplorationRequest: Codable {
  /// Asks for the number of variations. The flows at the paths of `except` crash or hang, and are left out.
  case plan(except: [String])
  /// Asks for the findings of a part.
  ///
  /// - Parameters:
  ///   - known: the texts of the causes of earlier findings, which are not reported again.
  ///   - skipping: the numbers of the part that crash or hang the process.
  ///   - reportsLines: whether the process reports each line before it types it.
  case part(ExplorationPart, except: [String], known: Set<String>, skipping: [Int], reportsLines: Bool)
  /// Asks for the finding of a way that an earlier exploration has kept.
  case way(KeptWay, known: Set<String>)
  /// Plays a trial, to see whether it crashes or hangs.
  case play(Trial)
}

/// The answer to an exploration request.
struct ExplorationAnswer: Codable {
  /// The number of variations for each explored flow.
  var counts: [ExplorationPlan.Counts] = []
  /// The lines about what cannot be explored: files that are not flows, and screens that do not open.
  var bad: [String] = []
  var findings: [Finding] = []
  /// The number of tried variations, and of played sessions.
  var variations = 0
  var sessions = 0
  var reach = Reach()
  /// The sessions with shapes that were new to the process.
  var ways: [KeptWay] = []
  /// Whether all sessions kept the promises of every app, and had an answer to each call.
  var isClean = true
}
