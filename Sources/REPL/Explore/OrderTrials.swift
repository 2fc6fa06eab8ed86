/// The orders in which the answers of a flow could come: each later than by itself, behind lines that follow or another answer.
struct OrderTrials {
  /// How many lines an answer may be late.
  private static let reach = 6
  /// How many answers are under way at once.
  private static let most = 3

  private struct Delivery {
    let call: CallLog.Call
    let line: Int
    /// Which of the calls of its name that the line makes.
    let ordinal: Int
  }

  /// The trials of a flow: those with most answers in another order first, and of these with the latest. An answer of which nothing is
  /// seen commutes with all others, so it is not moved.
  ///
  /// - Parameters:
  ///   - base: the flow as it is, played.
  ///   - limit: how many at most.
  static func all(of trial: Trial, _ base: Played, limit: Int = 2_000) -> [Trial] {
    let deliveries = deliveries(base)
    var all: [Trial] = []
    for count in stride(from: most, through: 2, by: -1) {
      for group in groups(of: count, in: deliveries, from: 0) {
        guard let first = group.first, let last = group.last, last.line - first.line < reach else { continue }
        for order in permutations(Array(group.indices)) where order != Array(group.indices) {
          if let late = delayed(group, order: order, behind: last.line, trial) { all.append(late) }
          if all.count >= limit { return unique(all) }
        }
      }
    }
    for distance in stride(from: reach, through: 1, by: -1) {
      for delivery in deliveries where delivery.line + distance < trial.lines.count {
        if let late = delayed([delivery], order: [0], behind: delivery.line + distance, trial) { all.append(late) }
      }
    }
    return unique(all)
  }

  /// The answers whose order may matter: those that something came of.
  private static func deliveries(_ base: Played) -> [Delivery] {
    base.steps.enumerated().flatMap { index, step -> [Delivery] in
      // Where a line shows nothing of the only answer that it waits for, whatever comes before or after it shows the same.
      if step.said.isEmpty, step.calls.count == 1 { return [] }
      var ordinals: [String: Int] = [:]
      return base.calls[step.calls].compactMap { call -> Delivery? in
        let ordinal = ordinals[call.name, default: 0]
        ordinals[call.name] = ordinal + 1
        guard call.hasAnswered else { return nil }
        return Delivery(call: call, line: index, ordinal: ordinal)
      }
    }
  }

  /// The groups of so many deliveries that are near each other.
  private static func groups(of count: Int, in deliveries: [Delivery], from start: Int) -> [[Delivery]] {
    if count == 0 { return [[]] }
    return deliveries.indices.dropFirst(start).flatMap { index in
      groups(of: count - 1, in: deliveries, from: index + 1).compactMap { rest -> [Delivery]? in
        guard rest.last.map({ $0.line - deliveries[index].line < reach }) ?? true else { return nil }
        return [deliveries[index]] + rest
      }
    }
  }

  private static func permutations(_ numbers: [Int]) -> [[Int]] {
    if numbers.count <= 1 { return [numbers] }
    return numbers.indices.flatMap { index -> [[Int]] in
      var rest = numbers
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  /// The flow with these answers coming in that order, one after the other behind a line; nil where time goes on by itself before.
  private static func delayed(_ group: [Delivery], order: [Int], behind line: Int, _ trial: Trial) -> Trial? {
    let own = group.map { max(($0.call.end ?? $0.call.start) - $0.call.start, .zero) }
    let unit = (own.max() ?? .zero) + .seconds(1)
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
      // A session that settles lets no such time pass.
      if passing + unit * order.count > .seconds(110) { return nil }
      let delay = passing + unit * (place + 1) - own[index]
      let skipped = group.filter {
        $0.line == delivery.line && $0.call.name == delivery.call.name && $0.ordinal < delivery.ordinal
      }
      let zeros = Array(
        repeating: Trial.Line.choice(":delay \(delivery.call.name) 0ms"), count: delivery.ordinal - skipped.count)
      delays[delivery.line, default: []] +=
        zeros + [.choice(":delay \(delivery.call.name) \(DurationText.print(delay))")]
    }
    let advances = order.map { _ in Trial.Line.choice(":advance \(DurationText.print(unit))") }
    var lines: [Trial.Line] = []
    for (index, each) in trial.lines.enumerated() {
      lines += (delays[index] ?? []) + [each]
      if index == line { lines += advances }
    }
    return trial.with(lines)
  }

  private static func unique(_ trials: [Trial]) -> [Trial] {
    var seen: Set<Trial> = []
    return trials.filter { seen.insert($0).inserted }
  }
}

/// Compares the end of a flow with delays to its end without them.
@MainActor struct OrderJudge {
  let player: TrialPlayer

  /// Where the same was typed on the same screens, and taken, the last screen has to be the same whenever the answers came.
  func verdict(_ trial: Trial) async -> Verdict? {
    let isDelay = trial.lines.map { line in
      if case .delay = line.command { line.isChoice } else { false }
    }
    guard isDelay.contains(true) else { return nil }
    let usual = trial.with(zip(trial.lines, isDelay).filter { !$1 }.map(\.0)).settled
    let late = await player.play(trial.settled, seesScreens: true)
    if let broken = Judge.broken(trial.settled, late) { return broken }
    guard !late.hasUnused, !late.isUnanswered, !late.isThreaded else { return nil }
    let fine = await player.play(usual, seesScreens: true)
    guard fine.problem == nil, !fine.isUnanswered, let end = late.steps.last, let fineEnd = fine.steps.last else {
      return nil
    }
    let steps = late.steps.filter { !$0.isDelay }
    guard steps.count == fine.steps.count, isSame(steps, fine.steps), !hasFailure(late), !hasFailure(fine) else {
      return nil
    }
    if end.screen == fineEnd.screen { return nil }
    let names = delayedCalls(late)
    let settled = trial.settled
    return Verdict(
      key: "order: \(names.map(\.name).joined(separator: " ")) \(end.prompt)",
      name: Finding.name("order", "of", names.map(\.name).joined(separator: "-")), title: title(names),
      details: Judge.both(
        "in the usual order:", fine.transcript + fineEnd.screen, "in this order:", late.transcript + end.screen),
      trial: settled.with(settled.lines + [.choice(":screen")]), outputs: [settled.lines.count: fineEnd.screen],
      prompts: late.steps.map(\.prompt))
  }

  /// What is shown after a failure is what was there before it, which may be another thing in another order.
  private func hasFailure(_ played: Played) -> Bool { played.calls.contains(where: \.hasFailed) }

  /// Whether the same was typed, and meant the same. The number of a row means the same while the screen is the same.
  private func isSame(_ steps: [Played.Step], _ others: [Played.Step]) -> Bool {
    for (index, (step, other)) in zip(steps, others).enumerated() where !step.line.isChoice {
      guard step.prompt == other.prompt, step.isRefused == other.isRefused else { return false }
      guard index > 0, step.line.isTyped, Int(TypedLine(step.line.text).word) != nil else { continue }
      if shown(steps[index - 1]) != shown(others[index - 1]) { return false }
    }
    return true
  }

  private func shown(_ step: Played.Step) -> [String] { step.screen.filter { $0 != Mark.busy } }

  /// The calls that were late.
  private func delayedCalls(_ played: Played) -> [CallLog.Call] {
    var waiting: [String: Int] = [:], late: [CallLog.Call] = []
    for step in played.steps {
      if case .delay(let name, let delay)? = step.line.command, step.isDelay, delay != .zero {
        waiting[name, default: 0] += 1
      }
      for call in played.calls[step.calls] where waiting[call.name, default: 0] > 0 {
        waiting[call.name, default: 0] -= 1
        late.append(call)
      }
    }
    return late
  }

  private func title(_ calls: [CallLog.Call]) -> String {
    let names = calls.map { call in "\(call.name)\(call.origin.line.map { " (line \($0))" } ?? "")" }
    guard names.count > 1 else { return "The screen depends on when \(names.first ?? "an answer") answers" }
    return
      "The screen depends on which of \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "") answers first"
  }
}

extension Played.Step {
  /// Whether it only says when a call is to answer.
  fileprivate var isDelay: Bool {
    if case .delay = line.command { line.isChoice } else { false }
  }
}
