import BuiltPackage
import Foundation

/// What a tutorial tells its reader to do, in its order.
struct Tutorial {
  enum Step {
    /// A file is written: its name stands above it.
    case file(String, text: String)
    /// A command is typed, and succeeds.
    case command(String)
    /// A command is typed, and what its program then prints is shown; what follows a prompt is typed, too.
    case session(String, transcript: String)
    /// The file of that language that was written last has become this.
    case result(String, text: String)
  }
  /// The steps, each with the line it stands at.
  let steps: [(line: Int, step: Step)]

  init(_ document: Document) {
    let lines = document.text.components(separatedBy: "\n")
    var steps: [(line: Int, step: Step)] = []
    for language in ["sh", "console", "swift-manifest", "swift", "flow-commands", "flow"] {
      for block in document.blocks(language) {
        let above = lines[..<(block.line - 2)].last { !$0.isEmpty } ?? ""
        if let name = above.firstMatch(of: /`([^`]+)`:$/)?.1 {
          steps.append((block.line, .file(String(name), text: block.code + "\n")))
        } else if language == "sh" {
          let commands = block.code.components(separatedBy: "\n")
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

  /// What somebody types in a session: what follows the prompts, but not what the program types itself to begin with.
  static func typed(in transcript: String) -> String {
    transcript.components(separatedBy: "\n").compactMap { line in
      line.wholeMatch(of: /\S+> (.*)/).map { "\($0.1)\n" }
    }.joined()
  }
}

extension StringProtocol {
  /// What stands before the first of these, and what stands behind it.
  fileprivate func splitOnce(at separator: Character) -> (String, String) {
    let end = firstIndex(of: separator) ?? endIndex
    return (String(self[..<end]), String(self[end...].dropFirst()))
  }
}
