/// A promise or another session command that cannot be parsed.
package struct LineError: Error, Equatable, CustomStringConvertible {
  package let description: String
  /// The number of characters before the mistake.
  let offset: Int

  init(_ description: String, at offset: Int = 0) {
    self.description = description
    self.offset = offset
  }
}
