/// The output of a line, and its effect on the session.
package struct LineResult: Equatable, ExpressibleByArrayLiteral {
  package enum State: Equatable {
    case done
    /// The screen cannot read the argument, such as the number of a row that does not exist. A flow may record that.
    case misused
    /// The line names a command, a screen or an event that does not exist, or misuses one.
    case mistaken
    /// The app is closed: the time until the work that was under way is over, or nil if there was none or its end is unknown; and the
    /// complaints about work and objects that the app leaves behind.
    case over(awaitedTime: Duration?, appLeftovers: [String])
    /// No further line can run: the line caused endless work, or the app cannot be built.
    case stuck
  }
  package var output: [String]
  package var state: State

  package init(_ output: [String], _ state: State = .done) {
    self.output = output
    self.state = state
  }

  /// The output of a line that is done.
  package init(arrayLiteral output: String...) { self.init(output) }

  package var isOver: Bool { if case .over = state { true } else { false } }
  /// Whether the line is a mistake where it was typed.
  package var isMistake: Bool { state == .misused || state == .mistaken }

  /// The same as a mistake, unless the session is over or stuck.
  func asMistake(_ kind: State) -> LineResult { state == .done ? LineResult(output, kind) : self }

  func adding(_ more: [String]) -> LineResult { LineResult(output + more, state) }

  /// This result, followed by that of a later part of the line. A stuck session stays stuck.
  func adding(_ next: LineResult) -> LineResult {
    LineResult(output + next.output, state == .stuck ? .stuck : next.state)
  }

  var complaints: LineResult { LineResult(output.filter { $0.hasPrefix("!!") }, state) }
}
