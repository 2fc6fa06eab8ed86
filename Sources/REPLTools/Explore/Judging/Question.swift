import REPL

/// A question about a trial.
enum Question: Equatable {
  /// Whether it breaks a promise of every app, or one that the app states.
  case promises
  /// Whether the same lines give the same transcript when they are typed again.
  case sameAgain
  /// Whether something that follows depends on the change that the exploration made.
  case difference(Law)
  /// Whether a failure of the call, which the last line but one sets, is silent, removes the user's input, or lasts.
  case fault(of: String)
  /// Whether a failure of the call is silent when it comes for the second time, in the last two pairs of lines.
  case secondFault(of: String)
}

/// A trial with the question about it.
typealias AskedTrial = (trial: Trial, question: Question)

extension TrialPlayer {
  func verdicts(_ question: Question, of trial: Trial) async -> [Verdict] {
    switch question {
    case .promises: await one(Verdict.broken(trial, play(trial, seesScreens: false)))
    case .sameAgain: await one(another(trial))
    case .difference(let law): await one(verdict(on: trial, by: law))
    case .fault(let name): await FaultJudge(player: self, name: name).verdicts(trial)
    case .secondFault(let name): await one(FaultJudge(player: self, name: name).second(trial))
    }
  }

  private func one(_ verdict: Verdict?) -> [Verdict] { verdict.map { [$0] } ?? [] }

  private func another(_ trial: Trial) async -> Verdict? {
    let first = await play(trial, seesScreens: false), second = await play(trial, seesScreens: false)
    guard !first.isThreaded, !second.isThreaded, first.transcript != second.transcript else { return nil }
    let index = zip(first.steps, second.steps).enumerated().first { $1.0.output != $1.1.output }?.offset
    let command = index.map { first.steps[$0].line.name } ?? "end"
    let outputs = first.steps.enumerated().map { ($0.offset, $0.element.output) }
    return Verdict(
      cause: Cause("again", on: index.map(first.prompt(behind:)) ?? "", by: command),
      name: Finding.name("again", command),
      title: "Played again, the same session has another output at '\(command)'",
      details: Verdict.both("the first time:", first.transcript, "the second time:", second.transcript),
      trial: trial, outputs: Dictionary(uniqueKeysWithValues: outputs), prompts: first.steps.map(\.prompt))
  }
}
