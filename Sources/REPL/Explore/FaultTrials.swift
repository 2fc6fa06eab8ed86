import Signals

/// Each named call of a flow fails once, in each way that its failures are known to have; it never answers; it answers later.
struct FaultTrials {
  /// A text that a failure of any call can have.
  static let anyFailure = "it failed"
  /// How many ways to fail are tried for one call.
  private static let ways = 3

  private struct Fault {
    /// How often something like it is tried before.
    let rank: Int
    let trial: Trial
    let questions: [Question]
  }

  /// The trials of a flow, with what is asked about each: first those that no flow had before.
  ///
  /// - Parameters:
  ///   - base: the flow as it is, played.
  ///   - texts: what failures of a call are known to say, by its name.
  ///   - tried: how often each call of each command is tried, in the flows before and in this one.
  static func all(
    of trial: Trial, _ base: Played, texts: [String: [String]], tried: inout [String: Int]
  ) -> [(trial: Trial, questions: [Question])] {
    var all: [Fault] = []
    for (index, step) in base.steps.enumerated() {
      var names: Set<String> = []
      // A line of the flow sets the first call of a name that it makes; the others follow in other trials.
      for call in base.calls[step.calls] where names.insert(call.name).inserted && call.canFail {
        let before = trial.lines[..<index], after = trial.lines[index...]
        let key = "\(call.name) \(step.prompt) \(step.line.name)", count = tried[key, default: 0]
        tried[key] = count + 1
        for (way, text) in ([anyFailure] + (texts[call.name] ?? []).prefix(ways - 1)).enumerated() {
          let fault = Trial.Line.choice(":fail \(call.name) with \"\(text)\"")
          let questions = [Question.silence(of: call.name), .loss(by: call.name), .afterwards(of: call.name)]
          let one = trial.with(before + [fault] + after.prefix(1))
          all.append(Fault(rank: count + way, trial: one, questions: questions))
          let whole = trial.with(before + [fault] + after).settled
          all.append(Fault(rank: count + way, trial: whole, questions: [.promises]))
        }
        guard call.hasAnswered else { continue }
        let duration = (call.end ?? call.start) - call.start
        let late = DurationText.print(duration > .zero ? duration : .seconds(1))
        for lateness in ["forever", late] {
          let delay = Trial.Line.choice(":delay \(call.name) \(lateness)")
          let whole = trial.with(before + [delay] + after).settled
          all.append(Fault(rank: count + 1, trial: whole, questions: [.promises]))
        }
      }
    }
    return all.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map { ($0.element.trial, $0.element.questions) }
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
    // One that is made again at once may have answered then: nothing has failed. The app may try again later, too.
    guard step.calls.count(where: { failing.calls[$0].name == name && $0 >= failed.number }) == 1 else { return nil }
    let isRetried = failing.calls[failed.number...].count { $0.name == name } > 1
    let fine = await player.play(trial.with(before + [target]).settled, seesScreens: true)
    let never = await player.play(
      trial.with(before + [.choice(":delay \(name) forever"), target]), seesScreens: true)
    guard fine.problem == nil, never.problem == nil else { return nil }
    switch question {
    case .silence: return silence(trial, failing, fine, never, isRetried)
    case .loss where !isRetried: return loss(trial, failing, never)
    case .afterwards where !isRetried: return await afterwards(trial, failing, fine)
    default: return nil
    }
  }

  private func isFault(_ call: CallLog.Call) -> Bool {
    if case .fault = call.source { call.hasFailed } else { false }
  }

  /// A failure is not to be seen where all that is printed is what is printed while there is no answer, or what is printed where nothing
  /// fails. A call of which the user sees nothing otherwise, not even that the screen is busy, may fail without a word.
  private func silence(
    _ trial: Trial, _ failing: Played, _ fine: Played, _ never: Played, _ isRetried: Bool
  ) -> Verdict? {
    guard let target = trial.lines.last else { return nil }
    let index = trial.lines.count - 1, command = target.name
    // What the line printed, and what came of it until the call was made again.
    func said(_ played: Played, from index: Int) -> [String] {
      played.steps.dropFirst(index).prefix(isRetried ? 1 : 2).flatMap(\.said)
    }
    let seen = said(failing, from: index)
    // What is done while its answer is late may be seen already: then nothing at all is like no answer.
    let isLikeNever = seen.isEmpty || seen == said(never, from: index)
    let isLikeSuccess = seen == said(fine, from: index - 1)
    let isAwaited =
      seen.isEmpty && never.steps[index].screen.last == Mark.busy && failing.steps[index].screen.last != Mark.busy
    if isLikeSuccess == isLikeNever && !isAwaited || seen.contains(where: { $0.hasPrefix("! ") }) { return nil }
    let likeness =
      isLikeSuccess && !isLikeNever
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
