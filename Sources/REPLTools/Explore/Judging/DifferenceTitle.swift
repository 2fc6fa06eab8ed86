import REPL

/// What shows a difference.
enum Evidence {
  case screen
  /// An alert that is shown again, is another one, or is missing.
  case alert(String)
  /// A line, and the same line of the other session.
  case line(Played.Step, unlike: Played.Step)

  fileprivate var subject: String {
    switch self {
    case .screen: "The screen"
    case .alert: "An alert"
    case .line(let step, _): "'\(step.line.text)'"
    }
  }

  fileprivate var effect: String {
    switch self {
    case .screen: "the screen is another one"
    case .alert(let text): "'\(text)' is shown again"
    case .line(let step, let other): "'\(step.line.text)' \(step.effect(unlike: other))"
    }
  }
}

extension Question.Change {
  /// The name of the broken law.
  var law: String {
    switch self {
    case .repetition: "repetition"
    case .delays, .overtaking, .absence: "order"
    case .cancellation, .detour(.cancellation): "cancel"
    case .reload: "reload"
    case .restart: "restart"
    case .language: "language"
    case .detour(.idleTrip): Detour.trip.rawValue
    case .detour(let detour): detour.rawValue
    }
  }

  /// What was seen, in one sentence.
  ///
  /// - Parameters:
  ///   - calls: the calls whose answers were delayed.
  ///   - lines: the lines of the change.
  ///   - evidence: what shows the difference.
  func title(_ calls: [CallLog.Call], _ lines: [Trial.Line], _ evidence: Evidence) -> String {
    let names = calls.map { call in "\(call.name)\(call.origin.line.map { " (line \($0))" } ?? "")" }
    let last = names.last ?? "an answer", done = lines.filter(\.isTyped).map { "'\($0.text)'" }
    let command = done.first ?? lines[0].text, effect = evidence.effect
    switch self {
    case .repetition: return "\(command) has another effect than once when it is typed again before \(last) answers"
    case .overtaking: return "A late answer of \(last) replaces a newer one"
    case .absence: return "An answer of \(last) is lost while another screen is on top"
    case .cancellation: return "An answer of \(last) has an effect after its command was cancelled"
    case .reload: return "After a failure that was made good ('\(lines[0].text)'), \(effect)"
    case .restart: return "After the app was killed and started again, \(effect)"
    case .language: return "After another language and back, \(effect)"
    case .detour(.undo): return "'undo' does not take back \(command)"
    case .detour(.failure): return "After \(command) has failed \(done.count > 1 ? "twice" : "once"), \(effect)"
    case .detour(.cancellation): return "After \(command) was cancelled, \(effect)"
    case .detour(.refusal): return "After \(command) was refused, \(effect)"
    case .detour(.reopening): return "The screen is out of date: opened again, it shows something else"
    case .detour(.trip), .detour(.idleTrip), .detour(.pair):
      return "After \(done.joined(separator: " and ")), \(effect)"
    case .delays:
      let list = names.dropLast().joined(separator: ", ")
      let time = names.count < 2 ? "when \(last) answers" : "which of \(list) and \(last) answers first"
      return "\(evidence.subject) depends on \(time)"
    }
  }
}

extension Played.Step {
  /// What the line does, in contrast to the same line of another session.
  func effect(unlike other: Played.Step) -> String {
    func added(_ step: Played.Step, to other: Played.Step) -> String? {
      step.alerts.first { alert in step.alerts.count { $0 == alert } > other.alerts.count { $0 == alert } }
    }
    if isRefused != other.isRefused { return isRefused ? "is refused" : "is not refused" }
    if let alert = added(self, to: other) {
      let times = alerts.count { $0 == alert }
      return "shows '\(alert)'" + (times > 1 ? " \(times) times" : "")
    }
    return added(other, to: self).map { "does not show '\($0)'" } ?? "shows another screen"
  }
}
