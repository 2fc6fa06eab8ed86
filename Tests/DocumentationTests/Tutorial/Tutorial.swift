import BuiltPackage
import Foundation

/// The steps of a tutorial, in order.
struct Tutorial {
  enum Step {
    /// The reader writes a file; its name is above it.
    case file(String, text: String)
    /// The reader types a command, which succeeds.
    case command(String)
    /// The reader types a command and then the lines after the prompts; the tutorial shows the program's output.
    case session(String, transcript: String)
    /// The last written file of that language now has this text.
    case result(String, text: String)
  }
  /// The steps, each with its line number.
  let steps: [(line: Int, step: Step)]

  init(_ document: Document) {
    let lines = document.text.components(separatedBy: "\n")
    var steps: [(line: Int, step: Step)] = []
    for language in ["sh", "console", "swift-manifest", "swift", "swift-client", "flow-commands", "flow"] {
      for block in document.blocks(language) {
        let above = lines[..<(block.line - 2)].last { !$0.isEmpty } ?? ""
        if let name = above.firstMatch(of: /`([^`]+)`:$/)?.1 {
          steps.append((block.line, .file(String(name), text: block.code + "\n")))
        } else if language == "sh" {
          let commands = block.code.withoutContinuations.components(separatedBy: "\n")
          steps += commands.enumerated().map { (block.line + $0.offset, .command($0.element)) }
        } else if language == "console", block.code.hasPrefix("$ ") {
          let (command, transcript) = block.code.dropFirst(2).splitOnce(at: "\n")
          steps.append((block.line, .session(command, transcript: transcript + "\n")))
        } else {
          steps.append((block.line, .result(language, text: block.code + "\n")))
        }
      }
    }
    self.steps = steps.sorted { $0.line < $1.line }
  }

  /// The lines that a user types in a session: those after the prompts, without the lines that the program types itself to
  /// begin with.
  static func typed(in transcript: String) -> String {
    transcript.components(separatedBy: "\n").compactMap { line in
      line.wholeMatch(of: /\S+> (.*)/).map { "\($0.1)\n" }
    }.joined()
  }
}

extension StringProtocol {
  /// The text before the first separator, and the text after it.
  fileprivate func splitOnce(at separator: Character) -> (String, String) {
    let end = firstIndex(of: separator) ?? endIndex
    return (String(self[..<end]), String(self[end...].dropFirst()))
  }
}
