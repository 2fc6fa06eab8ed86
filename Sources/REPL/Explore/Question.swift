import Foundation

/// What may be wrong with a trial.
enum Question: Codable, Hashable, Sendable {
  /// Whether a promise is broken that holds for every app, or one that the app states.
  case promises
  /// Whether the same lines give the same transcript when they are typed again.
  case sameAgain
  /// Whether the screen at the end depends on what the exploration chose.
  case difference(OrderJudge.Change)
  /// Whether a failure of the call, which the last line but one sets, is not to be seen, takes away what was typed, or lasts.
  case fault(of: String)
}

/// What is wrong with a trial.
struct Verdict {
  let cause: Cause
  let name: String
  let title: String
  var details: [String] = []
  /// The lines of the flow that shows it, and what some of them have to print, by their indices.
  let trial: Trial
  var outputs: [Int: [String]] = [:]
  /// The screens that lines are typed on.
  var prompts: [String] = []
  /// Whether its trial breaks a promise, whatever else was asked about it.
  var isPromise = false

  func finding(from place: String) -> Finding {
    Finding(
      cause: cause, name: name, title: title, details: details,
      flow: trial.text([title, "Found by exploring \(place)."], prompts: prompts, outputs: outputs))
  }
}

/// Answers questions about trials, by playing them.
@MainActor struct Judge {
  let player: TrialPlayer

  /// What is wrong with a trial.
  func verdicts(_ question: Question, of trial: Trial) async -> [Verdict] {
    switch question {
    case .promises: await one(Self.broken(trial, player.play(trial)))
    case .sameAgain: await one(another(trial))
    case .difference(let change): await one(OrderJudge(player: player).verdict(change, trial))
    case .fault(let name): await FaultJudge(player: player, name: name).verdicts(trial)
    }
  }

  private func one(_ verdict: Verdict?) -> [Verdict] { verdict.map { [$0] } ?? [] }

  /// The promise that a played trial broke first.
  static func broken(_ trial: Trial, _ played: Played) -> Verdict? {
    guard let problem = played.problem else { return nil }
    let text = String(problem.text.drop { $0 == "!" || $0 == " " }), isEnd = problem.step >= played.steps.count
    // Behind the line that broke it nothing is needed, but that the session comes to rest.
    let lines = isEnd ? trial.lines : Array(trial.lines.prefix(problem.step + 1))
    let command = isEnd ? "end" : played.steps[problem.step].line.name
    return Verdict(
      cause: Cause(text, on: isEnd ? "" : played.prompt(behind: problem.step)), name: Finding.name(command, text),
      title: "A promise is broken: \(text)", trial: trial.with(lines),
      prompts: played.steps.prefix(lines.count).map(\.prompt), isPromise: true)
  }

  private func another(_ trial: Trial) async -> Verdict? {
    let first = await player.play(trial), second = await player.play(trial)
    guard !first.isThreaded, first.transcript != second.transcript else { return nil }
    let index = zip(first.steps, second.steps).enumerated().first { $1.0.output != $1.1.output }?.offset
    let command = index.map { first.steps[$0].line.name } ?? "end"
    let outputs = first.steps.enumerated().map { ($0.offset, $0.element.output) }
    return Verdict(
      cause: Cause("again", on: index.map(first.prompt(behind:)) ?? "", by: command),
      name: Finding.name("again", command),
      title: "The same session gives another transcript when it is played again",
      details: Self.both("the first time:", first.transcript, "the second time:", second.transcript),
      trial: trial, outputs: Dictionary(uniqueKeysWithValues: outputs), prompts: first.steps.map(\.prompt))
  }

  /// Two transcripts, one below the other.
  static func both(_ title: String, _ first: [String], _ other: String, _ second: [String]) -> [String] {
    [title] + first.map { "  \($0)" } + [other] + second.map { "  \($0)" }
  }
}
