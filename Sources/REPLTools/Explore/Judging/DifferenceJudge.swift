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
    let late = await player.play(trial, seesScreens: true, restartsInPlace: change == .detour(.reopening))
    if let broken = Verdict.broken(trial, late) { return broken }
    // A later setting may be unused because the session differs.
    guard late.unused.allSatisfy({ $0 > last }), !late.isUnanswered, !late.isThreaded,
      late.steps.count == trial.lines.count
    else {
      return nil
    }
    let fine = await player.play(usual, seesScreens: true, restartsInPlace: change == .restart)
    guard fine.problem == nil, !fine.isUnanswered, fine.steps.count == usual.lines.count,
      isComparable(change, late, fine, last), let (index, isAlert) = difference(change, late, fine, last)
    else { return nil }
    if change == .repetition, await isInTurn(trial, late) { return nil }
    if change == .detour(.reopening), await !opensAlike(trial, last) { return nil }
    let other = index + fine.steps.count - late.steps.count, good = fine.steps[other], bad = late.steps[index]
    let calls = delayedCalls(late)
    let isDetour = if case .detour = change { true } else { false }
    let isLater = index > last && index < late.steps.count - 1
    // A failure that comes twice has the cause of one that comes once.
    let source = Set(isDetour ? changing.map(\.name) : calls.map(\.name)).sorted().joined(separator: " ")
    let isDoubtful = isAlert || isDoubtful(change, late, to: index)
    let evidence =
      isAlert ? Evidence.alert(bad.alerts.first ?? "") : isLater ? .line(bad, unlike: good) : .screen
    // The screen should have been as it is when it is opened again, or as if a cancelled command had never been typed.
    var isRight = change == .detour(.reopening)
    if change == .delays, !isAlert { isRight = await isLikeNever(trial, late, index) }
    let (lines, outputs) =
      isRight
      ? (usual.lines[...other] + [.choice(":screen"), .settling], [other + 1: bad.screen])
      : isAlert && change == .delays
        ? await shownAlerts(trial, index)
        : await shown(change, trial, usual, late, fine, index, isDoubtful: isDoubtful)
    let prompts = late.steps.prefix(while: { !isDoubtful && !isRight || !$0.line.isChoice }).prefix(index + 1).map(
      \.prompt)
    return Verdict(
      cause: Cause(change.law, on: late.prompt(behind: index), by: source),
      name: Finding.name(change.law, "of", source.replacing(":", with: "")),
      title: change.title(calls, changing, evidence),
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

  /// The lines of the flow that shows alerts that depend on a late answer, all of them at its end, and the output then, which is wrong.
  private func shownAlerts(_ trial: Trial, _ index: Int) async -> (lines: [Trial.Line], outputs: [Int: [String]]) {
    let lines = trial.lines[...index].filter { !$0.isChoice || !$0.passesTime }
    let end = await player.play(trial.with(lines).settled).steps.last?.output
    return (lines + [.choice(":unlike"), .settling], [lines.count + 1: end ?? []])
  }

  /// Whether later lines of the same screen have cancelled all delayed calls, and it is as if the lines that made them had never been
  /// typed: then the session in which they were answered is the wrong one.
  private func isLikeNever(_ trial: Trial, _ late: Played, _ index: Int) async -> Bool {
    let calls = delayedCalls(late)
    let areCancelled = calls.allSatisfy { if case .cancelled = $0.state { true } else { false } }
    let first = trial.lines.firstIndex(where: Question.Change.delays.has) ?? 0
    guard !calls.isEmpty, areCancelled, Set(late.steps[first...max(first, index)].map(\.prompt)).count == 1 else {
      return false
    }
    let isDelay = trial.lines.map(Question.Change.delays.has)
    let kept = trial.lines[...index].indices.filter { !isDelay[$0] && ($0 == 0 || !isDelay[$0 - 1]) }
    guard kept.last == index else { return false }
    let steps = await player.play(trial.with(kept.map { trial.lines[$0] }), seesScreens: true).steps
    return steps.count == kept.count && steps.last?.screen == late.steps[index].screen
  }

  /// Whether the screen is the same when it is closed and opened again before the clock has changed.
  private func opensAlike(_ trial: Trial, _ last: Int) async -> Bool {
    var lines = trial.lines
    guard last > 2, lines[last - 1].command == .restart else { return false }
    lines.remove(at: last - 2)
    let steps = await player.play(trial.with(lines), seesScreens: true, restartsInPlace: true).steps
    return steps.count == lines.count && steps[last - 3].screen == steps[last - 1].screen
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
    case .detour where change.isTrip: late.steps[first - 1].inputs != late.steps[first + 1].inputs
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

  /// The index of the first line, from the last change on, after which the session differs from the one without the change, and whether
  /// it differs in the alerts up to there.
  private func difference(
    _ change: Question.Change, _ late: Played, _ fine: Played, _ last: Int
  ) -> (index: Int, isAlert: Bool)? {
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
    // No line precedes the change.
    if start + shift < 0 { return nil }
    // While one of them is busy, it may only be behind the other one.
    let isPlayedOn = start < late.steps.count - 1
    func isBehind(_ index: Int) -> Bool {
      isPlayedOn && index < late.steps.count && (late.steps[index].isBusy || fine.steps[index + shift].isBusy)
    }
    while isBehind(start) { start += 1 }
    for index in late.steps.indices[start...] {
      let step = late.steps[index], other = fine.steps[index + shift]
      if change == .delays, step.isBusy != other.isBusy, index < late.steps.count - 1 { continue }
      // What an app rightly keeps in memory only, such as the changes that can be undone, is gone.
      if change == .restart && step.isRefused != other.isRefused || change == .detour(.reopening) && index > last {
        return nil
      }
      if step.screen != other.screen { return (index, false) }
      if index == last, isShownAgain(change, late, last) { return (index, true) }
      guard index > last || change == .cancellation else { continue }
      if step.isRefused != other.isRefused || step.alerts != other.alerts { return (index, false) }
    }
    if change == .delays, start < late.steps.count, hasOtherAlerts(late, start, fine, start + shift) {
      return (start, true)
    }
    return nil
  }

  /// Whether late answers have shown other alerts up to a line. They may come at other lines and more or less often, and have other
  /// numbers.
  private func hasOtherAlerts(_ late: Played, _ end: Int, _ fine: Played, _ fineEnd: Int) -> Bool {
    func alerts(_ steps: some Sequence<Played.Step>) -> Set<String> {
      Set(steps.filter { !$0.isRefused }.flatMap(\.alerts).map { $0.filter { !$0.isNumber } })
    }
    let usual = alerts(fine.steps[...fineEnd]), first = late.steps.firstIndex(where: \.line.isChoice) ?? 0
    let typed = late.steps[first...end].filter { !$0.line.isChoice }
    // What the user types may say that work is under way. What is typed on the same screen may cancel a call.
    let isCancelled = delayedCalls(late).contains { if case .cancelled = $0.state { true } else { false } }
    // A screen may show its alerts when it is seen again.
    guard late.prompt(behind: end) == late.steps[first].prompt, alerts(typed).isSubset(of: usual),
      !isCancelled || Set(typed.map(\.prompt)).count > 1
    else { return false }
    return alerts(late.steps[...end]) != usual
  }

  /// Whether a trip ends with alerts that the screen has shown before, for other calls.
  private func isShownAgain(_ change: Question.Change, _ late: Played, _ last: Int) -> Bool {
    guard change.isTrip, !late.steps[last].alerts.isEmpty, let first = late.steps.firstIndex(where: \.line.isChoice)
    else { return false }
    let names = Set(late.steps[first...last].flatMap { late.calls[$0.calls] }.map(\.name))
    if change == .detour(.trip), !names.isEmpty { return false }
    let shown = late.steps[..<first].filter { step in
      step.prompt == late.prompt(behind: last) && !step.calls.isEmpty
        && late.calls[step.calls].allSatisfy { !names.contains($0.name) }
    }
    return late.steps[last].alerts.allSatisfy(shown.flatMap(\.alerts).contains)
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
        if isClearedByHand(late, fine) { return false }
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
    if [.trip, .idleTrip, .pair].contains(detour), !before.isAtRest { return false }
    // A screen that shows an error may not show what a command changes.
    if detour == .pair, hasFailure(late, first - 1) { return false }
    switch detour {
    case .trip, .idleTrip:
      // After time, an event or another stub, and after a failure, what is read again may rightly be something else.
      let isUndisturbed = late.steps[..<first].last { !$0.line.isTyped }?.line.opens == true
      let isReal = calls.allSatisfy { if case .real = $0.source { true } else { false } }
      let isIdle = detour == .idleTrip && isUndisturbed && isReal && !hasFailure(late, first - 1)
      return steps.allSatisfy { !$0.isRefused } && (isBack || before.inputs != after.inputs || isIdle)
    case .reopening:
      let opening = late.steps[..<first].last { !$0.line.passesTime }
      return opening?.line.text == after.line.text && before.isAtRest && before.inputs == after.inputs
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

  /// Whether the next line, without a call, removes what the answer to a line has shown, such as a note that it is saved: then their order
  /// matters.
  private func isClearedByHand(_ late: Played, _ fine: Played) -> Bool {
    let names = Set(delayedCalls(late).map(\.name)), steps = fine.steps
    return steps.indices.dropFirst().dropLast().contains { index in
      let step = steps[index], next = steps[index + 1]
      guard fine.calls[step.calls].contains(where: { names.contains($0.name) }), next.line.isTyped, next.calls.isEmpty,
        step.prompt == next.prompt, fine.prompt(behind: index + 1) == step.prompt
      else { return false }
      return step.screen.contains { !steps[index - 1].screen.contains($0) && !next.screen.contains($0) }
    }
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
