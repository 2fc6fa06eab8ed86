import REPL

/// A session that reached a shape that no earlier one had.
struct KeptWay: Codable, Equatable, Sendable {
  /// The path of the flow that it began with.
  let path: String
  var trial: Trial
  /// The new shapes of each line.
  var shapes: [[Shape]] = []

  /// The number of lines from which on a new way is not kept: walks that begin with it would take too long.
  static let limit = 40
  /// The beginning of the comment on its origin.
  static let originStart = "Kept by exploring"

  /// The text of its file: the flow, below its origin.
  func text(options: [String: String]) -> String {
    "# \(Finding.origin(Self.originStart, path, options))\n\(trial.settled.text(breaking: nil))"
  }
}

/// The ways of an exploration, in the order of its parts, whatever the order in which the parts end.
struct KeptWays {
  /// The number of parts after which a way may begin a walk. No more parts than that are explored at a time.
  static let delay = 64
  /// The number of latest ways that may begin a walk.
  private static let maximum = 500

  private var seen: Set<Shape> = []
  /// The latest ways: those that a part may begin with.
  private(set) var latest: [KeptWay] = []
  /// The number of ways before the first part, and after each part.
  private var counts = [0]

  /// The number of all ways.
  var count: Int { counts[counts.count - 1] }

  /// Ignores the shapes of these ways from now on.
  mutating func see(_ ways: [KeptWay]) { for way in ways { seen.formUnion(way.shapes.joined()) } }

  /// Adds those with new shapes, up to the last line that has one; returns whether there is one.
  ///
  /// - Parameter limit: the number of lines from which on a way is not added.
  @discardableResult mutating func add(_ ways: [KeptWay], limit: Int = KeptWay.limit) -> Bool {
    let count = count
    for var way in ways {
      let isNew = way.shapes.map { line in !line.filter { seen.insert($0).inserted }.isEmpty }
      guard let last = isNew.lastIndex(of: true), last < limit else { continue }
      way.trial = way.trial.with(way.trial.lines[...last])
      way.shapes = []
      latest.append(way)
      counts[counts.count - 1] += 1
    }
    return self.count > count
  }

  /// Adds the ways of the next part.
  mutating func add(partOf ways: [KeptWay]) {
    counts.append(count)
    add(ways)
    latest.removeFirst(max(0, latest.count - (count - known(to: counts.count - 1)) - Self.maximum))
  }

  /// The way with which the walks of a part begin; nil if they begin with their flow. Newer ways are more probable, because their
  /// shapes were reached with more effort.
  func start(of part: Int, seed: UInt64) -> KeptWay? {
    let ways = latest.dropLast(count - known(to: part)).suffix(Self.maximum)
    var random = RandomNumbers(seed: seed, number: ~UInt64(part))
    if ways.isEmpty || random.oneIn(4) { return nil }
    return ways[ways.startIndex + max(random.below(ways.count), random.below(ways.count))]
  }

  /// The number of ways that a part may begin with, the oldest ones included.
  private func known(to part: Int) -> Int { counts[max(0, part - Self.delay)] }
}
