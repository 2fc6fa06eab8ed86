import REPL

/// A part of an exploration: some of the variations of one flow. Its content depends only on the flow and the numbers.
struct ExplorationPart: Codable, Equatable, Sendable {
  let kind: ExplorationKind
  /// The number of the flow.
  let flow: Int
  let numbers: Range<Int>
}

/// The parts of an exploration in order, with a few of each flow and kind in turn. A shard has every N-th part.
struct ExplorationPlan {
  /// The number of variations in one part.
  static let size = 8

  /// The number of variations of each kind; the number of walks is unlimited.
  struct Counts: Codable, Equatable, Sendable {
    var trials: [ExplorationKind: Int] = [:]
    /// The number of variations in a part of this flow: fewer if its screens are long, so that other flows get their turn.
    var size = ExplorationPlan.size

    /// The number of variations for a flow that shows this many lines.
    static func size(showing lines: Int) -> Int { lines < 2_000 ? ExplorationPlan.size : lines < 20_000 ? 4 : 1 }
  }
  private let counts: [Counts]
  private let kinds: [ExplorationKind]
  private let shard: Shard?
  private var left: Int?
  private var begun = 0
  private var round = 0
  private var rest: [ExplorationPart] = []

  init(_ counts: [Counts], _ settings: ExplorationSettings) {
    self.counts = counts
    kinds = settings.kinds
    shard = settings.shard
    left = settings.runs
  }

  /// The next part of the shard; nil after the last.
  mutating func next() -> ExplorationPart? {
    while let part = nextOfAll() {
      begun += 1
      if shard?.has(begun - 1) ?? true { return part }
    }
    return nil
  }

  private mutating func nextOfAll() -> ExplorationPart? {
    if rest.isEmpty {
      rest = counts.enumerated().flatMap { flow, counts in
        let start = round * counts.size
        return kinds.compactMap { kind -> ExplorationPart? in
          let end = min(start + counts.size, kind == .walk ? .max : counts.trials[kind] ?? 0)
          return start < end ? ExplorationPart(kind: kind, flow: flow, numbers: start..<end) : nil
        }
      }.reversed()
      round += 1
    }
    guard let part = rest.popLast(), left ?? 1 > 0 else { return nil }
    guard let left else { return part }
    let count = min(left, part.numbers.count)
    self.left = left - count
    return ExplorationPart(kind: part.kind, flow: part.flow, numbers: part.numbers.prefix(count))
  }
}
