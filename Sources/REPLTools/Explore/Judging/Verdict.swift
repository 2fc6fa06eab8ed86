import PlainText
import REPL

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

  func finding(_ path: String, symptom: Cause? = nil) -> Finding {
    Finding(
      cause: cause, symptom: symptom, name: name, title: title, details: details, path: path,
      flow: trial.text(breaking: title, prompts: prompts, outputs: outputs))
  }

  /// The first promise that a played trial broke.
  static func broken(_ trial: Trial, _ played: Played) -> Verdict? {
    guard let problem = played.problem else { return nil }
    let text = String(problem.text.drop { $0 == "!" || $0 == " " }), isEnd = problem.step >= played.steps.count
    let isUnopened = !isEnd && played.steps[problem.step].line.opens && played.prompt(behind: problem.step).isEmpty
    if trial.hasOtherData, isUnopened || played.hasUnreadStub { return nil }
    // Lines after the broken promise are not needed; the session only has to become idle.
    let lines = isEnd ? trial.lines : Array(trial.lines.prefix(problem.step + 1))
    let command = isEnd ? "end" : played.steps[problem.step].line.name
    return Verdict(
      cause: Cause(text, on: isEnd ? "" : played.prompt(behind: problem.step)), name: Finding.name(command, text),
      title: Finding.title(text), trial: trial.with(lines),
      prompts: played.steps.prefix(lines.count).map(\.prompt), isPromise: true)
  }

  /// The lines of two transcripts, one below the other, with marks at those that differ.
  static func both(_ title: String, _ first: [String], _ other: String, _ second: [String]) -> [String] {
    let lines = LineDifference.between(first, second)
    func side(_ mark: Character) -> [String] {
      lines.filter { $0.mark == " " || $0.mark == mark }.map { "\($0.mark) \($0.text)" }
    }
    return [title] + side("-") + [other] + side("+")
  }
}
