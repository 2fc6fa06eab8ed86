import REPL

extension TrialPlayer {
  /// Compares a trial with the same lines without its change: what follows has to be the same, line by line.
  func verdict(on asked: Trial, by law: Law) async -> Verdict? {
    let trial = asked.settled
    guard trial.lines.contains(where: law.has), let first = trial.lines.firstIndex(where: \.isChoice),
      let last = trial.lines.lastIndex(where: { $0.isChoice && $0 != .settling })
    else { return nil }
    let usual = law.usual(of: asked).settled
    let changed = await play(trial)
    if let broken = Verdict.broken(trial, changed) { return trial.lines.contains(.closing) ? nil : broken }
    // A later setting may be unused because the session differs.
    guard changed.unused.allSatisfy({ $0 > last }), !changed.isUnanswered, !changed.isThreaded,
      !(trial.hasOtherData && changed.hasUnreadStub),
      changed.steps.count == trial.lines.count
    else { return nil }
    let unchanged = await play(usual), played = law.expected(unchanged, trial)
    guard played.problem == nil, !played.isUnanswered, played.steps.count == usual.lines.count else { return nil }
    let pair = Comparison(
      law: law, player: self, trial: trial, changed: changed, usual: played, firstAdded: first, lastAdded: last)
    guard let difference = await law.difference(pair) else { return nil }
    let kind = law.kind ?? law.name, index = difference.index, line = changed.steps[index].line
    // What a later command does wrong tells more than what was typed before it.
    let isLater = index > last && line.isTyped && pair.delayedCalls.isEmpty
    let source = isLater ? line.name : Set(law.source(pair)).sorted().joined(separator: " ")
    let (lines, outputs) = await pair.flow(showing: difference)
    // The mended app may show other screens.
    let asUsual = trial.lines[...index].indices.map { ($0 > last ? pair.usualStep($0) : changed.steps[$0]).prompt }
    let prompts = difference.expectation == .asUsual ? asUsual : Array(asUsual.prefix(first))
    return Verdict(
      cause: Cause(kind, on: changed.prompt(behind: index), by: source),
      name: Finding.name(kind, isLater ? "before" : source.isEmpty ? "" : "of", source.replacing(":", with: "")),
      title: difference.title,
      details: Verdict.both(
        "without the change:", unchanged.transcript(to: pair.usualIndex(of: index)), "with it:",
        changed.transcript(to: index)),
      trial: trial.with(lines), outputs: outputs, prompts: prompts)
  }
}

extension Comparison {
  /// The lines of the flow that shows a difference, and the required output of some of them, by their indices.
  fileprivate func flow(showing difference: Difference) async -> (lines: [Trial.Line], outputs: [Int: [String]]) {
    let index = difference.index, other = usualIndex(of: index)
    var lines = trial.lines[...index], good = usual.steps[other], bad = changed.steps[index]
    var end: [Trial.Line] = []
    switch difference.expectation {
    case .asChanged:
      return (usual.steps[...other].map(\.line) + [.choice(":screen"), .settling], [other + 1: bad.shown])
    case .otherAlerts:
      // All of them come at the end.
      lines.removeAll { $0.isChoice && $0.passesTime }
      let shown = await player.play(trial.with(lines).settled).steps.last?.output
      return (lines + [.choice(":unlike"), .settling], [lines.count + 1: shown ?? []])
    case .asUsual, .another: break
    }
    let unlike = difference.expectation == .another ? [Trial.Line.choice(":unlike")] : []
    // Work that is under way, or would be in the mended app, may remove the difference.
    if lines.last != .settling, !delayedCalls.isEmpty || !changed.isAtRest(index) || !usual.isAtRest(other) {
      let rest = law.usual(of: trial).with(usual.steps[...other].map(\.line)).settled
      let settled = trial.with(lines).settled
      let usually = law.expected(await player.play(rest), settled).steps.last
      let now = await player.play(settled).steps.last
      if let usually, let now, usually.screen != now.screen {
        (lines, good, bad) = (settled.lines[...], usually, now)
      } else {
        end = [.settling]
      }
    }
    let required = unlike.isEmpty ? good : bad
    if difference.isInOutput || good.screen == bad.screen {
      lines.insert(contentsOf: unlike, at: lines.count - 1)
      return (lines + end, [lines.count - 1: required.output])
    }
    lines += unlike + [.choice(":screen")]
    return (lines + end, [lines.count - 1: required.shown])
  }
}
