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
  /// The maximum number of ways.
  static let maximum = 200

  private var seen: Set<Shape> = []
  private(set) var latest: [KeptWay] = []

  /// Adds those with new shapes, up to the last line that has one; returns whether there is one.
  @discardableResult mutating func add(_ ways: [KeptWay], limit: Int = KeptWay.limit) -> Bool {
    var isAdded = false
    for var way in ways {
      let isNew = way.shapes.map { line in !line.filter { seen.insert($0).inserted }.isEmpty }
      guard let last = isNew.lastIndex(of: true), last < limit else { continue }
      way.trial = way.trial.with(way.trial.lines[...last])
      way.shapes = []
      latest.append(way)
      isAdded = true
    }
    latest.removeFirst(max(0, latest.count - Self.maximum))
    return isAdded
  }

  /// Takes the ways out; their shapes are not new any more.
  mutating func take() -> [KeptWay] {
    defer { latest = [] }
    return latest
  }
}
