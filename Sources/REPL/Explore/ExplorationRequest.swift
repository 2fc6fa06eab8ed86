import Foundation

/// What one process asks another of an exploration.
enum ExplorationRequest: Codable {
  /// How many ways there are. The flows at the paths of `except` end the process, and are left out.
  case plan(except: [String])
  /// What a part finds.
  ///
  /// - Parameters:
  ///   - known: the causes of what was found before, which need not be found again.
  ///   - skipping: numbers of the part that end the process.
  ///   - isSpoken: whether each line is said before it is typed.
  case part(ExplorationPart, except: [String], known: [Cause], skipping: [Int], isSpoken: Bool)
  /// Plays a trial, for what it does to the process.
  case play(Trial)
}

/// What comes of that.
struct ExplorationAnswer: Codable {
  /// For each flow that is explored.
  var counts: [ExplorationPlan.Counts] = []
  var findings: [Finding] = []
  /// How many ways were tried, in how many sessions.
  var ways = 0
  var sessions = 0
  var reach = Reach()
}

extension FlowWorker {
  /// What an explorer answers.
  ///
  /// - Parameter heard: called with each line that the explorer says it is about to type.
  func explore(
    _ request: ExplorationRequest, of name: String, heard: @escaping @MainActor (Origin) -> Void = { _ in }
  ) async throws(FlowStop) -> ExplorationAnswer {
    guard let text = try? JSONEncoder().encode(request) else { throw .misunderstood(name) }
    let answer = try await explore(String(decoding: text, as: UTF8.self), of: name, heard: heard)
    guard let answer = try? JSONDecoder().decode(ExplorationAnswer.self, from: Data(answer.utf8)) else {
      throw .misunderstood(name)
    }
    return answer
  }
}
