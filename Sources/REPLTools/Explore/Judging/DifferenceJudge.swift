import REPL

/// Compares a trial with the same lines without the change: what follows has to be the same, line by line.
@MainActor struct DifferenceJudge {
  let player: TrialPlayer

  /// If the same lines were typed on the same screens, and accepted, the following screens, refusals and alerts have to be the same.
  func verdict(_ change: Question.Change, _ trial: Trial) async -> Verdict? {
    let changing = trial.lines.filter(change.has), usual = usual(change, trial).settled, trial = trial.settled
    guard let last = trial.lines.lastIndex(where: { $0.isChoice && $0 != .settling }), !changing.isEmpty else {
      return nil
    }
    let late = await player.play(trial, seesScreens: true)
    if let broken = Verdict.broken(trial, late) { return broken }
    // A later setting may be unused because the session differs.
    guard late.unused.allSatisfy({ $0 > last }), !late.isUnanswered, !late.isThreaded,
      late.steps.count == trial.lines.count
    else {
      return nil
    }
    let fine = await player.play(usual, seesScreens: true, restartsInPlace: change == .restart)
    guard fine.problem == nil, !fine.isUnanswered, fine.steps.count == usual.lines.count,
      isComparable(change, late, fine, last), let index = difference(change, late, fine, last)
    else { return nil }
    if change == .repetition, await isInTurn(trial, late) { return nil }
    let other = index + fine.steps.count - late.steps.count, good = fine.steps[other], bad = late.steps[index]
    let calls = delayedCalls(late)
    let isDetour = if case .detour = change { true } else { false }
    let isLater = index > last && index < late.steps.count - 1
    // A failure that comes twice has the cause of one that comes once.
    let source = Set(isDetour ? changing.map(\.name) : calls.map(\.name)).sorted().joined(separator: " ")
    let isDoubtful = isDoubtful(change, late, to: index)
    let (lines, outputs) = await shown(change, trial, usual, late, fine, index, isDoubtful: isDoubtful)
    let prompts = late.steps.prefix(while: { !isDoubtful || !$0.line.isChoice }).prefix(index + 1).map(\.prompt)
    return Verdict(
      cause: Cause(change.law, on: late.prompt(behind: index), by: source),
      name: Finding.name(change.law, "of", source.replacing(":", with: "")),
      title: change.title(calls, changing, at: isLater ? bad.line.text : nil, bad.effect(unlike: good)),
      details: Verdict.both(
        "without the change:", fine.transcript(to: other), "with it:", late.transcript(to: index)),
      trial: trial.with(lines), outputs: outputs, prompts: prompts)
  }

  /// The lines of the flow that shows a difference, and the required output: what the session without the change shows or, if the
  /// mended app may show something else, anything but what is shown now.
  private func shown(
    _ change: Question.Change, _ trial: Trial, _ usual: Trial, _ late: Played, _ fine: Played, _ index: Int,
    isDoubtful: Bool
  ) async -> (lines: [Trial.Line], outputs: [Int: [String]]) {
    let other = index + fine.steps.count - late.steps.count, unlike = isDoubtful ? [Trial.Line.choice(":unlike")] : []
    var lines = Array(trial.lines[...index]), good = fine.steps[other], bad = late.steps[index], end: [Trial.Line] = []
    // What is under way then, or would be in the mended app, may show the same at rest.
    if lines.last != .settling,
      lines.contains(where: Question.Change.delays.has) || !isAtRest(late, index) || !isAtRest(fine, other)
    {
      let rest = usual.with(usual.lines[...other]).settled, changed = trial.with(lines).settled
      let usually = await player.play(rest, seesScreens: true, restartsInPlace: change == .restart).steps.last
      let now = await player.play(changed, seesScreens: true).steps.last
      if let usually, let now, usually.screen != now.screen {
        (lines, good, bad) = (changed.lines, usually, now)
      } else {
        end = [.settling]
      }
    }
    let required = isDoubtful ? bad : good
    if good.screen == bad.screen {
      lines.insert(contentsOf: unlike, at: lines.count - 1)
      return (lines + end, [lines.count - 1: required.output])
    }
    lines += unlike + [.choice(":screen")]
    return (lines + end, [lines.count - 1: required.screen])
  }

  /// Whether all calls are over, so that a flow can end after a line.
  private func isAtRest(_ played: Played, _ index: Int) -> Bool {
    let step = played.steps[index]
    return isOver(played.calls[..<step.calls.upperBound], at: step.time)
  }

  /// Whether the mended app may differ from the session without the change: it may refuse what is typed while it is busy, and a screen
  /// may change, but not lose what was typed, when the one above it is left.
  private func isDoubtful(_ change: Question.Change, _ late: Played, to index: Int) -> Bool {
    guard let first = late.steps.firstIndex(where: \.line.isChoice), first > 0 else { return false }
    return switch change {
    case .detour(.trip): late.steps[first - 1].inputs != late.steps[first + 1].inputs
    case .repetition, .delays, .absence:
      (first...index).contains { late.steps[$0].line.isTyped && late.steps[$0 - 1].isBusy }
    case .overtaking, .cancellation, .detour, .reload, .restart, .language: false
    }
  }

  /// Whether a line that is typed again has the effect of both, one after the answer to the other, on the same screen.
  private func isInTurn(_ trial: Trial, _ late: Played) async -> Bool {
    guard let again = trial.lines.lastIndex(where: { $0.isChoice && $0.isTyped }), again > 0 else { return false }
    let start = trial.lines[again - 1].isChoice ? again - 1 : again
    let lines = trial.lines[..<start] + [.settling] + trial.lines[start...]
    let turn = await player.play(trial.with(lines), seesScreens: true)
    return turn.steps.count == lines.count && turn.steps[again + 1].prompt == late.steps[again].prompt
      && turn.steps.last?.screen == late.steps.last?.screen
  }

  /// The same trial without the change.
  private func usual(_ change: Question.Change, _ trial: Trial) -> Trial {
    let rest = trial.lines.filter { !change.has($0) }
    switch change {
    case .delays, .repetition, .detour, .reload, .language: return trial.with(rest)
    case .overtaking: return trial.with(trial.lines.map { change.has($0) ? Self.delay($0, "1s") : $0 })
    case .cancellation: return trial.with(trial.lines.map { change.has($0) ? Self.delay($0, "forever") : $0 })
    // The same time passes in both.
    case .absence: return trial.with(rest + trial.lines.filter(change.has))
    // It is played in place.
    case .restart: return trial
    }
  }

  /// The index of the first line, from the last change on, after which the session differs from the one without the change.
  private func difference(_ change: Question.Change, _ late: Played, _ fine: Played, _ last: Int) -> Int? {
    let shift = fine.steps.count - late.steps.count
    var start = last
    switch change {
    // In between, the answers have not come yet.
    case .repetition, .overtaking, .absence: start = late.steps.count - 1
    case .reload:
      let next = late.steps.indices.dropFirst(last + 2).first { index in
        let names = late.calls[late.steps[last + 1].calls].filter(\.hasFailed).map(\.name)
        return [late.calls[late.steps[index].calls], fine.calls[fine.steps[index + shift].calls]].allSatisfy { calls in
          calls.contains { names.contains($0.name) }
        }
      }
      guard let next else { return nil }
      start = next
    case .delays, .cancellation, .detour, .restart, .language: break
    }
    // While one of them is still busy, it may only be behind the other one.
    let isPlayedOn = start < late.steps.count - 1
    func isBehind(_ index: Int) -> Bool {
      isPlayedOn && index < late.steps.count && (late.steps[index].isBusy || fine.steps[index + shift].isBusy)
    }
    while isBehind(start) { start += 1 }
    for index in late.steps.indices[start...] {
      let step = late.steps[index], other = fine.steps[index + shift]
      // What an app rightly keeps in memory only, such as the changes that can be undone, is gone.
      if change == .restart, step.isRefused != other.isRefused { return nil }
      if step.screen != other.screen { return index }
      guard index > last || change == .cancellation else { continue }
      if step.isRefused != other.isRefused || step.alerts != other.alerts { return index }
    }
    return nil
  }

  private static func delay(_ line: Trial.Line, _ time: String) -> Trial.Line {
    if case .delay(let name, _) = line.command { .choice(":delay \(name) \(time)") } else { line }
  }

  /// Whether both sessions mean the same, so that a difference is a mistake.
  private func isComparable(_ change: Question.Change, _ late: Played, _ fine: Played, _ last: Int) -> Bool {
    switch change {
    case .detour(let detour): return isWhole(detour, late, fine, last)
    case .repetition:
      // A command that the app refuses while it is busy does no work twice.
      return !hasFailure(late, last) && !hasFailure(fine, last)
        && [late, fine].allSatisfy { $0.steps.drop { !$0.line.isChoice }.allSatisfy { !$0.isRefused } }
    case .restart, .language:
      guard let restart = late.steps.firstIndex(where: { change.has($0.line) }), restart > 0 else { return false }
      let before = late.steps[restart - 1]
      return !before.isBusy && !before.isRefused && isAtRest(late, restart - 1) && !hasFailure(late, last)
        && !hasFailure(fine, last)
    case .reload: return true
    case .delays, .overtaking, .absence, .cancellation:
      // In the session without an absence, the time passes after the line that returns.
      let last = change == .absence ? late.steps.count - 1 : last
      let steps = late.steps[...last].filter { !change.has($0.line) }
      let others = fine.steps.prefix(last + 1 + fine.steps.count - late.steps.count).filter { !change.has($0.line) }
      if change == .delays {
        let time = late.steps[last].time
        if !delayedCalls(late).allSatisfy({ $0.end.map { $0 <= time } ?? false }) { return false }
      }
      let added = steps.filter(\.line.isChoice)
      if change == .cancellation, added.contains(where: \.isRefused) || !added.map(\.line.text).contains(":cancel") {
        return false
      }
      return !hasFailure(late, last) && !hasFailure(fine, last) && steps.count == others.count && isSame(steps, others)
    }
  }

  /// Whether a detour was made, and ends where it began.
  private func isWhole(_ detour: Detour, _ late: Played, _ fine: Played, _ last: Int) -> Bool {
    guard let first = late.steps.firstIndex(where: \.line.isChoice), first > 0,
      late.prompt(behind: last) == late.steps[first].prompt
    else { return false }
    let steps = late.steps[first...last], before = late.steps[first - 1], after = late.steps[last]
    let isBack = before.screen == after.screen
    // What is under way may have its effect later.
    let calls = late.calls[steps[first].calls.lowerBound..<after.calls.upperBound]
    guard isOver(calls, at: after.time) || detour == .cancellation else { return false }
    // A timer that ran before may start anew with the command or the screen that comes back.
    if [.trip, .pair].contains(detour), !before.isAtRest { return false }
    // A screen that shows an error may not show what a command changes.
    if detour == .pair, hasFailure(late, first - 1) { return false }
    switch detour {
    case .trip: return steps.allSatisfy { !$0.isRefused } && (isBack || before.inputs != after.inputs)
    case .refusal: return (first...last).allSatisfy(late.isRefused) && (isBack || before.inputs != after.inputs)
    case .undo:
      return steps.count == 2 && after.line.name == "undo" && steps.allSatisfy { !$0.isRefused }
        && steps.first?.screen != before.screen
    case .pair: return steps.allSatisfy { !$0.isRefused } && isBack && steps.first?.screen != before.screen
    case .failure:
      // A failure that is not used here makes a later line fail.
      let faults = steps.count { if case .fail = $0.line.command { true } else { false } }
      return isBack && late.calls[after.calls].contains(where: \.hasFailed) && calls.count(where: \.hasFailed) == faults
    case .cancellation:
      return isBack
        && late.calls[late.steps[last - 1].calls].contains { if case .cancelled = $0.state { true } else { false } }
    }
  }

  private func isOver(_ calls: ArraySlice<CallLog.Call>, at time: Duration) -> Bool {
    calls.allSatisfy { call in call.kind == .live || call.end.map { $0 <= time } ?? false }
  }

  /// After a failure the screen shows its earlier content, which may differ in another order.
  private func hasFailure(_ played: Played, _ last: Int) -> Bool {
    let end = played.steps.prefix(last + 1).last?.calls.upperBound ?? 0
    return played.calls.prefix(end).contains(where: \.hasFailed)
  }

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
    var areLate: [String: [Bool]] = [:], late: [CallLog.Call] = []
    for step in played.steps {
      if case .delay(let name, let delay)? = step.line.command, step.line.isChoice {
        areLate[name, default: []].append(delay != .zero)
      }
      for call in played.calls[step.calls] where areLate[call.name]?.isEmpty == false {
        if areLate[call.name]?.removeFirst() == true { late.append(call) }
      }
    }
    return late
  }
}
