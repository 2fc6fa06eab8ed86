import REPL

/// A session that reached a shape that no earlier one had.
struct Way: Codable, Equatable, Sendable {
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
struct Ways {
  /// The number of parts after which a way may begin a walk. No more parts than that are explored at a time.
  static let delay = 64
  /// The number of latest ways that may begin a walk.
  private static let maximum = 500

  private var seen: Set<Shape> = []
  private(set) var all: [Way] = []
  /// The number of ways before the first part, and after each part.
  private var counts = [0]

  /// Adds those with new shapes, up to the last line that has one; returns whether there is one.
  ///
  /// - Parameter limit: the number of lines from which on a way is not added.
  @discardableResult mutating func add(_ ways: [Way], limit: Int = Way.limit) -> Bool {
    let count = all.count
    for var way in ways {
      let isNew = way.shapes.map { line in !line.filter { seen.insert($0).inserted }.isEmpty }
      guard let last = isNew.lastIndex(of: true), last < limit else { continue }
      way.trial = way.trial.with(way.trial.lines[...last])
      way.shapes = []
      all.append(way)
    }
    counts[counts.count - 1] = all.count
    return all.count > count
  }

  /// Ignores the shapes of these ways from now on.
  mutating func see(_ ways: [Way]) { for way in ways { seen.formUnion(way.shapes.joined()) } }

  /// Adds the ways of the next part.
  mutating func add(partOf ways: [Way]) {
    counts.append(all.count)
    add(ways)
  }

  /// The way with which the walks of a part begin; nil if they begin with their flow. Newer ways are more probable, because their
  /// shapes were reached with more effort.
  func start(of part: Int, seed: UInt64) -> Way? {
    let known = all.prefix(counts[max(0, part - Self.delay)]).suffix(Self.maximum)
    var random = RandomNumbers(seed: seed, number: ~UInt64(part))
    if known.isEmpty || random.oneIn(4) { return nil }
    return known[known.startIndex + max(random.below(known.count), random.below(known.count))]
  }
}
