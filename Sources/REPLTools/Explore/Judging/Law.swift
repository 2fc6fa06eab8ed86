import REPL

/// What must not depend on a change that an exploration makes.
@MainActor protocol Law {
  /// The first word of its findings' names.
  var name: String { get }
  /// The command of the added lines that belong to the change; nil for all.
  var part: String? { get }
  /// The same trial without the change.
  func usual(_ trial: Trial) -> Trial
  /// The first difference that is a mistake; nil if there is none, or if the two sessions do not mean the same.
  func difference(in pair: Comparison) async -> Difference?
  /// The calls or commands of the change, by which findings with the same cause are known.
  func source(of pair: Comparison) -> [String]
  /// What was seen, in one sentence.
  func title(_ found: Difference, _ pair: Comparison) -> String
}

extension Law {
  /// Whether the exploration added a line as a part of the change.
  func has(_ line: Trial.Line) -> Bool { line.isChoice && line != .settling && part ?? line.name == line.name }

  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.filter { !has($0) }) }

  func source(of pair: Comparison) -> [String] { pair.delayedCalls.map(\.name) }
}

/// The first difference of a session from the one without the change.
struct Difference {
  /// What the mended app shows.
  enum Expectation {
    /// With the change, what it shows without the change now.
    case asUsual
    /// With the change, something else than now: what it is, is not known.
    case another
    /// Without the change, what it shows with the change now.
    case asChanged
    /// With the change, other alerts than now at the end.
    case otherAlerts
  }

  /// The index of the line after which the sessions differ, in the one with the change.
  let index: Int
  var expectation = Expectation.asUsual
  /// What differs, and how, as the two halves of a sentence.
  var subject = "The screen", effect = "the screen is another one"
}
