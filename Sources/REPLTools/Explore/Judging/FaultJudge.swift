import REPL
import Signals

/// Compares the effect of a failed call with the effect of its answer, and of no answer.
@MainActor struct FaultJudge {
  let player: TrialPlayer
  let name: String

  /// - Parameter trial: ends with the line that sets the failure, and the line that makes the call.
  func verdicts(_ trial: Trial) async -> [Verdict] {
    guard let target = trial.lines.last else { return [] }
    let before = trial.lines.dropLast(2)
    let failing = await player.play(trial.settled)
    guard let step = failing.steps.dropLast().last, failing.problem == nil,
      failing.steps.count == trial.lines.count + 1,
      let failed = failing.calls[step.calls].first(where: { $0.name == name }), isFault(failed)
    else { return [] }
    // After an earlier failure, the screen may already show an error.
    if failing.calls.prefix(failed.number).contains(where: \.hasFailed) { return [] }
    // A call that the app makes again at once may have succeeded then. The app may also retry later.
    guard step.calls.count(where: { failing.calls[$0].name == name && $0 >= failed.number }) == 1 else { return [] }
    let isRetried = failing.calls[failed.number...].count { $0.name == name } > 1
    // The busy screen shows that the work continues.
    if isRetried, step.isBusy { return [] }
    let fine = await player.play(trial.with(before + [target]).settled)
    let late = trial.with(before + [.delay(name, "forever"), target]).settled
    let never = await player.play(late)
    guard fine.problem == nil, never.problem == nil, fine.steps.count == trial.lines.count,
      never.steps.count == late.lines.count
    else { return [] }
    let silence = silence(target, trial, failing, fine, never, isRetried)
    let loss = isRetried ? nil : loss(target, trial, failing, never)
    let abandonment = failed.kind == .live && !isRetried ? await abandonment(target, trial, failing, fine) : nil
    return [silence, loss, vanishing(trial, failing, fine, never), abandonment].compactMap(\.self)
  }

  /// A failure that is shown once, and not when it comes again: the line prints nothing, and the screen stays.
  ///
  /// - Parameter trial: ends with the line that sets the failure and the line that makes the call, twice.
  func second(_ trial: Trial) async -> Verdict? {
    let index = trial.lines.count - 1
    guard index >= 3, trial.lines[index] == trial.lines[index - 2], trial.lines[index - 1] == trial.lines[index - 3]
    else { return nil }
    let played = await player.play(trial.settled), steps = played.steps
    guard played.problem == nil, steps.count == index + 2 else { return nil }
    let seen = [steps[index - 2], steps[index]], later = steps[index + 1]
    guard !seen[1].isRefused, !seen[0].alerts.isEmpty, seen[1].response.isEmpty, later.response.isEmpty,
      seen.allSatisfy({ played.calls[$0.calls].contains { $0.name == name && isFault($0) } })
    else { return nil }
    let command = trial.lines[index].text
    return Verdict(
      cause: cause("second silence", played), name: Finding.name("second", "failure", "of", name),
      title: "A second failure of \(name) is invisible: '\(command)' does not show it",
      details: played.transcript, trial: trial, outputs: [index: seen[0].output],
      prompts: prompts(played, index + 1))
  }

  /// A live call does not answer a command, so its cause has no command.
  private func cause(_ promise: String, _ failing: Played) -> Cause {
    let typed = failing.steps.last { $0.line.isTyped }?.line.name ?? ""
    let isLive = failing.calls.contains { $0.name == name && $0.kind == .live }
    return Cause(promise, on: failing.prompt, by: isLive ? name : "\(name) \(typed)")
  }

  private func isFault(_ call: CallLog.Call) -> Bool {
    if case .fault = call.source { call.hasFailed } else { false }
  }

  /// A failure is silent if the line prints the same as without an answer, or the same as with success. If the user
  /// never sees anything of the call, not even a busy screen, the failure may be silent.
  private func silence(
    _ target: Trial.Line, _ trial: Trial, _ failing: Played, _ fine: Played, _ never: Played, _ isRetried: Bool
  ) -> Verdict? {
    let index = trial.lines.count - 1, command = target.name
    // The output of the line, and of the time until the call is made again.
    func response(_ played: Played, from index: Int) -> [String] {
      played.steps.dropFirst(index).prefix(isRetried ? 1 : 2).flatMap(\.response)
    }
    let seen = response(failing, from: index)
    // Work done during a late answer may already be visible; then no output at all counts as no answer.
    let isLikeNever = seen.isEmpty || seen == response(never, from: index)
    let isLikeSuccess = seen == response(fine, from: index - 1)
    let busyLineEnds = seen.isEmpty && never.steps[index].isBusy && !failing.steps[index].isBusy
    let isAlerted = seen.contains { $0.hasPrefix("! ") }
    guard (isLikeSuccess != isLikeNever) || busyLineEnds, !isAlerted else { return nil }
    let likeness = isLikeNever ? "does not show it" : "prints the same as without the failure"
    return Verdict(
      cause: cause("silence", failing),
      name: Finding.name("failure", "of", name, command),
      title: "A failure of \(name) is invisible: '\(target.text)' \(likeness)",
      details: Verdict.both("with the failure:", failing.transcript, "without it:", fine.transcript),
      trial: trial.with(trial.lines.dropLast() + [.choice(":unlike"), target, .settling]),
      outputs: [index + 1: failing.steps[index].output], prompts: prompts(failing, index))
  }

  /// Input is lost if it is still visible without an answer, but not after the failure.
  private func loss(_ target: Trial.Line, _ trial: Trial, _ failing: Played, _ never: Played) -> Verdict? {
    let index = trial.lines.count - 1, before = failing.steps[index - 1].inputs
    guard target.isTyped, !before.isEmpty, never.steps.last?.inputs == before,
      let after = failing.steps.last?.inputs, after != before
    else { return nil }
    let lost = before.first { !after.contains($0) } ?? before[0]
    // A form may remove a secret, shown as stars, after a failure that means that it is wrong.
    if lost.hasSuffix(" ***"), !isUnknown(trial) { return nil }
    return Verdict(
      cause: cause("loss", failing), name: Finding.name("input", "lost", name),
      title: failing.prompt == never.prompt
        ? "Typed text is lost when \(name) fails: '\(lost)'"
        : "'\(target.text)' goes on to \(failing.prompt) although \(name) fails: '\(lost)' is gone",
      details: Verdict.both("before:", failing.steps[index - 1].shown, "after:", failing.steps.last?.shown ?? []),
      trial: trial.with(trial.lines + [.settling, .choice(":screen")]),
      outputs: [index + 2: failing.steps[index - 1].shown], prompts: prompts(failing, index))
  }

  /// Rows have vanished if the screen had them, and they are there without an answer and after an answer, but not after
  /// a failure that means nothing to the app.
  private func vanishing(_ trial: Trial, _ failing: Played, _ fine: Played, _ never: Played) -> Verdict? {
    let index = trial.lines.count - 1, step = failing.steps[index], prompt = failing.prompt(behind: index)
    let others = [fine.steps[index - 1].rows, never.steps[index].rows], rows = step.rows
    guard isUnknown(trial), fine.prompt(behind: index - 1) == prompt, never.prompt(behind: index) == prompt,
      let earlier = failing.steps[..<index].indices.last(where: { failing.prompt(behind: $0) == prompt }),
      others.allSatisfy({ $0.count > rows.count && failing.steps[earlier].rows.allSatisfy($0.contains) }),
      let row = failing.steps[earlier].rows.first(where: { !rows.contains($0) })
    else { return nil }
    return Verdict(
      cause: cause("vanishing", failing), name: Finding.name("row", "lost", name),
      title: "A row vanishes when \(name) fails: '\(row)'",
      details: Verdict.both("before:", failing.steps[earlier].shown, "after:", step.shown),
      trial: trial.with(trial.lines + [.choice(":unlike"), .choice(":screen"), .settling]),
      outputs: [index + 2: step.shown], prompts: prompts(failing, index))
  }

  /// A live call has failed, and neither time nor a command of its screen makes it again, so the screen will be out of date.
  private func abandonment(_ target: Trial.Line, _ trial: Trial, _ failing: Played, _ fine: Played) async -> Verdict? {
    let index = trial.lines.count - 1, end = failing.steps[index + 1]
    // Another live call may bring about that it is made again.
    guard isUnknown(trial), end.isAtRest, failing.prompt == failing.prompt(behind: index),
      failing.prompt == fine.prompt, fine.steps.last?.screen != end.screen,
      !failing.calls.contains(where: { $0.kind == .live && $0.name != name })
    else { return nil }
    for line in end.enabled.map({ Trial.Line.choice($0) }) + [target] {
      let again = await player.play(trial.with(trial.settled.lines + [line]).settled)
      if again.calls.count(where: { $0.name == name }) > 1 { return nil }
    }
    return Verdict(
      cause: cause("abandonment", failing), name: Finding.name("abandonment", "of", name),
      title: "\(name) is not made again after a failure, while its screen is open",
      details: failing.transcript,
      trial: trial.with(trial.lines + [.settling, .choice(":unlike"), .choice(":screen")]),
      outputs: [index + 3: end.shown], prompts: prompts(failing, index))
  }

  /// Whether the text of the failure means nothing to the app.
  private func isUnknown(_ trial: Trial) -> Bool {
    if case .fail(_, Trial.anyFailure, _, _) = trial.lines.dropLast().last?.command { true } else { false }
  }

  private func prompts(_ played: Played, _ count: Int) -> [String] { played.steps.prefix(count).map(\.prompt) }
}
