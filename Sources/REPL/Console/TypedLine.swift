/// A line as it was typed: the name of a command, and what follows it.
struct TypedLine {
  /// The first word; empty if the line is blank.
  let name: String
  /// What follows the blank or tab behind the name, as it is.
  let argument: String

  /// Looked at scalar by scalar, for a blank may be one character with what is beside it.
  init(_ line: String) {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    let words = line.unicodeScalars.drop(while: isBlank)
    guard let blank = words.firstIndex(where: isBlank) else {
      (name, argument) = (String(Substring(words)), "")
      return
    }
    name = String(Substring(words[..<blank]))
    argument = String(Substring(words[words.index(after: blank)...]))
  }
}
