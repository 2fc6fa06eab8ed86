import REPL

/// A question about a trial.
enum Question: Codable, Hashable, Sendable {
  /// Whether it breaks a promise of every app, or one that the app states.
  case promises
  /// Whether the same lines give the same transcript when they are typed again.
  case sameAgain
  /// Whether something that follows depends on the change that the exploration made.
  case difference(Change)
  /// Whether a failure of the call, which the last line but one sets, is silent, removes the user's input, or lasts.
  case fault(of: String)
  /// Whether a failure of the call is silent when it comes for the second time, in the last two pairs of lines.
  case secondFault(of: String)

  /// The change of an exploration, which must not affect what follows.
  enum Change: Codable, Hashable, Sendable {
    /// Answers come later, in another order.
    case delays
    /// A line is typed again before its answer comes.
    case repetition
    /// The answer to an earlier line comes after the answer to a later line.
    case overtaking
    /// An answer comes while another screen is on top, instead of after it closes.
    case absence
    /// A command is cancelled, and its answer comes afterwards instead of never.
    case cancellation
    /// Lines are inserted of which nothing may remain.
    case detour(Detour)
    /// A live call fails, and is made again later.
    case reload
    /// The app is killed and started again, instead of its screens being closed and opened again.
    case restart
    /// The app is started again in another language, and then in its own one.
    case language

    /// Whether a line belongs to the change.
    func has(_ line: Trial.Line) -> Bool {
      guard line.isChoice else { return false }
      return switch (self, line.command) {
      case (.delays, .delay), (.overtaking, .delay), (.repetition, nil): true
      case (.absence, .advance), (.detour, _): line != .settling
      case (.cancellation, .delay), (.reload, .fail), (.restart, .restart), (.language, .locale): true
      default: false
      }
    }
  }
}

/// Inserted lines of which nothing may remain.
enum Detour: String, Codable, Hashable, Sendable {
  /// A screen is opened above another, and closed.
  case trip
  /// A trip that changes nothing in any flow.
  case idleTrip
  /// A screen is opened again after the clock or the time zone has changed.
  case reopening
  /// A line is refused.
  case refusal
  /// A command is cancelled before its call fails.
  case cancellation
  /// A command fails, before it is typed again or the screen is left.
  case failure
  /// `undo` takes a change back.
  case undo
  /// A command happens to restore what another one has changed.
  case pair
}

extension Question.Change {
  /// Whether it opens a screen above, and closes it.
  var isTrip: Bool { self == .detour(.trip) || self == .detour(.idleTrip) }
}

/// A trial with the question about it.
typealias AskedTrial = (trial: Trial, question: Question)
