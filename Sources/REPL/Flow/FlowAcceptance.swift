import Foundation

/// Writes what a flow gives today into its file, in place of what was recorded.
@MainActor struct FlowAcceptance {
  private let runner: FlowRunner

  init(_ runner: FlowRunner) { self.runner = runner }

  /// Rewrites a file; gives a line that says so. Refused where the harness complains: that is never to be recorded.
  func accept(_ file: URL) async throws -> String {
    let old = try runner.text(of: file)
    let run = await runner.execute(try FlowParser.parse(old))
    guard run.complaints.isEmpty else {
      let complaints = run.complaints.map { "  \($0)" }.joined(separator: "\n")
      throw FlowFileError(description: "not accepted, for this cannot be recorded:\n\(complaints)")
    }
    let new = Self.rewritten(FlowText(old), run).text
    guard try FlowParser.parse(new).steps.map(\.output) == run.steps.map(\.output) else {
      throw FlowFileError(
        description: "not accepted: what it gives would not read back the same; look for odd characters")
    }
    if Data(new.utf8) == Data(old.utf8) { return "same \(file.relativePath)" }
    // Replaced as a whole; behind a link, what the link names.
    do { try Data(new.utf8).write(to: file.resolvingSymlinksInPath(), options: .atomic) } catch {
      throw FlowFileError(description: "it cannot be written: \(error.localizedDescription)")
    }
    return "wrote \(file.relativePath)"
  }

  /// The text with the outputs of a run, and the screens of bare prompts. All else stays as it is, byte for byte.
  private static func rewritten(_ text: FlowText, _ run: FlowRun) -> FlowText {
    var text = text
    for step in run.steps.reversed() where step.differs || step.expected.screen != step.screen {
      let first = step.expected.line - 1
      let last = first + step.expected.height
      let finalEnd = text.lines[last].end
      // A file whose last line has no end gets one where output follows it.
      let end = text.lines[first].end.isEmpty ? text.lines.first?.end ?? "" : text.lines[first].end
      let newline = end.isEmpty ? "\n" : end
      let contents =
        ["\(step.screen)> \(step.expected.command)"] + step.output.map { $0.isEmpty ? "" : "  \($0)" }
      var lines = contents.map { FlowText.Line(content: $0, end: newline) }
      lines[lines.count - 1].end = finalEnd
      text.lines.replaceSubrange(first...last, with: lines)
    }
    return text
  }
}
