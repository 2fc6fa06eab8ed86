import Foundation
import PlainText
import REPL
import VIPER

/// A random session: the beginning of a flow, followed by random commands that the screen offers.
@MainActor struct Walk {
  /// Unusual arguments: empty, blank, invisible, with a combining character, long, with emoji, right to left, a number too large.
  private static let edges = [
    "", " ", "a", "\u{200B}", "e\u{301}", String(repeating: "long ", count: 60) + "text", "👩‍👩‍👧‍👦🎉", "שלום עולם",
    "99999999999999999999", "-1", "0", "\"quoted\" \\",
  ]
  /// The ends of links: empty, an id that hardly exists, a percent sign alone and encoded, two parts.
  private static let ends = ["", "99999", "%", "%25", "a/b", "a&a"]
  private static let rows = ["1", "2", "3", "0", "99999999999999999999", "x"]
  /// The number of lines after the beginning.
  private static let length = 20

  private let material: ExplorationMaterial
  private let player: TrialPlayer
  private var random: RandomNumbers

  init(_ material: ExplorationMaterial, _ player: TrialPlayer, _ random: RandomNumbers) {
    self.material = material
    self.player = player
    self.random = random
  }

  /// Walks; returns what is to be asked about the typed lines.
  ///
  /// - Parameters:
  ///   - start: the flow to begin with, up to a random line.
  ///   - isWhole: whether most walks begin with all of it.
  mutating func go(from start: Trial, isWhole: Bool) async -> [AskedTrial] {
    let session = player.begin(as: start), count = start.lines.count, isWhole = isWhole && !random.oneIn(4)
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
    let trial = start.with(lines), played = await player.end(session)
    var asked: [AskedTrial] = Verdict.broken(trial, played) == nil ? [] : [(trial, .promises)]
    // Some walks are played again, to compare both transcripts.
    if random.oneIn(16), !played.isThreaded { asked.append((trial, .sameAgain)) }
    return asked
  }

  private mutating func next(in session: Session) -> String {
    let offered = session.console.offered
    if !offered.isEmpty, !random.oneIn(4) {
      return typed(offered[random.below(offered.count)], session.console)
    }
    switch random.below(8) {
    case 0: if let link = random.pick(material.links) { return ":open \(random.oneIn(2) ? link : changed(link))" }
    case 1: if let event = random.pick(material.events) { return event }
    case 2:
      if let call = random.pick(material.calls) {
        let text = random.pick(material.failures[call] ?? []) ?? Trial.anyFailure
        return ":fail \(call) with \"\(text)\""
      }
    case 3:
      if let call = random.pick(material.calls) { return ":delay \(call) \(random.pick(["1s", "2s", "40s"]) ?? "1s")" }
    case 4: if let line = random.pick(clocks(session.environment)) { return line }
    case 5: if offered.contains(where: { $0.name == "back" }) { return "back" }
    default: break
    }
    return ":advance \(random.pick(material.durations) ?? "1s")"
  }

  /// A link with another id, which may not exist, or malformed.
  private mutating func changed(_ link: String) -> String {
    let start = link.lastIndex { $0 == "/" || $0 == "=" }.map { link[...$0] } ?? "\(link)/"
    return "\(start)\(random.pick(Self.ends + material.ids) ?? "")"
  }

  /// The lines that set the clock, in an app whose flows do: as a flow does, and to the last second of the day, of a week from now,
  /// and before summer time begins or ends, so that the next line crosses it.
  private func clocks(_ environment: AppEnvironment) -> [String] {
    if material.clocks.isEmpty { return [] }
    let calendar = environment.calendar, now = environment.now(),
      change = calendar.timeZone.nextDaylightSavingTimeTransition(after: now)
    let midnights = [1, 7].compactMap { calendar.date(byAdding: .day, value: $0, to: calendar.startOfDay(for: now)) }
    let ends = (midnights + [change].compactMap(\.self)).map { end in
      ":now \(DateText.print(end.addingTimeInterval(-1), calendar))"
    }
    // A time may not exist in the zone of another flow.
    return (material.clocks + ends).filter { line in
      if case .now(let text) = Trial.Line(text: line).command { DateText.parse(text, calendar) != nil } else { true }
    }
  }

  private mutating func typed(_ command: OfferedCommand, _ console: Console) -> String {
    switch command.argument {
    case .nothing: return command.name
    case .row:
      let rows = console.lists.first { $0.commands.contains(command.name) }?.rows ?? []
      if rows.isEmpty || random.oneIn(4) { return "\(command.name) \(random.pick(Self.rows) ?? "1")" }
      let row = random.below(rows.count)
      return "\(command.name) \(random.oneIn(4) ? rows[row] : "\(row + 1)")"
    case .text:
      let known = material.arguments[command.name] ?? []
      // A text that the app shows anyway is no secret.
      let isSecret = console.secret(in: "\(command.name) a") != nil
      let seen = !isSecret && random.oneIn(6) ? random.pick(shown(console) + material.ids) : nil
      let text = seen ?? (random.oneIn(3) ? nil : random.pick(known)) ?? random.pick(Self.edges)
      return "\(command.name) \(text ?? "")"
    }
  }

  /// The texts on the screen: of rows and of fields, without their numbers and names, and all lines.
  private func shown(_ console: Console) -> [String] {
    let inputs = console.inputs.map { String($0.drop { $0 != " " }.dropFirst()) }
    return console.lists.flatMap(\.rows) + inputs + console.screen
  }
}

/// The random choices of a walk.
struct RandomNumbers {
  private var numbers: SplitMix64

  /// Begins one of the sequences of a seed.
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
