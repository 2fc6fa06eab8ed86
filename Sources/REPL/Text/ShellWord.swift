/// A word of a printed command that users may copy to a shell.
package enum ShellWord {
  /// The text, in quotes unless the shell reads it as one word without them.
  package static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { isLetter($0) || "0123456789/._-+=:,@%".utf8.contains($0) }
    return isPlain
      ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// Options with their values: `--data d --wet`.
  package static func quoted(_ options: [String: String]) -> [String] {
    options.sorted { $0.key < $1.key }.flatMap { name, value in
      if value.hasPrefix("--") { return ["--\(name)=\(quoted(value))"] }
      return value.isEmpty ? ["--\(name)"] : ["--\(name)", quoted(value)]
    }
  }

  /// Letters beyond ASCII need no quotes.
  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || 0x61...0x7A ~= byte | 0x20 }
}
