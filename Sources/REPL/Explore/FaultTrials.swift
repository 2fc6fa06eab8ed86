import Signals

/// Each named call of a flow fails once, in each way that its failures are known to have; it never answers; it answers later.
struct FaultTrials {
  /// A text that a failure of any call can have.
  static let anyFailure = "it failed"
  /// How many ways to fail are tried for one call.
  private static let ways = 3

  /// What failures of a call are known to say, by its name.
  private let texts: [String: [String]]
  /// How often each call of each command is tried, in the flows so far.
  private var tried: [String: Int] = [:]

  /// - Parameter texts: what failures of a call are known to say, by its name.
  init(texts: [String: [String]]) { self.texts = texts }

  /// The trials of a flow: first those that no flow had before.
  ///
  /// - Parameter base: the flow as it is, played.
  mutating func all(of trial: Trial, _ base: Played) -> [Explorer.Asked] {
    var all: [(rank: Int, asked: Explorer.Asked)] = []
    for (index, step) in base.steps.enumerated() {
      var names: Set<String> = []
      // A line of the flow sets the first call of a name that it makes; the others follow in other trials.
      for call in base.calls[step.calls] where names.insert(call.name).inserted && call.canFail {
        let before = trial.lines[..<index], after = trial.lines[index...]
        let key = "\(call.name) \(step.prompt) \(step.line.name)", count = tried[key, default: 0]
        // Behind a failure, the screen may say so already: then only promises count.
        let isFirst = !base.calls.prefix(call.number).contains(where: \.hasFailed)
        if isFirst { tried[key] = count + 1 }
        for (way, text) in ([Self.anyFailure] + (texts[call.name] ?? []).prefix(Self.ways - 1)).enumerated() {
          let fault = Trial.Line.choice(":fail \(call.name) with \"\(text)\"")
          if isFirst {
            all.append((count + way, (trial.with(before + [fault] + after.prefix(1)), .fault(of: call.name))))
          }
          all.append((count + way, (trial.with(before + [fault] + after).settled, .promises)))
        }
        guard call.hasAnswered else { continue }
        let duration = (call.end ?? call.start) - call.start
        let late = DurationText.print(duration > .zero ? duration : .seconds(1))
        for lateness in ["forever", late] {
          let delay = Trial.Line.choice(":delay \(call.name) \(lateness)")
          all.append((count + 1, (trial.with(before + [delay] + after).settled, .promises)))
        }
      }
    }
    return all.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element.asked)
  }
}

/// Compares what a failure of a call does with what is seen where the call answers, and where it never does.
@MainActor struct FaultJudge {
  let player: TrialPlayer
  let name: String

  /// - Parameter trial: ends with the failure that is set, and the line that makes the call.
  func verdicts(_ trial: Trial) async -> [Verdict] {
    guard trial.lines.count >= 2, let target = trial.lines.last, trial.lines[trial.lines.count - 2].isChoice else {
      return []
    }
    let before = trial.lines.dropLast(2)
    let failing = await player.play(trial.settled, seesScreens: true)
    guard let step = failing.steps.dropLast().last, failing.problem == nil,
      let failed = failing.calls[step.calls].first(where: { $0.name == name }), isFault(failed)
    else { return [] }
    // Where something failed before, the screen may say so already.
    if failing.calls.prefix(failed.number).contains(where: \.hasFailed) { return [] }
    // One that is made again at once may have answered then: nothing has failed. The app may try again later, too.
    guard step.calls.count(where: { failing.calls[$0].name == name && $0 >= failed.number }) == 1 else { return [] }
    let isRetried = failing.calls[failed.number...].count { $0.name == name } > 1
    let fine = await player.play(trial.with(before + [target]).settled, seesScreens: true)
    let never = await player.play(
      trial.with(before + [.choice(":delay \(name) forever"), target]), seesScreens: true)
    guard fine.problem == nil, never.problem == nil else { return [] }
    let silence = silence(trial, failing, fine, never, isRetried)
    if isRetried { return [silence].compactMap(\.self) }
    // While a late failure is under way, the command may be refused.
    let later = failed.end == failed.start ? await afterwards(trial, failing, fine) : nil
    return [silence, loss(trial, failing, never), later].compactMap(\.self)
  }

  /// A live call is no answer to a command: it counts by itself.
  private func cause(_ promise: String, _ failing: Played) -> Cause {
    let typed = failing.steps.last { $0.line.isTyped }?.line.name ?? ""
    let isLive = failing.calls.contains { $0.name == name && $0.kind == .live }
    return Cause(promise, on: failing.prompt, by: isLive ? name : "\(name) \(typed)")
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
      cause: cause("silence", failing),
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
      cause: cause("loss", failing), name: Finding.name("input", "lost", name),
      title: "What was typed is lost when \(name) fails: '\(lost)'",
      details: Judge.both("before:", failing.steps[index - 1].screen, "after:", failing.steps.last?.screen ?? []),
      trial: trial.with(trial.lines + [.settling, .choice(":screen")]),
      outputs: [index + 2: failing.steps[index - 1].screen], prompts: prompts(failing, index))
  }

  /// The app does not work afterwards where the command that failed, typed again on the same screen, does not lead to the screen to
  /// which it leads without the failure, or has an alert that it has not without it.
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
    guard second.problem == nil, let last = second.steps.last else { return nil }
    var outputs: [Int: [String]] = [:]
    if last.screen != good.screen || last.prompt != next { outputs[index + 2] = good.screen }
    if second.steps[index + 1].alerts != good.alerts { outputs[index + 1] = good.output }
    if outputs.isEmpty { return nil }
    return Verdict(
      cause: cause("afterwards", failing), name: Finding.name("after", "failure", "of", name, target.name),
      title: "'\(target.text)' does not work any more after \(name) has failed once",
      details: Judge.both("after the failure:", second.transcript, "without it:", fine.transcript),
      trial: again, outputs: outputs, prompts: prompts(failing, index))
  }

  private func prompts(_ played: Played, _ count: Int) -> [String] { played.steps.prefix(count).map(\.prompt) }
}
