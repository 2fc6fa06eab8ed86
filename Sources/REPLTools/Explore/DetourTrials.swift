import REPL

/// Inserts lines that must leave no trace: a screen is opened and left, a command is refused or cancelled, a change is undone. And
/// types other texts, and plays at other times and places.
@MainActor struct DetourTrials {
  private let habits: Habits
  /// The lines that set the time zone in the flows.
  private let zones: [String]
  private let texts: TextTrials
  private var clocks: ClockTrials
  /// The number of trials for each key, in the flows so far.
  private var tried: [String: Int] = [:]

  init(_ material: ExplorationMaterial, home: String) {
    (habits, zones) = (material.habits, material.zones)
    let links = [home] + material.links.filter { $0 != home }
    (texts, clocks) = (TextTrials(material, links), ClockTrials(links))
  }

  /// The trials of a flow; trials that no earlier flow had come first.
  mutating func all(of trial: Trial, _ base: Played) -> RankedTrials {
    let held = Self.held(trial, base), isHere = ClockTrials.clock(of: trial) != nil
    var all: [(rank: Int, make: () -> AskedTrial?)] = []
    for (index, step) in base.steps.enumerated() where !step.prompt.isEmpty && !held.contains(index) {
      if index == 0 || base.steps[index - 1].isBusy { continue }
      let rows = base.steps[index - 1].rows.count
      func add(
        _ change: Law, _ inserted: [Trial.Line], before rest: ArraySlice<Trial.Line>, _ next: String = ""
      ) {
        // What is undone in a list of two rows may show what a list of one does not.
        let size = change == .undo ? " \(min(rows, 3))" : ""
        let key = "\(change) \(step.prompt)\(size) \(inserted.map(\.name)) \(next)", rank = tried[key, default: 0]
        tried[key] = rank + 1
        let lines = trial.lines[..<index] + inserted + rest
        all.append((next.isEmpty ? rank : rank + 1, { (trial.with(lines), .difference(change)) }))
      }
      let accepted = (habits.accepted[step.prompt] ?? []).prefix(Habits.width)
      /// What follows is the rest of the flow or, if nothing of the inserted lines may remain elsewhere, any command of the screen.
      func insert(_ change: Law, _ texts: [String], beforeOthers: Bool = false) {
        let inserted = texts.map { Trial.Line.choice($0) }
        add(change, inserted, before: trial.lines[index...])
        if beforeOthers { accepted.forEach { add(change, inserted, before: [$0], $0.name) } }
      }
      // A refused line is a detour of the flow itself.
      if base.isRefused(at: index) {
        add(.refusal, [.choice(step.line.text)], before: trial.lines[(index + 1)...])
      }
      for trip in habits.trips[step.prompt] ?? [] {
        let isIdle = habits.isIdle(trip, on: step.prompt)
        let isWayBack = ["back", "cancel"].contains(trip.back.text)
        insert(isIdle ? .idleTrip : .trip, [trip.there.text, trip.back.text], beforeOthers: isWayBack)
      }
      if let open = base.steps[..<index].last(where: \.line.opens), !open.isRefused {
        let again = [.closing, Trial.Line.choice(open.line.text)]
        for clock in Self.nextDay(trial, base, after: index - 1) + zones.prefix(2) {
          let clock = Trial.Line(text: clock)
          if trial.lines[index - 1].opens { add(.reopening, [clock] + again, before: []) }
          if step.line.isTyped { add(.reopening, [clock, step.line] + again, before: [], step.line.name) }
        }
      }
      if trial.lines[index - 1].isTyped, step.prompt.hasPrefix("\(base.steps[index - 1].prompt)/") {
        for clock in Self.nextDay(trial, base, after: index - 1) {
          add(.newDay, [.choice(clock)], before: trial.lines[index...], step.line.name)
        }
      }
      for line in habits.refused[step.prompt] ?? [] { insert(.refusal, [line.text], beforeOthers: true) }
      let firsts = accepted.flatMap { line in
        // The first row, too.
        rows > 0 && Int(TypedLine(line.text).argument) ?? 1 > 1 ? [line, Trial.Line(text: "\(line.name) 1")] : [line]
      }
      for first in firsts {
        for second in accepted where second.name != first.name && TypedLine(second.text).argument.isEmpty {
          let isUndone = second.name == "undo" && habits.isUndone(first, on: step.prompt)
          insert(isUndone ? .undo : .pair, [first.text, second.text])
        }
      }
      if let (again, row) = Self.adding(base, before: index) {
        for name in Set(accepted.filter { Int(TypedLine($0.text).argument) != nil }.map(\.name)).sorted() {
          add(.addition, (again + ["\(name) \(row)"]).map { .choice($0) }, before: [])
        }
        // Another row of that day.
        let other = again.map { TextTrials.isPlain(TypedLine($0).argument) ? $0 + Spelling.letters : $0 }
        let travel = Trial.Line.choice(":zone \(ClockTrials.east)")
        if isHere { add(.travel, [travel], before: other.map { Trial.Line(text: $0) }[...]) }
      }
      func insertCancelled(_ command: String, _ call: String, beforeOthers: Bool = false) {
        let fault = ":fail \(call) with \"\(Trial.anyFailure)\" after 1s"
        insert(.cancelledFailure, [fault, command, ":cancel"], beforeOthers: beforeOthers)
      }
      for (line, call) in habits.calling[step.prompt] ?? [] where line.name != step.line.name {
        insertCancelled(line.text, call)
      }
      guard step.line.isTyped else { continue }
      if isHere { add(.travel, [.choice(":zone \(ClockTrials.east)")], before: trial.lines[index...], step.line.name) }
      for (change, lines) in texts.all(of: trial, base, at: index) {
        add(change, [], before: lines[...], step.line.name)
      }
      var names: Set<String> = []
      for call in base.calls[step.calls] where call.hasAnswered && names.insert(call.name).inserted {
        let command = step.line.text, isFirst = call.number == step.calls.lowerBound
        insert(.cancellation, [":delay \(call.name) 1s", command, ":cancel", ":advance 2s"])
        if !base.mayConfirm(at: index) { insertCancelled(command, call.name, beforeOthers: isFirst) }
      }
    }
    for (asked, place) in DataTrials.all(of: trial, base, habits) {
      let key = "data \(asked.question) \(place)", rank = tried[key, default: 0]
      tried[key] = rank + 1
      all.append((rank, { asked }))
    }
    for (rank, trial, change) in clocks.all(of: trial, base) { all.append((rank, { (trial, .difference(change)) })) }
    return RankedTrials(all)
  }

  /// The lines that have just added a row, perhaps on another screen, and the number of that row.
  private static func adding(_ base: Played, before index: Int) -> (lines: [String], row: Int)? {
    let steps = base.steps, screen = steps[index].prompt
    guard var first = steps[..<index].lastIndex(where: { $0.prompt == screen }) else { return nil }
    // Fields of the same screen.
    func isField(_ step: Int) -> Bool {
      step > 0 && steps[step].prompt == screen && steps[step].line.isTyped && steps[step].rows == steps[step - 1].rows
    }
    while isField(first - 1) { first -= 1 }
    guard first > 0, steps[first..<index].allSatisfy({ $0.line.isTyped && !$0.isRefused }) else { return nil }
    let old = steps[first - 1].rows, new = steps[index - 1].rows
    guard new.count == old.count + 1 else { return nil }
    return (steps[first..<index].map(\.line.text), zip(old, new).prefix { $0 == $1 }.count + 1)
  }

  /// The line that sets the clock to the next noon, if a line has set it, and no time has passed since.
  private static func nextDay(_ trial: Trial, _ base: Played, after index: Int) -> [String] {
    guard let line = trial.lines[...index].lastIndex(where: { $0.clock != nil }),
      base.steps[line].time == base.steps[index].time
    else { return [] }
    return [Day.noon(trial.lines[line].clock ?? "", plus: 1)]
  }

  /// The lines before which a failure, a delay or an answer for one call, or for the next command, is set and not used yet: what is
  /// inserted would use it.
  private static func held(_ trial: Trial, _ base: Played) -> Set<Int> {
    var held: Set<Int> = []
    for (index, line) in trial.lines.enumerated() {
      let name: String
      switch line.command {
      case .fail(let call, _, _, _), .delay(let call, _), .stub(let call, _, _, true, _),
        .stub(let call, _, _, _, true):
        name = call
      default: continue
      }
      let user = base.steps[min(index + 1, base.steps.count)...]
        .firstIndex { base.calls[$0.calls].contains { $0.name == name } }
      held.formUnion(index + 1..<(user ?? base.steps.count - 1) + 1)
    }
    return held
  }
}
