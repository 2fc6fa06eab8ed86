/// A line as it was typed: the name of a command, and what follows it.
struct TypedLine {
  /// The first word; empty if the line is blank.
  let name: String
  /// What follows the blank or tab behind the name, as it is.
  let argument: String

  init(_ line: String) {
    let words = line.unicodeScalars.drop(while: Self.isBlank)
    guard let blank = words.firstIndex(where: Self.isBlank) else {
      (name, argument) = (String(Substring(words)), "")
      return
    }
    name = String(Substring(words[..<blank]))
    argument = String(Substring(words[words.index(after: blank)...]))
  }

  /// What follows the name, without the blanks around it: nobody sees them, and only a text may mean them.
  var word: String {
    let start = argument.unicodeScalars.drop(while: Self.isBlank)
    guard let end = start.lastIndex(where: { !Self.isBlank($0) }) else { return "" }
    return String(Substring(start[...end]))
  }

  /// A line without the blanks in front.
  static func trimmed(_ line: String) -> String { String(Substring(line.unicodeScalars.drop(while: isBlank))) }

  /// A line without the blanks in front of the colon that makes it one for the session; any other line as it is.
  static func unindented(_ line: String) -> String {
    let words = trimmed(line)
    return words.hasPrefix(":") ? words : line
  }

  /// Asked scalar by scalar, for a blank may be one character with what is beside it.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
