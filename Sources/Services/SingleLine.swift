/// Makes foreign texts safe for one line of a terminal.
package enum SingleLine {
  /// Replaces control characters by spaces: they could move the cursor or forge a line of a log.
  package static func text(_ text: String) -> String {
    String(text.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0 })
  }
}
