extension TrialPlayer {
  func verdicts(_ question: Question, of trial: Trial) async -> [Verdict] {
    switch question {
    case .promises: await one(Verdict.broken(trial, play(trial)))
    case .sameAgain: await one(another(trial))
    case .difference(let change): await one(DifferenceJudge(player: self, law: change.law).verdict(trial))
    case .fault(let name): await FaultJudge(player: self, name: name).verdicts(trial)
    case .secondFault(let name): await one(FaultJudge(player: self, name: name).second(trial))
    }
  }

  private func one(_ verdict: Verdict?) -> [Verdict] { verdict.map { [$0] } ?? [] }

  private func another(_ trial: Trial) async -> Verdict? {
    let first = await play(trial), second = await play(trial)
    guard !first.isThreaded, !second.isThreaded, first.transcript != second.transcript else { return nil }
    let index = zip(first.steps, second.steps).enumerated().first { $1.0.output != $1.1.output }?.offset
    let command = index.map { first.steps[$0].line.name } ?? "end"
    let outputs = first.steps.enumerated().map { ($0.offset, $0.element.output) }
    return Verdict(
      cause: Cause("again", on: index.map(first.prompt(behind:)) ?? "", by: command),
      name: Finding.name("again", command),
      title: "The same session gives another transcript when it is played again",
      details: Verdict.both("the first time:", first.transcript, "the second time:", second.transcript),
      trial: trial, outputs: Dictionary(uniqueKeysWithValues: outputs), prompts: first.steps.map(\.prompt))
  }
}
