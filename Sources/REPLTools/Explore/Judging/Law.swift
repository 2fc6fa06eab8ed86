import REPL

/// A kind of change that an exploration makes, and what must not depend on it.
@MainActor protocol Law {
  /// The first word of its findings' names.
  var name: String { get }
  /// The command of the added lines that belong to the change; nil for all.
  var part: String? { get }
  /// The same trial without the change.
  func usual(_ trial: Trial) -> Trial
  /// The session that the trial has to be like, made of the usual one.
  func expected(_ usual: Played, of trial: Trial) -> Played
  /// The first difference that is a mistake; nil if there is none, or if the two sessions are not comparable.
  func difference(in pair: Comparison) async -> Difference?
  /// The calls or commands of the change. Findings of a law with the same ones have the same cause.
  func source(of pair: Comparison) -> [String]
}

extension Law {
  /// Whether a line belongs to the change.
  func has(_ line: Trial.Line) -> Bool { line.isPart(part) }

  func usual(_ trial: Trial) -> Trial { trial.with(trial.lines.filter { !has($0) }) }

  func expected(_ usual: Played, of trial: Trial) -> Played { usual }

  func source(of pair: Comparison) -> [String] {
    let calls = pair.delayedCalls.map(\.name)
    return calls.isEmpty ? pair.addedLines.filter(\.isTyped).map(\.name) : calls
  }
}

extension Trial.Line {
  /// Whether an exploration added it as part of a change: a command of that name, or any if the name is nil.
  func isPart(_ name: String?) -> Bool { isChoice && self != .settling && (name == nil || name == self.name) }
}

/// The first difference between the two sessions of a comparison.
struct Difference {
  /// What the flow of the finding requires.
  enum Expectation {
    /// With the change, the output of the usual session.
    case asUsual
    /// With the change, any output but the present one, because the right one is unknown.
    case another
    /// Without the change, the output of the changed session, which is the right one.
    case asChanged
    /// With the change, any alerts at the end but the present ones.
    case otherAlerts
  }

  /// The index of its line in the changed session.
  let index: Int
  var expectation = Expectation.asUsual
  /// Whether only the output of the line differs, and not the screen.
  var isInOutput = false
  /// What was seen, in one sentence.
  let title: String
}
