import Foundation
import REPL

/// Plays a flow at other times and places: in a time zone far away, around a day of 23 or 25 hours, after its screen was open the day
/// before, with a clock that is set back, and in a language of another name.
@MainActor struct ClockTrials {
  /// Where noon, or midnight in Greenwich, is on another day than in Greenwich; without summer time.
  private static let zones = ["Pacific/Kiritimati", "Pacific/Honolulu"]
  /// Where a user travels to.
  static let east = "Asia/Tokyo"
  private static let summerZone = "Europe/Berlin"
  /// The day of flows that do not set the clock.
  private static let day = "2001-01-01"

  private let links: [String]
  /// The screens and commands of the flows so far.
  private var seen: Set<String> = []

  init(_ links: [String]) { self.links = links }

  /// The trials of a flow. They have rank 1 if earlier flows have all of its commands.
  mutating func all(of trial: Trial, _ base: Played) -> [(rank: Int, trial: Trial, change: Law)] {
    let commands = Set(base.steps.filter(\.line.isTyped).map { "\($0.prompt) \($0.line.name)" })
    let rank = commands.isSubset(of: seen) ? 1 : 0, lines = trial.lines
    seen.formUnion(commands)
    var all = Self.clocksSetBack(trial, base).map { ($0, Law.clock) }
    for index in lines.indices where lines[index].isTyped && !base.steps[index].isAtRest {
      let before = lines[...index], passing = Trial.Line.choice(":advance 10s")
      if base.looksAtRest(index) { all.append((trial.with(before + [passing]), .stillness)) }
      if index > 0, base.steps[index - 1].isAtRest, base.isAtRest(index) {
        all.append((trial.with(before + [.choice(lines[index].text), passing]), .doubling))
      }
    }
    if let clock = Self.clock(of: trial) {
      all += Self.zones.map { (trial.with([.choice(":zone \($0)")] + lines), .zone) }
      let passed = base.steps.last?.time ?? .zero
      if passed < .seconds(1_200) { all += Self.aroundClockChanges(trial, clock).map { ($0, .summerTime) } }
      if let open = lines.first(where: \.opens) {
        let visit = [Day.noon(lines[clock].clock ?? "", plus: -1), open.text]
        let others = links.map { ":open \($0)" }.filter { $0 != open.text }.prefix(1)
        // It is left, or stays open.
        for visit in [visit + others, visit] {
          all.append((trial.with(lines[..<clock] + visit.map { .choice($0) } + lines[clock...]), .dayBefore))
        }
      }
    }
    if let index = lines.firstIndex(where: { $0.name == ":locale" }), let short = lines[index].withShortLanguage {
      all.append((trial.with(lines[..<index] + [short] + lines[(index + 1)...]), .languageName))
    }
    return all.map { (rank, $0, $1) }
  }

  /// The only line that sets the clock, before the first link. nil if there is none, or if the flow also sets the place, or kills the
  /// app, which would bring a visit before to nothing.
  static func clock(of trial: Trial) -> Int? {
    let clocks = trial.lines.indices.filter { trial.lines[$0].clock != nil }
    guard clocks.count == 1, let open = trial.lines.firstIndex(where: \.opens), clocks[0] < open,
      !trial.lines.contains(where: { [":zone", ":locale", ":restart"].contains($0.name) })
    else { return nil }
    return clocks[0]
  }

  /// The flow half an hour before a day of 23 hours, and half an hour after one of 25 hours began; and in the week before, on its own
  /// weekday.
  private static func aroundClockChanges(_ trial: Trial, _ clock: Int) -> [Trial] {
    let day = Day.of(trial.lines[clock].clock ?? "")
    guard let zone = TimeZone(identifier: summerZone), let newYear = Day.date("\(day.prefix(4))-01-01"),
      let spring = zone.nextDaylightSavingTimeTransition(after: newYear),
      let autumn = zone.nextDaylightSavingTimeTransition(after: spring)
    else { return [] }
    return [(Day.moved(Day.of(spring), by: -1), "23:30"), (Day.of(autumn), "00:30")].flatMap { target, time in
      let days = Day.count(from: day, to: target)
      return [days, Int((Double(days) / 7).rounded(.down)) * 7].map { days in
        var moved = trial.moved(days: days)
        moved.lines[clock].text = ":now \(Day.moved(day, by: days))T\(time)"
        return moved.with([.choice(":zone \(summerZone)")] + moved.lines)
      }
    }
  }

  /// The flow with a clock that is set back by an hour before time passes, while a timer runs and no call is under way. All is on one
  /// day, and the flow names no time, so that nothing else changes.
  private static func clocksSetBack(_ trial: Trial, _ base: Played) -> [Trial] {
    let texts = trial.lines.filter { $0.clock == nil }.map(\.text) + trial.files.values
    if texts.contains(where: { $0.hasPrefix(":zone ") || $0.contains(/\d:\d\d/) }) { return [] }
    var all: [Trial] = [], clock = "\(day)T12:00", since = Duration.zero,
      beginning = [Trial.Line.choice(":now \(clock)")]
    for (index, step) in base.steps.enumerated() {
      if let text = step.line.clock { (clock, since, beginning) = (text, step.time, []) }
      guard index > 0, case .advance = step.line.command, base.isAtRest(index - 1), !base.steps[index - 1].isAtRest,
        let start = Day.date(clock)
      else { continue }
      func time(after step: Int) -> Date { start + (base.steps[step].time - since) / .seconds(1) }
      let text = DateText.print(time(after: index - 1) - 3_600, Day.calendar)
      guard Set([text, clock, Day.of(time(after: base.steps.count - 1) + 120)].map(Day.of)).count == 1 else { continue }
      all.append(trial.with(beginning + trial.lines[..<index] + [.choice(":now \(text)")] + trial.lines[index...]))
    }
    return all
  }
}

extension Trial {
  /// The same trial with all days in its lines and files moved.
  fileprivate func moved(days: Int) -> Trial {
    func moved(_ text: String) -> String {
      text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/) { Day.moved(String($0.output), by: days) }
    }
    var trial = self
    for index in lines.indices { trial.lines[index].text = moved(lines[index].text) }
    trial.files = files.mapValues(moved)
    return trial
  }
}
