/// A part of an exploration: some of the variations of one flow. Its content depends only on the flow, the numbers and the way.
struct ExplorationPart: Codable, Equatable, Sendable {
  let kind: ExplorationKind
  /// The number of the flow.
  let flow: Int
  var numbers: Range<Int>
  /// The way with which walks begin; nil if they begin with the flow.
  var way: KeptWay?
}

/// The parts of an exploration in order: one of each kind in turn. A shard has every N-th part.
struct ExplorationPlan {
  /// The number of variations in one part.
  static let size = 8

  /// The number of variations of each kind; the number of walks is unlimited.
  struct Counts: Codable, Equatable, Sendable {
    var trials: [ExplorationKind: Int] = [:]
    /// The number of variations that no earlier flow has in a similar form. They come first.
    var fresh: [ExplorationKind: Int] = [:]
    /// The number of variations in a part of this flow: fewer if its screens are long, so that other flows get their turn.
    var size = ExplorationPlan.size

    /// The number of variations for a flow that shows this many lines.
    static func size(showing lines: Int) -> Int { lines < 2_000 ? ExplorationPlan.size : lines < 20_000 ? 4 : 1 }
  }

  private let shard: Shard
  /// The parts of each kind.
  private var turns: [AnyIterator<ExplorationPart>]
  private var left: Int
  private var begun = 0

  init(_ counts: [Counts], _ settings: ExplorationSettings, _ shard: Shard? = nil) {
    turns = settings.kinds.map { Self.parts($0, counts) }
    self.shard = shard ?? Shard(index: 0, count: 1)
    left = settings.runs ?? .max
  }

  /// The parts of one kind: one of each flow in turn, first the fresh variations of all flows, then the others.
  private static func parts(_ kind: ExplorationKind, _ counts: [Counts]) -> AnyIterator<ExplorationPart> {
    func round(_ round: Int, isFresh: Bool) -> [ExplorationPart] {
      counts.enumerated().compactMap { flow, counts in
        let fresh = counts.fresh[kind] ?? 0, all = kind == .walk ? .max : counts.trials[kind] ?? 0
        let numbers = (isFresh ? 0..<fresh : fresh..<max(fresh, all)).dropFirst(round * counts.size).prefix(counts.size)
        return numbers.isEmpty ? nil : ExplorationPart(kind: kind, flow: flow, numbers: numbers)
      }
    }
    let rounds = [true, false].lazy.flatMap { isFresh in
      (0...).lazy.map { round($0, isFresh: isFresh) }.prefix { !$0.isEmpty }
    }
    return AnyIterator(rounds.joined().makeIterator())
  }

  /// The next part of the shard; nil after the last.
  mutating func next() -> ExplorationPart? {
    while left > 0, !turns.isEmpty {
      let turn = turns.removeFirst()
      guard var part = turn.next() else { continue }
      turns.append(turn)
      part.numbers = part.numbers.prefix(left)
      left -= part.numbers.count
      defer { begun += 1 }
      // In each lap a shard has another place, and so another kind.
      if shard.has(begun + begun / shard.count) { return part }
    }
    return nil
  }
}
