import PlainText

/// The line of a session that started a timer or made a call, with its number in a flow.
package struct Origin: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line in its flow; nil where lines are typed.
  package var line: Int?
  /// The line, without secrets.
  package var text = ""

  package init(line: Int? = nil, text: String = "") {
    self.line = line
    self.text = text
  }

  /// `at line 3 by 'save'`.
  package var description: String {
    let by = "by '\(Printable.quote(text))'"
    return line.map { "at line \($0) \(by)" } ?? by
  }

  /// `at line 3`, or the line itself where there is no number.
  package var place: String { line.map { "at line \($0)" } ?? description }
}

/// Called with a line before it runs, and with nil while a slow line continues.
package typealias LineProgress = @MainActor @Sendable (Origin?) -> Void
