import Foundation

/// Writes what a flow gives today into its file, in place of what was recorded.
@MainActor struct FlowAcceptance {
  private let runner: FlowRunner

  init(_ runner: FlowRunner) { self.runner = runner }

  /// The text of a file with the outputs of a run. Everything else stays as it is, byte for byte.
  static func rewritten(_ text: String, _ run: FlowRunner.Run) -> String {
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = FlowParser.lines(text)
    let steps = run.phases.flatMap(\.steps)
    for step in steps.reversed() {
      let index = step.expected.line - 1
      var end = index + 1
      // The recorded output: indented lines, and blank ones between them.
      for (next, line) in lines.enumerated().dropFirst(index + 1) {
        if line.hasPrefix("  "), !line.allSatisfy(\.isWhitespace) {
          end = next + 1
        } else if !line.allSatisfy(\.isWhitespace) {
          break
        }
      }
      let output = step.output.map { $0.isEmpty ? "" : "  \($0)" }
      lines.replaceSubrange(index..<end, with: ["\(step.screen)> \(step.expected.command)"] + output)
    }
    return lines.joined(separator: lineEnd) + (text.hasSuffix("\n") ? lineEnd : "")
  }

  /// Rewrites a file; gives a line that says so. Refused where the harness complains: that is never to be recorded.
  func accept(_ file: URL) throws -> String {
    let flow = try runner.read(file)
    let run = runner.execute(flow)
    guard run.complaints.isEmpty else {
      throw FlowFileError(
        description: "not accepted, for this cannot be recorded:\n"
          + run.complaints.map { "  \($0)" }.joined(separator: "\n"))
    }
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let new = Self.rewritten(text, run)
    if new == text { return "same \(file.relativePath)" }
    do { try Data(new.utf8).write(to: file, options: .atomic) } catch {
      throw FlowFileError(description: "it cannot be written: \(error.localizedDescription)")
    }
    return "wrote \(file.relativePath)"
  }
}
