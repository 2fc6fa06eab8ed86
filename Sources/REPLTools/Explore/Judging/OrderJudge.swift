import REPL

/// Compares the end of a trial with its end without the change.
@MainActor struct OrderJudge {
  let player: TrialPlayer

  /// If the same lines were typed on the same screens, and accepted, the final screen has to be the same.
  func verdict(_ change: Question.Change, _ trial: Trial) async -> Verdict? {
    let changing = trial.lines.filter(change.has)
    if changing.isEmpty { return nil }
    let rest = trial.lines.filter { !change.has($0) }
    let usual =
      switch change {
      case .delays, .repetition: rest
      case .overtaking: trial.lines.map { change.has($0) ? Self.sooner($0) : $0 }
      // The same time passes in both.
      case .absence: rest + changing
      }
    let late = await player.play(trial.settled, seesScreens: true)
    if let broken = Verdict.broken(trial.settled, late) { return broken }
    guard !late.hasUnused, !late.isUnanswered, !late.isThreaded else { return nil }
    let fine = await player.play(trial.with(usual).settled, seesScreens: true)
    guard fine.problem == nil, !fine.isUnanswered, let end = late.steps.last, let fineEnd = fine.steps.last,
      !hasFailure(late), !hasFailure(fine), isComparable(change, late.steps, fine.steps), end.screen != fineEnd.screen
    else { return nil }
    let names = delayedCalls(late), settled = trial.settled, calls = Set(names.map(\.name)).sorted()
    let last = settled.lines.lastIndex(where: \.isTyped) ?? 0
    return Verdict(
      cause: Cause(change == .repetition ? "repetition" : "order", on: end.prompt, by: calls.joined(separator: " ")),
      name: Finding.name("order", "of", calls.joined(separator: "-")),
      title: title(change, names, changing[0].text),
      details: Verdict.both(
        "in the usual order:", fine.transcript + fineEnd.screen, "in this order:", late.transcript + end.screen),
      trial: settled.with(settled.lines + [.choice(":screen")]), outputs: [settled.lines.count: fineEnd.screen],
      prompts: late.steps.prefix(last + 1).map(\.prompt))
  }

  private static func sooner(_ line: Trial.Line) -> Trial.Line {
    if case .delay(let name, _) = line.command { .choice(":delay \(name) 1s") } else { line }
  }

  private func isComparable(_ change: Question.Change, _ late: [Played.Step], _ fine: [Played.Step]) -> Bool {
    switch change {
    case .repetition:
      // A command that the app refuses while it is busy does no work twice.
      return [late, fine].allSatisfy { $0.drop { !$0.line.isChoice }.allSatisfy { !$0.isRefused } }
    case .delays, .overtaking, .absence:
      let steps = late.filter { !change.has($0.line) }, others = fine.filter { !change.has($0.line) }
      return steps.count == others.count && isSame(steps, others)
    }
  }

  /// After a failure the screen shows its earlier content, which may differ in another order.
  private func hasFailure(_ played: Played) -> Bool { played.calls.contains(where: \.hasFailed) }

  /// Whether the same lines were typed with the same meaning. A row number means the same if the screen is the same.
  private func isSame(_ steps: [Played.Step], _ others: [Played.Step]) -> Bool {
    for (index, (step, other)) in zip(steps, others).enumerated() where !step.line.isChoice {
      guard step.prompt == other.prompt, step.isRefused == other.isRefused else { return false }
      guard index > 0, step.line.isTyped, Int(TypedLine(step.line.text).word) != nil else { continue }
      if shown(steps[index - 1]) != shown(others[index - 1]) { return false }
    }
    return true
  }

  private func shown(_ step: Played.Step) -> [String] { step.screen.filter { $0 != Mark.busy } }

  /// The calls whose answers were delayed.
  private func delayedCalls(_ played: Played) -> [CallLog.Call] {
    var waiting: [String: Int] = [:], late: [CallLog.Call] = []
    for step in played.steps {
      if case .delay(let name, let delay)? = step.line.command, step.line.isChoice, delay != .zero {
        waiting[name, default: 0] += 1
      }
      for call in played.calls[step.calls] where waiting[call.name, default: 0] > 0 {
        waiting[call.name, default: 0] -= 1
        late.append(call)
      }
    }
    return late
  }

  private func title(_ change: Question.Change, _ calls: [CallLog.Call], _ line: String) -> String {
    let names = calls.map { call in "\(call.name)\(call.origin.line.map { " (line \($0))" } ?? "")" }
    let last = names.last ?? "an answer"
    return switch change {
    case .repetition: "'\(line)' does its work twice when it is typed again before \(last) answers"
    case .overtaking: "A late answer of \(last) replaces a newer one"
    case .absence: "An answer of \(last) is lost while another screen is on top"
    case .delays where names.count < 2: "The screen depends on when \(last) answers"
    case .delays:
      "The screen depends on which of \(names.dropLast().joined(separator: ", ")) and \(last) answers first"
    }
  }
}
