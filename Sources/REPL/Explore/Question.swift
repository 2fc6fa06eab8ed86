import Foundation

/// A question about a trial.
enum Question: Codable, Hashable, Sendable {
  /// Whether it breaks a promise of every app, or one that the app states.
  case promises
  /// Whether the same lines give the same transcript when they are typed again.
  case sameAgain
  /// Whether the final screen depends on the change that the exploration made.
  case difference(OrderJudge.Change)
  /// Whether a failure of the call, which the last line but one sets, is silent, removes the user's input, or lasts.
  case fault(of: String)
}

/// A problem of a trial.
struct Verdict {
  let cause: Cause
  let name: String
  let title: String
  var details: [String] = []
  /// The lines of the flow that shows it, and the required output of some lines, by their indices.
  let trial: Trial
  var outputs: [Int: [String]] = [:]
  /// The screens on which the lines are typed.
  var prompts: [String] = []
  /// Whether its trial breaks a promise, whatever the question was.
  var isPromise = false

  func finding(from place: String) -> Finding {
    Finding(
      cause: cause, name: name, title: title, details: details,
      flow: trial.text([title, "Found by exploring \(place)."], prompts: prompts, outputs: outputs))
  }
}

/// Answers questions by playing trials.
@MainActor struct Judge {
  let player: TrialPlayer

  /// The problems of a trial.
  func verdicts(_ question: Question, of trial: Trial) async -> [Verdict] {
    switch question {
    case .promises: await one(Self.broken(trial, player.play(trial)))
    case .sameAgain: await one(another(trial))
    case .difference(let change): await one(OrderJudge(player: player).verdict(change, trial))
    case .fault(let name): await FaultJudge(player: player, name: name).verdicts(trial)
    }
  }

  private func one(_ verdict: Verdict?) -> [Verdict] { verdict.map { [$0] } ?? [] }

  /// The first promise that a played trial broke.
  static func broken(_ trial: Trial, _ played: Played) -> Verdict? {
    guard let problem = played.problem else { return nil }
    let text = String(problem.text.drop { $0 == "!" || $0 == " " }), isEnd = problem.step >= played.steps.count
    // Lines after the broken promise are not needed; the session only has to become idle.
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

  /// The lines of two transcripts, one below the other.
  static func both(_ title: String, _ first: [String], _ other: String, _ second: [String]) -> [String] {
    [title] + first.map { "  \($0)" } + [other] + second.map { "  \($0)" }
  }
}
