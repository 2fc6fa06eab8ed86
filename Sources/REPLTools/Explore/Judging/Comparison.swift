import Foundation
import PlainText
import REPL

/// A session with a change that an exploration made, and the usual session, without it.
@MainActor struct Comparison {
  let law: Law
  let player: TrialPlayer
  /// The trial with the change.
  let trial: Trial
  let changed: Played
  let usual: Played
  /// The index of the first line that the exploration added.
  let firstAdded: Int
  /// The index of the last line that the exploration added, except the time at the end.
  let lastAdded: Int

  /// The index of the same line in the usual session.
  func usualIndex(of index: Int) -> Int { index + usual.steps.count - changed.steps.count }
  func usualStep(_ index: Int) -> Played.Step { usual.steps[usualIndex(of: index)] }

  /// The index of the last line, which lets time pass until nothing is under way.
  var end: Int { changed.steps.count - 1 }

  /// The first difference from a line on: in the screen or, after the change, in refusals and alerts.
  ///
  /// - Parameters:
  ///   - comparesFirst: whether refusals and alerts of the first line are compared, too.
  ///   - mayRefuse: whether the mended app may refuse a line that is typed while its screen is busy.
  ///   - title: makes the title from what differs, such as a line, and from how it differs.
  func difference(
    from start: Int, comparesFirst: Bool = false, mayRefuse: Bool = false,
    title: (_ subject: String, _ effect: String) -> String
  ) -> Difference? {
    // No line precedes the change.
    if usualIndex(of: start) < 0 { return nil }
    let index = changed.steps.indices[start...].first { index in
      let step = changed.steps[index], same = usualStep(index)
      // While one of them is busy, it may only be behind. A refused line starts no work.
      if index < end, step.isBusy || same.isBusy {
        return index > lastAdded && step.isRefused != same.isRefused && !changed.steps[index - 1].isBusy
          && !usualStep(index - 1).isBusy
      }
      return !step.looks(like: same)
        || (index > lastAdded || comparesFirst) && (step.isRefused != same.isRefused || step.alerts != same.alerts)
    }
    guard let index else { return nil }
    let isLater = (index > lastAdded || comparesFirst) && index < end, line = "'\(changed.steps[index].line.text)'"
    let step = changed.steps[index], same = usualStep(index), effect = step.effect(unlike: same)
    return Difference(
      index: index,
      expectation: mayRefuse && isTypedWhileBusy(to: index) || step.shown != step.screen ? .another : .asUsual,
      title: isLater
        ? title(line, "\(line) \(effect ?? "shows another screen")")
        : step.looks(like: same)
          ? title("An alert", "the screen \(effect ?? "is another one")")
          : title("The screen", "the screen is another one"))
  }

  /// The first line from one on that only one session refuses, or whose screen or alerts have other words than in the usual session.
  ///
  /// - Parameter other: a session with as many lines as that with the change, which is the default.
  func firstUnlike(from start: Int, in other: Played? = nil) -> Int? {
    let played = other ?? changed
    return played.steps.indices[start...].first { index in
      let step = played.steps[index], same = usualStep(index)
      if index < end, step.isBusy || same.isBusy { return false }
      return step.isRefused != same.isRefused
        || [(step.screen, same.screen), (step.alerts, same.alerts)].contains {
          $0 != $1 && Self.words($0) != Self.words($1)
        }
    }
  }

  /// A difference at a line whose right output is unknown.
  ///
  /// - Parameter title: makes the title from the line, in quotes.
  func another(at index: Int, isInOutput: Bool = false, title: (_ line: String) -> String) -> Difference {
    let line = index < end ? "'\(changed.steps[index].line.text)'" : "the time that passes"
    return Difference(index: index, expectation: .another, isInOutput: isInOutput, title: title(line))
  }

  /// Lines without numbers, and without the encoding in links.
  nonisolated static func words(_ lines: [String]) -> [String] {
    lines.map { line in
      (line.removingPercentEncoding ?? line).filter { !$0.isNumber }.split(separator: " ").joined(separator: " ")
    }
  }

  /// Whether both sessions accepted the same lines on the same screens, but for the change, and no call failed.
  func hasSameLines(to last: Int) -> Bool {
    let steps = changed.steps[...last].filter { !law.has($0.line) }
    let others = usual.steps.prefix(usualIndex(of: last) + 1).filter { !law.has($0.line) }
    guard steps.count == others.count, !hasFailure(to: last) else { return false }
    return zip(steps, others).enumerated().allSatisfy { index, pair in
      let (step, same) = pair
      if step.line.isChoice { return true }
      guard step.prompt == same.prompt, step.isRefused == same.isRefused else { return false }
      // A row number means the same if the screen is the same, but for rows that one of them has at its end.
      guard index > 0, step.line.isTyped, let number = Int(TypedLine(step.line.text).word) else { return true }
      return steps[index - 1].idleScreen == others[index - 1].idleScreen
        || min(step.choices.count, same.choices.count) >= number && zip(step.choices, same.choices).allSatisfy(==)
    }
  }

  /// Whether a call failed up to a line. The screen then shows its earlier content, which depends on the order.
  func hasFailure(to last: Int) -> Bool { changed.hasFailure(to: last) || usual.hasFailure(to: last) }

  /// Whether a line was typed while its screen was busy: the app may refuse it then.
  private func isTypedWhileBusy(to index: Int) -> Bool {
    firstAdded > 0 && (firstAdded...index).contains { changed.steps[$0].line.isTyped && changed.steps[$0 - 1].isBusy }
  }

  /// The calls whose answers a line of the exploration delayed.
  var delayedCalls: [CallLog.Call] {
    changed.calls.filter { call in
      guard let turn = call.delayedBy, changed.steps[turn - 1].line.isChoice else { return false }
      return changed.steps[turn - 1].line.command != .delay(call.name, by: .zero)
    }
  }

  /// The names of the delayed calls, with the lines that made them.
  var callNames: [String] {
    delayedCalls.map { "\($0.name) of '\(Printable.quote($0.origin.text))'" }
  }
  var lastCall: String { callNames.last ?? "a call" }

  /// The delayed calls of the change, or the commands.
  var delayedOrTyped: [String] {
    delayedCalls.isEmpty ? addedLines.filter(\.isTyped).map(\.name) : delayedCalls.map(\.name)
  }

  /// The lines of the change.
  var addedLines: [Trial.Line] { changed.steps.map(\.line).filter(law.has) }
  /// Those of them that are typed, in quotes.
  var commands: [String] { addedLines.filter(\.isTyped).map { "'\($0.text)'" } }
  var command: String { commands.first ?? addedLines[0].text }
  var allCommands: String { commands.joined(separator: " and ") }

  /// The steps of a session with other lines.
  func steps(of lines: some Sequence<Trial.Line>) async -> [Played.Step] {
    await player.play(trial.with(lines)).steps
  }

  // MARK: The added lines

  /// The steps of the added lines, the step before them and the last of them.
  var detour: ArraySlice<Played.Step> { changed.steps[firstAdded...lastAdded] }
  var before: Played.Step { changed.steps[firstAdded - 1] }
  var after: Played.Step { changed.steps[lastAdded] }
  /// Whether they end on the screen where they began.
  var endsWhereItBegan: Bool { firstAdded > 0 && changed.prompt(behind: lastAdded) == changed.steps[firstAdded].prompt }
  /// Whether the screen is the same after them.
  var restoresScreen: Bool { before.screen == after.screen }
  /// Whether the first of them has changed the screen.
  var isChanged: Bool { before.screen != changed.steps[firstAdded].screen }
  var keepsInputs: Bool { before.inputs == after.inputs }
  var isAccepted: Bool { !detour.contains(where: \.isRefused) }
  var detourCalls: ArraySlice<CallLog.Call> {
    changed.calls[changed.steps[firstAdded].calls.lowerBound..<after.calls.upperBound]
  }
  /// Whether their calls are over, so that none has its effect later.
  var isOver: Bool { detourCalls.allSatisfy { $0.isOver(at: after.time) } }
}

extension Played {
  /// Whether a timer goes on after a line, and the screen, which looked otherwise, looks as it did when none ran.
  func looksAtRest(_ index: Int) -> Bool {
    let step = steps[index], screen = prompt(behind: index)
    func looksSo(_ earlier: Int) -> Bool {
      steps[earlier].enabled == step.enabled
        && Comparison.words(steps[earlier].screen) == Comparison.words(step.screen)
    }
    guard index > 0, !steps[index - 1].isAtRest, prompt(behind: index - 1) == screen, !looksSo(index - 1) else {
      return false
    }
    return !step.isAtRest && !step.isBusy && isAtRest(index)
      && steps[..<index].indices.contains { steps[$0].isAtRest && prompt(behind: $0) == screen && looksSo($0) }
  }
}

extension Played.Step {
  /// The screen without the line that says that it is busy.
  var idleScreen: [String] { screen.filter { $0 != Mark.busy } }

  /// Whether the screens are the same, but for times of day: they are later if an answer is.
  func looks(like other: Played.Step) -> Bool {
    func withoutTimes(_ screen: [String]) -> [String] { screen.map { $0.replacing(/\d?\d:\d\d(:\d\d)?/, with: "") } }
    return screen == other.screen || withoutTimes(screen) == withoutTimes(other.screen)
  }

  /// What the line does, in contrast to the same line of another session; nil if only the screen is another one.
  func effect(unlike other: Played.Step) -> String? {
    func added(_ step: Played.Step, to other: Played.Step) -> String? {
      step.alerts.first { alert in step.alerts.count { $0 == alert } > other.alerts.count { $0 == alert } }
    }
    if isRefused != other.isRefused { return isRefused ? "is refused" : "is not refused" }
    if let alert = added(self, to: other) {
      let times = alerts.count { $0 == alert }
      return "shows '\(alert)'" + (times > 1 ? " \(times) times" : "")
    }
    return added(other, to: self).map { "does not show '\($0)'" }
  }
}
