/// A word of a printed command that users may copy to a shell.
enum ShellWord {
  /// The text, in quotes unless the shell reads it as one word without them.
  static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || "0123456789/._-+=:,@%".utf8.contains($0) }
    return isPlain
      ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Letters beyond ASCII need no quotes.
  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || 0x61...0x7A ~= byte | 0x20 }
}
