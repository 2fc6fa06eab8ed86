import PlainText

/// A machine's share of the flows, or of the variations, which several machines run together.
struct Shard: Equatable, Sendable {
  /// The index, from 0.
  let index: Int
  let count: Int

  /// Whether the element with this index belongs to the shard: every `count`-th does.
  func has(_ element: Int) -> Bool { element % count == index }

  func part<Element>(of all: [Element]) -> [Element] {
    all.enumerated().filter { has($0.offset) }.map(\.element)
  }

  /// Prints `1/4`.
  var name: String { "\(index + 1)/\(count)" }
}

extension Shard {
  /// Reads `1/4`, the first of four.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number > 0, number <= count else { return nil }
    self.init(index: number - 1, count: count)
  }

  /// The variables of CI engines for index and count, and the value of their first index. Those of Azure Pipelines and Bitbucket also
  /// count other jobs, such as the systems of a matrix.
  private static let variables = [
    ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0), ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1), ("SEMAPHORE_JOB_INDEX", "SEMAPHORE_JOB_COUNT", 1),
  ]

  /// The shard in the variables of an environment; nil if they set none.
  init?(machine: [String: String]) throws(UsageError) {
    for (index, count, first) in Self.variables {
      guard let indexText = machine[index], let countText = machine[count] else { continue }
      guard let number = Int(indexText), let total = Int(countText), total > 0, 0..<total ~= number - first else {
        throw UsageError(
          description: "\(index)=\(indexText) and \(count)=\(countText) are not a valid part; unset them")
      }
      self.init(index: number - first, count: total)
      return
    }
    return nil
  }
}
