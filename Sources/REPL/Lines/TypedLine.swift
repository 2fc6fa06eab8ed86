/// A typed line: the name of a command, and its argument.
package struct TypedLine {
  /// The first word; empty if the line is blank.
  package let name: String
  /// The text after the name and one blank or tab, unchanged.
  package let argument: String

  package init(_ line: String) {
    let words = line.unicodeScalars.drop(while: Self.isBlank)
    guard let blank = words.firstIndex(where: Self.isBlank) else {
      (name, argument) = (String(Substring(words)), "")
      return
    }
    name = String(Substring(words[..<blank]))
    argument = String(Substring(words[words.index(after: blank)...]))
  }

  /// The argument without surrounding blanks, which matter only to fields.
  package var word: String {
    let start = argument.unicodeScalars.drop(while: Self.isBlank)
    guard let end = start.lastIndex(where: { !Self.isBlank($0) }) else { return "" }
    return String(Substring(start[...end]))
  }

  package static func trimmed(_ line: String) -> String { String(Substring(line.unicodeScalars.drop(while: isBlank))) }

  /// A session command without leading blanks; any other line unchanged.
  package static func unindented(_ line: String) -> String {
    let words = trimmed(line)
    return words.hasPrefix(":") ? words : line
  }

  /// Takes a scalar, because a blank can form one character with the scalar next to it.
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
