import REPL

/// A question about a trial.
enum Question: Codable, Hashable, Sendable {
  /// Whether it breaks a promise of every app, or one that the app states.
  case promises
  /// Whether the same lines give the same transcript when they are typed again.
  case sameAgain
  /// Whether the final screen depends on the change that the exploration made.
  case difference(Change)
  /// Whether a failure of the call, which the last line but one sets, is silent, removes the user's input, or lasts.
  case fault(of: String)

  /// The change of an exploration, which must not affect the final screen.
  enum Change: Codable, Hashable, Sendable {
    /// Answers come later, in another order.
    case delays
    /// A line is typed again before its answer comes.
    case repetition
    /// The answer to an earlier line comes after the answer to a later line.
    case overtaking
    /// An answer comes while another screen is on top, instead of after it closes.
    case absence

    /// Whether a line belongs to the change.
    func has(_ line: Trial.Line) -> Bool {
      guard line.isChoice else { return false }
      return switch (self, line.command) {
      case (.delays, .delay), (.overtaking, .delay), (.repetition, nil): true
      case (.absence, .advance): line != .settling
      default: false
      }
    }
  }
}

/// A trial with the question about it.
typealias AskedTrial = (trial: Trial, question: Question)
