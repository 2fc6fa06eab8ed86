/// What may be wrong with a trial.
enum Question: Codable, Hashable, Sendable {
  /// Whether a promise is broken that holds for every app, or one that the app states.
  case promises
  /// Whether the same lines give the same transcript when they are typed again.
  case sameAgain
  /// Whether the screen at the end is another one than without the delays.
  case order
  /// Whether a failure of the call, which is the last but one of the lines, is not to be seen.
  case silence(of: String)
  /// Whether it takes away what was typed.
  case loss(by: String)
  /// Whether the same command does not work after it.
  case afterwards(of: String)
}

/// What is wrong with a trial.
struct Verdict {
  /// The same for two of them that are one mistake, most likely.
  let key: String
  let name: String
  let title: String
  var details: [String] = []
  /// The lines of the flow that shows it, and what some of them have to print, by their indices.
  let trial: Trial
  var outputs: [Int: [String]] = [:]
  /// The screens that lines are typed on.
  var prompts: [String] = []

  func finding(from place: String) -> Finding {
    Finding(
      key: key, name: name, title: title, details: details,
      flow: trial.text([title, "Found by exploring \(place)."], prompts: prompts, outputs: outputs))
  }
}

/// Answers questions about trials, by playing them.
@MainActor struct Judge {
  let player: TrialPlayer

  /// What is wrong with a trial; nil if nothing is.
  func verdict(_ question: Question, of trial: Trial) async -> Verdict? {
    switch question {
    case .promises: await broken(trial)
    case .sameAgain: await another(trial)
    case .order: await OrderJudge(player: player).verdict(trial)
    case .silence(let name), .loss(let name), .afterwards(let name):
      await FaultJudge(player: player, name: name).verdict(question, trial)
    }
  }

  private func broken(_ trial: Trial) async -> Verdict? { Self.broken(trial, await player.play(trial)) }

  /// The promise that a played trial broke first.
  static func broken(_ trial: Trial, _ played: Played) -> Verdict? {
    guard let problem = played.problem else { return nil }
    let text = String(problem.text.drop { $0 == "!" || $0 == " " }), isEnd = problem.step >= played.steps.count
    // Behind the line that broke it nothing is needed, but that the session comes to rest.
    let lines = isEnd ? trial.lines : Array(trial.lines.prefix(problem.step + 1))
    let command = isEnd ? "end" : played.steps[problem.step].line.name
    return Verdict(
      key: Finding.key("promise", text), name: Finding.name(command, text), title: "A promise is broken: \(text)",
      trial: trial.with(lines), prompts: played.steps.prefix(lines.count).map(\.prompt))
  }

  private func another(_ trial: Trial) async -> Verdict? {
    let first = await player.play(trial), second = await player.play(trial)
    guard !first.isThreaded, first.transcript != second.transcript else { return nil }
    let index = zip(first.steps, second.steps).enumerated().first { $1.0.output != $1.1.output }?.offset
    let command = index.map { first.steps[$0].line.name } ?? "end"
    let outputs = first.steps.enumerated().map { ($0.offset, $0.element.output) }
    return Verdict(
      key: "again: \(command)", name: Finding.name("again", command),
      title: "The same session gives another transcript when it is played again",
      details: Self.both("the first time:", first.transcript, "the second time:", second.transcript),
      trial: trial, outputs: Dictionary(uniqueKeysWithValues: outputs), prompts: first.steps.map(\.prompt))
  }

  /// Two transcripts, one below the other.
  static func both(_ title: String, _ first: [String], _ other: String, _ second: [String]) -> [String] {
    [title] + first.map { "  \($0)" } + [other] + second.map { "  \($0)" }
  }
}
