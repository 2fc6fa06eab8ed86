/// Texts from elsewhere, on one line of a terminal.
enum SingleLine {
  /// Control characters become a space: they could move the cursor, or begin a new line of a log.
  static func text(_ text: String) -> String {
    String(text.map { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : $0 })
  }
}
