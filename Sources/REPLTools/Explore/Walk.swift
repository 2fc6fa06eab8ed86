import PlainText
import REPL

/// A random session: the beginning of a flow, followed by random commands that the screen offers.
@MainActor struct Walk {
  /// Unusual arguments: empty, blank, invisible, with a combining character, long, with emoji, right to left, a number too large.
  private static let edges = [
    "", " ", "a", "\u{200B}", "e\u{301}", String(repeating: "long ", count: 60) + "text", "👩‍👩‍👧‍👦🎉", "שלום עולם",
    "99999999999999999999", "-1", "0",
    "\"quoted\" \\",
  ]
  private static let rows = ["1", "2", "3", "0", "99999999999999999999", "x"]
  /// The number of lines after the beginning.
  private static let length = 20

  private let material: ExplorationMaterial
  private let player: TrialPlayer
  private let start: Trial
  private let isWhole: Bool
  private var random: RandomNumbers

  /// - Parameters:
  ///   - start: the flow to begin with, up to a random line.
  ///   - isWhole: whether most walks begin with all of it.
  ///   - random: the source of the random choices.
  init(
    from start: Trial, isWhole: Bool, _ material: ExplorationMaterial, _ player: TrialPlayer, _ random: RandomNumbers
  ) {
    self.isWhole = isWhole
    self.start = start
    self.material = material
    self.player = player
    self.random = random
  }

  /// Walks; returns the typed lines and their result.
  mutating func go() async -> (trial: Trial, played: Played) {
    let session = player.begin(as: start)
    let count = start.lines.count, isWhole = isWhole && !random.oneIn(4)
    var lines = Array(start.lines.prefix(isWhole ? count : 1 + random.below(count)))
    for line in lines where !session.isOver { await session.type(line) }
    for _ in 0..<(1 + random.below(Self.length)) where !session.isOver {
      let line = Trial.Line(text: next(in: session.session))
      lines.append(line)
      // The lines after a broken promise show nothing new.
      if await !session.type(line).complaints.isEmpty { break }
    }
    // A timer that outlives its screen is found only if the screens close before it is over.
    if !session.isOver, !random.oneIn(4) {
      lines.append(.settling)
      await session.type(.settling)
    }
    return (start.with(lines), await player.end(session))
  }

  /// Whether to play the walk again, to compare both transcripts.
  mutating func isRepeated() -> Bool { random.oneIn(16) }

  private mutating func next(in session: Session) -> String {
    let offered = session.console.offered
    if !offered.isEmpty, !random.oneIn(4) {
      return typed(offered[random.below(offered.count)], session.console)
    }
    switch random.below(8) {
    case 0: if let link = random.pick(material.links) { return ":open \(link)" }
    case 1: if let event = random.pick(material.events) { return event }
    case 2:
      if let call = random.pick(material.calls) {
        let text = random.pick(material.failures[call] ?? []) ?? FaultTrials.anyFailure
        return ":fail \(call) with \"\(text)\""
      }
    case 3:
      if let call = random.pick(material.calls) { return ":delay \(call) \(random.pick(["1s", "2s", "40s"]) ?? "1s")" }
    case 4: if offered.contains(where: { $0.name == "back" }) { return "back" }
    default: break
    }
    return ":advance \(random.pick(material.durations) ?? "1s")"
  }

  private mutating func typed(_ command: OfferedCommand, _ console: Console) -> String {
    switch command.argument {
    case .nothing: return command.name
    case .row:
      let count = console.lists.first { $0.commands.contains(command.name) }?.rows.count ?? 0
      let row = count > 0 && !random.oneIn(4) ? "\(1 + random.below(count))" : random.pick(Self.rows) ?? "1"
      return "\(command.name) \(row)"
    case .text:
      let known = material.arguments[command.name] ?? []
      let shown = random.oneIn(8) ? random.pick(console.screen) : nil
      let text =
        shown ?? (random.oneIn(3) ? random.pick(Self.edges) : random.pick(known) ?? random.pick(Self.edges))
      return "\(command.name) \(text ?? "")"
    }
  }
}

/// The random choices of a walk.
struct RandomNumbers {
  private var numbers: SplitMix64

  /// - Parameters:
  ///   - seed: the seed of all sequences.
  ///   - number: the number of the sequence.
  init(seed: UInt64, number: UInt64) {
    numbers = SplitMix64(seed: seed)
    // Mixes the seed, so that neighbouring sequences are unrelated.
    numbers = SplitMix64(seed: numbers.next() &+ number &* 0xD1B5_4A32_D192_ED03, skipping: 1)
  }

  /// A number from zero up to, but not including, `count`.
  mutating func below(_ count: Int) -> Int { Int(numbers.next() % UInt64(max(count, 1))) }

  /// Whether a chance of one in `count` occurs.
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
}
