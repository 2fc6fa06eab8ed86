import REPL

/// A kind of change that an exploration makes, and what must not depend on it.
struct Law: Sendable {
  /// A name that no other law has.
  let name: String
  /// The first word of its findings' names, unless that is its own name.
  var kind: String?
  /// The command of the added lines that belong to the change; nil for all.
  var part: String?
  /// The same trial without the change: by default, without its lines.
  var usual: @MainActor (Trial, _ isPart: (Trial.Line) -> Bool) -> Trial = { $0.replacing($1) { _ in nil } }
  /// The session that the trial has to be like, made of the usual one.
  var expected: @MainActor (_ usual: Played, Trial) -> Played = { usual, _ in usual }
  /// The calls or commands of the change. Findings of a law with the same ones have the same cause.
  var source: @MainActor (Comparison) -> [String] = { $0.delayedOrTyped }
  /// The first difference that is a mistake; nil if there is none, or if the two sessions are not comparable.
  let difference: @MainActor (Comparison) async -> Difference?

  /// Whether a line belongs to the change.
  func has(_ line: Trial.Line) -> Bool { line.isPart(part) }
  @MainActor func usual(of trial: Trial) -> Trial { usual(trial, has) }
}

extension Law: Equatable, CustomStringConvertible {
  var description: String { name }
  static func == (first: Law, second: Law) -> Bool { first.name == second.name }
}

extension Trial.Line {
  /// Whether an exploration added it as part of a change: a command of that name, or any if the name is nil.
  func isPart(_ name: String?) -> Bool { isChoice && self != .settling && (name == nil || name == self.name) }
}

extension Trial {
  /// The same trial with other lines in place of some; nil removes a line.
  func replacing(_ isPart: (Line) -> Bool, by other: (Line) -> Line?) -> Trial {
    with(lines.compactMap { isPart($0) ? other($0) : $0 })
  }
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
