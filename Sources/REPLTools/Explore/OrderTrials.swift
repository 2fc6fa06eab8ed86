import REPL

/// The possible orders of a flow's answers: each answer comes later, after following lines or after another answer.
struct OrderTrials {
  /// The maximum number of lines by which an answer is late.
  private static let reach = 6
  /// The other orders of two and of three answers.
  private static let orders = [2: [[1, 0]], 3: [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]]

  private let habits: Habits
  /// The number of trials for each key, in the flows so far.
  private var tried: [String: Int] = [:]

  init(_ habits: Habits) { self.habits = habits }

  /// The trials of a flow. Trials that no earlier flow had come first, and among them the answers closest to each other. An
  /// answer without visible effect commutes with all others, so it is not moved.
  mutating func all(of trial: Trial, _ base: Played) -> RankedTrials {
    let deliveries = deliveries(base)
    var all: [(rank: Int, make: () -> AskedTrial?)] = []
    func add(_ key: String, _ change: Law, _ make: @escaping () -> Trial?) {
      let rank = tried[key, default: 0]
      tried[key] = rank + 1
      all.append((rank, { make().map { ($0, .difference(change)) } }))
    }
    for delivery in deliveries where delivery.ordinal == 0 && trial.lines[delivery.line].isTyped {
      if let again = again(delivery, trial, base) { add("twice \(delivery.key)", .repetition) { again } }
      if let late = Self.overtaken(delivery, trial, base) { add("overtaken \(delivery.key)", .overtaking) { late } }
      let prompt = base.steps[delivery.line].prompt, text = trial.lines[delivery.line].text
      if base.prompt(behind: delivery.line).hasPrefix("\(prompt)/"), let other = base.otherInput(before: delivery.line)
      {
        add("input \(delivery.key)", .lateInput) {
          Self.late(delivery, trial) { [.choice(other.text), $0] + trial.lines[(delivery.line + 1)...] }
        }
      }
      for trip in habits.trips[prompt] ?? [] where trip.there.text != text {
        add("away \(delivery.key) \(trip.there.text)", .absence) {
          Self.late(delivery, trial) { [trip.there, $0, trip.back] }
        }
      }
      let lines = (habits.accepted[prompt] ?? []).prefix(Habits.width).filter { $0.text != text }.map { [$0] }
      let trips = ((habits.visits[prompt] ?? []) + (habits.trips[prompt] ?? [])).filter { $0.there.text != text }
      for meanwhile in lines + trips.map(\.lines) {
        add("meanwhile \(delivery.key) \(meanwhile.map(\.name))", .delays) {
          Self.late(delivery, trial) { meanwhile + [$0] + trial.lines[(delivery.line + 1)...] }
        }
      }
    }
    func addOrders(of count: Int) {
      let groups = Self.groups(of: count, in: deliveries, from: 0)
      for span in 0..<Self.reach {
        for group in groups where group[count - 1].line - group[0].line == span {
          for order in Self.orders[count] ?? [] {
            add("\(group.map(\.key)) \(order)", .delays) {
              Self.delayed(group, order: order, behind: group[count - 1].line, trial)
            }
          }
        }
      }
    }
    addOrders(of: 2)
    for distance in 1...Self.reach {
      for delivery in deliveries where delivery.line + distance < trial.lines.count {
        add("\(delivery.key) \(distance)", .delays) {
          Self.delayed([delivery], order: [0], behind: delivery.line + distance, trial)
        }
      }
    }
    addOrders(of: 3)
    return RankedTrials(all)
  }

  /// Types a line again before its answer comes. If the answer opens a screen above, the screen below is compared; if the screen
  /// stays, two answers are as good as one.
  private func again(_ delivery: MadeCall, _ trial: Trial, _ base: Played) -> Trial? {
    let line = trial.lines[delivery.line], from = base.steps[delivery.line].prompt
    let next = base.prompt(behind: delivery.line)
    let delay = Trial.Line.delay(delivery.call.name, "1s")
    if next == from {
      return trial.with(trial.lines[..<delivery.line] + [delay, line, delay, .choice(line.text)])
    }
    let again = trial.with(trial.lines[..<delivery.line] + [delay, line, .choice(line.text)])
    guard next.hasPrefix("\(from)/") else { return again }
    guard let trip = habits.trips[from]?.first(where: { $0.there.text == line.text }) else { return nil }
    return again.settled.with(again.settled.lines + [trip.back])
  }

  /// Types a line again with a changed field before the first answer comes; the screen has to show the later answer in the end.
  private static func overtaken(_ delivery: MadeCall, _ trial: Trial, _ base: Played) -> Trial? {
    guard let changed = base.otherInput(before: delivery.line) else { return nil }
    let line = trial.lines[delivery.line]
    // Each of the two calls may take no time, or the time of this one.
    func delay(_ seconds: Int) -> Trial.Line {
      .delay(delivery.call.name, DurationText.print(.seconds(seconds) + delivery.call.duration))
    }
    let second = Trial.Line(text: delay(2).text)
    return trial.with(trial.lines[..<delivery.line] + [delay(3), line, changed, second, line])
  }

  /// The flow with a late answer to a line.
  ///
  /// - Parameter following: the lines that follow, with the time that passes until the answer.
  private static func late(_ delivery: MadeCall, _ trial: Trial, following: (Trial.Line) -> [Trial.Line]) -> Trial {
    let passing = Trial.Line.choice(":advance \(DurationText.print(delivery.call.duration + .seconds(1)))")
    let delay = Trial.Line.delay(delivery.call.name, "1s")
    return trial.with(trial.lines[..<delivery.line] + [delay, trial.lines[delivery.line]] + following(passing))
  }

  /// The answers whose order may matter: those with an effect. After a failure, the content that stays depends on the order.
  private func deliveries(_ base: Played) -> [MadeCall] {
    let failing = base.steps.firstIndex { base.calls[$0.calls].contains(where: \.hasFailed) } ?? base.steps.count
    return base.steps[..<failing].indices.flatMap { index -> [MadeCall] in
      // If a line shows nothing of the only call that it makes, the order of this call makes no difference. A later line may show
      // an answer that takes its time.
      let made = base.made(by: index)
      if base.steps[index].response.isEmpty, made.count == 1, made[0].call.duration == .zero { return [] }
      return made.filter(\.call.hasAnswered)
    }
  }

  /// The groups of `count` deliveries that are near each other.
  private static func groups(of count: Int, in deliveries: [MadeCall], from start: Int) -> [[MadeCall]] {
    if count == 0 { return [[]] }
    return deliveries.indices.dropFirst(start).flatMap { index in
      groups(of: count - 1, in: deliveries, from: index + 1).compactMap { rest -> [MadeCall]? in
        guard rest.last.map({ $0.line - deliveries[index].line < reach }) ?? true else { return nil }
        return [deliveries[index]] + rest
      }
    }
  }

  /// The flow with these answers in that order, one by one after a line; nil if time passes by itself before.
  private static func delayed(_ group: [MadeCall], order: [Int], behind line: Int, _ trial: Trial) -> Trial? {
    let unit = (group.map(\.call.duration).max() ?? .zero) + .seconds(1)
    var delays: [Int: [Trial.Line]] = [:]
    for (place, index) in order.enumerated() {
      let delivery = group[index]
      var passing = Duration.zero
      for line in trial.lines[delivery.line...line] {
        switch line.command {
        case .advance(let duration): passing += duration
        case .run, .wait, .now: return nil
        default: break
        }
      }
      // Settling does not let that much time pass.
      if passing + unit * order.count > .seconds(110) { return nil }
      let delay = passing + unit * (place + 1) - delivery.call.duration
      let skipped = group.filter {
        $0.line == delivery.line && $0.call.name == delivery.call.name && $0.ordinal < delivery.ordinal
      }
      let zeros = Array(
        repeating: Trial.Line.delay(delivery.call.name, "0ms"), count: delivery.ordinal - skipped.count)
      delays[delivery.line, default: []] +=
        zeros + [.delay(delivery.call.name, DurationText.print(delay))]
    }
    let advances = order.map { _ in Trial.Line.choice(":advance \(DurationText.print(unit))") }
    var lines: [Trial.Line] = []
    for (index, each) in trial.lines[...line].enumerated() { lines += (delays[index] ?? []) + [each] }
    return trial.with(lines + advances + trial.lines[(line + 1)...])
  }
}
