extension String {
  /// Whether there is nothing to see in it: no characters, or only spaces and characters without a shape, such as a zero-width
  /// space.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
        // The braille pattern without dots.
        || scalar == "\u{2800}"
    }
  }
}
