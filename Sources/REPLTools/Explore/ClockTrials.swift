import Foundation
import REPL
import VIPER

/// Plays a flow at another time: in a time zone far away, around the night in which the clock changes, after its screen was open the
/// day before, and with a clock that is set back.
@MainActor struct ClockTrials {
  /// The zones without summer time that are farthest from Greenwich: at noon, and at midnight there, it is another day.
  private static let zones = ["Pacific/Kiritimati", "Pacific/Honolulu"]
  /// Where a user travels to.
  static let east = "Asia/Tokyo"
  private static let summerZone = "Europe/Berlin"
  /// When flows begin that do not set the clock.
  private static let start = "2001-01-01"

  /// The links of the home screen and of all flows.
  private let links: [String]
  /// The screens and commands of the flows so far.
  private var seen: Set<String> = []

  init(_ material: ExplorationMaterial, home: String) { links = [home] + material.links }

  /// The trials of a flow. They have rank 1 if earlier flows have all of its commands.
  mutating func all(of trial: Trial, _ base: Played) -> [(rank: Int, trial: Trial, change: Question.Change)] {
    let commands = Set(base.steps.filter(\.line.isTyped).map { "\($0.prompt) \($0.line.name)" })
    let rank = commands.isSubset(of: seen) ? 1 : 0
    seen.formUnion(commands)
    let lines = trial.lines
    guard let open = lines.firstIndex(where: \.opens) else { return [] }
    var all: [(Trial, Question.Change)] = []
    if let clock = Self.clock(of: trial) {
      all += Self.zones.map { (trial.with([.choice(":zone \($0)")] + lines), .zone) }
      all += Self.clockChanges(trial, clock).map { ($0, .summerTime) }
      let other = links.first { ":open \($0)" != lines[open].text } ?? ""
      let eve = Day.moved(Day.of(lines[clock].clock ?? ""), by: -1)
      let visit = [":now \(eve)T12:00", lines[open].text, ":open \(other)"].map { Trial.Line.choice($0) }
      if !other.isEmpty { all.append((trial.with(lines[..<clock] + visit + lines[clock...]), .dayBefore)) }
    }
    all += Self.clocksSetBack(trial, base).map { ($0, .clock) }
    if let index = lines.firstIndex(where: { $0.name == ":locale" }), let short = LanguageNameLaw.short(lines[index]) {
      all.append((trial.with(lines[..<index] + [short] + lines[(index + 1)...]), .languageName))
    }
    return all.map { (rank, $0, $1) }
  }

  /// The line that sets the clock before the first link; nil if there is none, or if the flow also sets the place, or starts anew.
  static func clock(of trial: Trial) -> Int? {
    let isElsewhere = trial.lines.contains { [":zone", ":locale", ":restart"].contains($0.name) }
    guard let first = trial.lines.firstIndex(where: { $0.clock != nil || $0.opens }), !isElsewhere else { return nil }
    return trial.lines[first].opens ? nil : first
  }

  /// The flow half an hour before a day of 23 hours, or the week with it; and half an hour after a day of 25 hours began.
  private static func clockChanges(_ trial: Trial, _ clock: Int) -> [Trial] {
    let passesHours = trial.lines.contains { line in
      if case .advance(let time) = line.command { time >= .seconds(1_200) } else { false }
    }
    let first = trial.lines[clock].clock ?? "", day = Day.of(first)
    guard !passesHours, let zone = TimeZone(identifier: summerZone), let newYear = Day.date("\(first.prefix(4))-01-01"),
      let spring = zone.nextDaylightSavingTimeTransition(after: newYear),
      let autumn = zone.nextDaylightSavingTimeTransition(after: spring)
    else { return [] }
    return [(spring, -1, "23:30"), (autumn, 0, "00:30")].flatMap { change, distance, time in
      let next = Day.moved(Day.of(change), by: distance), away = Day.count(from: day, to: next)
      // The flow on that day, and on its own weekday before.
      return [away, Int((Double(away) / 7).rounded(.down)) * 7].map { days in
        var moved = trial.moved(days: days)
        moved.lines[clock].text = ":now \(Day.moved(day, by: days))T\(time)"
        return moved.with([.choice(":zone \(summerZone)")] + moved.lines)
      }
    }
  }

  /// The flow with a clock that is set back by an hour before time passes, while a timer runs and no call is under way.
  private static func clocksSetBack(_ trial: Trial, _ base: Played) -> [Trial] {
    var all: [Trial] = [], clock = "\(Self.start)T12:00", since = Duration.zero
    let isSet = trial.lines.contains { $0.clock != nil }
    for (index, step) in base.steps.enumerated() {
      if let text = step.line.clock { (clock, since) = (text, step.time) }
      guard index > 0, case .advance = step.line.command, base.isAtRest(index - 1), !base.steps[index - 1].isAtRest,
        let start = Day.date(clock)
      else { continue }
      func time(at step: Played.Step) -> Date { start + (step.time - since) / .seconds(1) }
      let end = time(at: base.steps[base.steps.count - 1]) + 120
      let text = DateText.print(time(at: base.steps[index - 1]) - 3_600, Day.calendar)
      // All on one day, so that nothing else changes.
      guard Day.of(text) == Day.of(clock), Day.of(end) == Day.of(clock) else { continue }
      let beginning = isSet ? [] : [Trial.Line.choice(":now \(Self.start)T12:00")]
      all.append(
        trial.with(beginning + trial.lines[..<index] + [.choice(":now \(text)")] + trial.lines[index...]))
    }
    return all
  }
}

/// Days as texts, such as `2014-05-21`, in Greenwich mean time.
enum Day {
  static let calendar = Calendar.gregorian(.gmt, Locale(identifier: "en_US"))

  static func date(_ text: String) -> Date? { DateText.parse(text, calendar) }
  /// The day of a date with or without a time.
  static func of(_ date: String) -> String { String(date.prefix { $0 != "T" }) }
  static func of(_ date: Date) -> String { of(DateText.print(date, calendar)) }
  /// The same text if it is not a day.
  static func moved(_ day: String, by count: Int) -> String {
    date(day).map { of($0 + Double(count) * 86_400) } ?? day
  }
  static func count(from day: String, to other: String) -> Int {
    guard let day = date(day), let other = date(other) else { return 0 }
    return Int(other.timeIntervalSince(day) / 86_400)
  }
}

extension Trial {
  /// The same trial with all days in its lines and files moved.
  func moved(days: Int) -> Trial {
    func moved(_ text: String) -> String {
      text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/) { Day.moved(String($0.output), by: days) }
    }
    var trial = self
    for index in lines.indices { trial.lines[index].text = moved(lines[index].text) }
    trial.files = files.mapValues(moved)
    return trial
  }
}
