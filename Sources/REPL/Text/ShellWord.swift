/// A word of a command that somebody may give to a shell as it is shown.
enum ShellWord {
  /// The text, in quotes unless the shell reads it as one word anyway.
  static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || "0123456789/._-+=:,@%".utf8.contains($0) }
    return isPlain
      ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// What is written in letters beyond ASCII is a word, too.
  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || 0x61...0x7A ~= byte | 0x20 }
}
