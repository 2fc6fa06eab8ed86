import Signals

/// Each named call of a flow fails once, in each way that its failures are known to have; it never answers; it answers later.
struct FaultTrials {
  /// A text that a failure of any call can have.
  static let anyFailure = "it failed"
  /// How many ways to fail are tried for one call.
  private static let ways = 3

  /// The trials of a flow, with what is asked about each.
  ///
  /// - Parameters:
  ///   - base: the flow as it is, played.
  ///   - texts: what failures of a call are known to say, by its name.
  static func all(of trial: Trial, _ base: Played, texts: [String: [String]]) -> [(trial: Trial, questions: [Question])]
  {
    var all: [(trial: Trial, questions: [Question])] = []
    for (index, step) in base.steps.enumerated() {
      var names: Set<String> = []
      // A line of the flow sets the first call of a name that it makes; the others follow in other trials.
      for call in base.calls[step.calls] where names.insert(call.name).inserted && call.hasAnswered {
        let before = trial.lines[..<index], after = trial.lines[index...]
        let ways = (texts[call.name] ?? []).prefix(ways - 1) + [anyFailure]
        for text in ways {
          let fault = Trial.Line.choice(":fail \(call.name) with \"\(text)\"")
          let questions = [Question.silence(of: call.name), .loss(by: call.name), .afterwards(of: call.name)]
          all.append((trial.with(before + [fault] + after.prefix(1)), questions))
          all.append((trial.with(before + [fault] + after).settled, [.promises]))
        }
        let duration = (call.end ?? call.start) - call.start
        let late = DurationText.print(duration > .zero ? duration : .seconds(1))
        for lateness in ["forever", late] {
          let delay = Trial.Line.choice(":delay \(call.name) \(lateness)")
          all.append((trial.with(before + [delay] + after).settled, [.promises]))
        }
      }
    }
    return all
  }
}

/// Compares what a failure of a call does with what is seen where the call answers, and where it never does.
@MainActor struct FaultJudge {
  let player: TrialPlayer
  let name: String

  /// - Parameter trial: ends with the failure that is set, and the line that makes the call.
  func verdict(_ question: Question, _ trial: Trial) async -> Verdict? {
    guard trial.lines.count >= 2, let target = trial.lines.last, trial.lines[trial.lines.count - 2].isChoice else {
      return nil
    }
    let before = trial.lines.dropLast(2)
    let failing = await player.play(trial.settled, seesScreens: true)
    guard let step = failing.steps.dropLast().last, failing.problem == nil,
      let failed = failing.calls[step.calls].first(where: { $0.name == name }), isFault(failed)
    else { return nil }
    // Where something failed before, the screen may say so already.
    if failing.calls.prefix(failed.number).contains(where: \.hasFailed) { return nil }
    // One that is made again may have answered then: nothing has failed.
    guard failing.calls[failed.number...].count(where: { $0.name == name }) == 1 else { return nil }
    let fine = await player.play(trial.with(before + [target]).settled, seesScreens: true)
    let never = await player.play(
      trial.with(before + [.choice(":delay \(name) forever"), target]), seesScreens: true)
    guard fine.problem == nil, never.problem == nil else { return nil }
    switch question {
    case .silence: return silence(trial, failing, fine, never)
    case .loss: return loss(trial, failing, never)
    default: return await afterwards(trial, failing, fine)
    }
  }

  private func isFault(_ call: CallLog.Call) -> Bool {
    if case .fault = call.source { call.hasFailed } else { false }
  }

  /// What the line that makes the call printed, and what came of it later.
  private func said(_ played: Played, from index: Int) -> [String] { played.steps.dropFirst(index).flatMap(\.said) }

  /// A failure is not to be seen where nothing is said, and all that is printed is what is printed while there is no answer, or what is printed where
  /// nothing fails. A call whose answer nobody sees either may fail without a word.
  private func silence(_ trial: Trial, _ failing: Played, _ fine: Played, _ never: Played) -> Verdict? {
    guard let target = trial.lines.last else { return nil }
    let index = trial.lines.count - 1, command = target.name, seen = said(failing, from: index)
    let isLikeSuccess = seen == said(fine, from: index - 1), isLikeNever = seen == said(never, from: index)
    if isLikeSuccess == isLikeNever || seen.contains(where: { $0.hasPrefix("! ") }) { return nil }
    let likeness =
      isLikeSuccess
      ? "'\(target.text)' prints what it prints when nothing fails" : "'\(target.text)' says nothing of it"
    return Verdict(
      key: "silence: \(name) \(failing.steps[index].prompt) \(command)",
      name: Finding.name("failure", "of", name, command),
      title: "A failure of \(name) is not to be seen: \(likeness)",
      details: Judge.both("with the failure:", failing.transcript, "without it:", fine.transcript),
      trial: trial.with(trial.lines.dropLast() + [.choice(":unlike"), target, .settling]),
      outputs: [index + 1: failing.steps[index].output], prompts: prompts(failing, index))
  }

  /// What was typed is lost where it is still shown while there is no answer, and is not after the failure.
  private func loss(_ trial: Trial, _ failing: Played, _ never: Played) -> Verdict? {
    let index = trial.lines.count - 1
    guard index >= 2, let target = trial.lines.last else { return nil }
    let before = failing.steps[index - 1].inputs
    guard !before.isEmpty, never.steps.last?.inputs == before, let after = failing.steps.last?.inputs, after != before,
      target.isTyped
    else { return nil }
    let lost = before.first { !after.contains($0) } ?? before[0]
    return Verdict(
      key: "loss: \(name) \(failing.steps[index].prompt) \(target.name)", name: Finding.name("input", "lost", name),
      title: "What was typed is lost when \(name) fails: '\(lost)'",
      details: Judge.both("before:", failing.steps[index - 1].screen, "after:", failing.steps.last?.screen ?? []),
      trial: trial.with(trial.lines + [.settling, .choice(":screen")]),
      outputs: [index + 2: failing.steps[index - 1].screen], prompts: prompts(failing, index))
  }

  /// The app does not work afterwards where the command that failed, typed again on the same screen, does not lead to the screen to
  /// which it leads without the failure.
  private func afterwards(_ trial: Trial, _ failing: Played, _ fine: Played) async -> Verdict? {
    let index = trial.lines.count - 1
    guard let target = trial.lines.last, target.isTyped, index >= 2 else { return nil }
    let failed = failing.steps[index], good = fine.steps[index - 1], next = fine.steps[index].prompt
    guard failing.steps[index + 1].prompt == failed.prompt, failed.screen == failing.steps[index - 1].screen,
      good.screen.last != Mark.busy
    else { return nil }
    // At once, so that no time passes which makes a difference by itself; the last line is there for its prompt.
    let again = trial.with(trial.lines + [target, .choice(":screen")])
    let second = await player.play(again, seesScreens: true)
    guard second.problem == nil, let last = second.steps.last, last.screen != good.screen || last.prompt != next else {
      return nil
    }
    return Verdict(
      key: "afterwards: \(name) \(failed.prompt) \(target.name)",
      name: Finding.name("after", "failure", "of", name, target.name),
      title: "'\(target.text)' does not work any more after \(name) has failed once",
      details: Judge.both("after the failure:", second.transcript, "without it:", fine.transcript),
      trial: again, outputs: [again.lines.count - 1: good.screen],
      prompts: prompts(failing, index))
  }

  private func prompts(_ played: Played, _ count: Int) -> [String] { played.steps.prefix(count).map(\.prompt) }
}
