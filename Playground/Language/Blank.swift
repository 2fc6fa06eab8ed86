extension String {
  /// Whether the text is invisible: empty, or only spaces and invisible characters such as a zero-width space.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
        // The braille pattern without dots.
        || scalar == "\u{2800}"
    }
  }
}
