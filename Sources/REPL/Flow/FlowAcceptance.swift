import Foundation

/// Writes what a flow gives today into its file, in place of what was recorded.
@MainActor struct FlowAcceptance {
  private let runner: FlowRunner

  init(_ runner: FlowRunner) { self.runner = runner }

  /// The text of a file with the outputs of a run. Everything else stays as it is, byte for byte: a step that gave what is
  /// recorded is not touched.
  static func rewritten(_ text: String, _ run: FlowRunner.Run) -> String {
    var lines = FlowParser.lines(text)
    for step in run.phases.flatMap(\.steps).reversed() {
      let index = step.expected.line - 1
      if step.expected.screen != step.screen {
        let mark = FlowParser.withoutMark(lines[index].text) == lines[index].text ? "" : FlowParser.mark
        lines[index].text = "\(mark)\(step.screen)> \(step.expected.command)"
      }
      guard step.expected.output != step.output else { continue }
      var end = index + 1, next = end
      // The recorded output: indented lines, and blank ones between them.
      while next < lines.count, FlowParser.isOutput(lines[next].text) || FlowParser.isBlank(lines[next].text) {
        next += 1
        if FlowParser.isOutput(lines[next - 1].text) { end = next }
      }
      let isUnended = end == lines.count && lines.last?.end == ""
      if lines[index].end.isEmpty { lines[index].end = lines[..<index].last?.end ?? "\n" }
      let lineEnd = lines[index].end
      lines.replaceSubrange(
        (index + 1)..<end,
        with: step.output.map { FlowParser.Line(text: $0.isEmpty ? "" : "  \($0)", end: lineEnd) })
      if isUnended { lines[lines.count - 1].end = "" }
    }
    return lines.map { $0.text + $0.end }.joined()
  }

  /// Rewrites a file; gives a line that says so. Refused where the harness complains: that is never to be recorded.
  func accept(_ file: URL) async throws -> String {
    let text = try FlowFile.text(of: file)
    let flow = try FlowParser.parse(text)
    // As for who runs it: what checks nothing is not what was meant.
    guard !flow.steps.isEmpty else { throw FlowFileError(description: runner.noCommand) }
    let run = await runner.execute(flow)
    guard run.complaints.isEmpty else {
      throw FlowRefusal(
        description: "not accepted, for this cannot be recorded:\n"
          + run.complaints.map { "  \($0)" }.joined(separator: "\n"))
    }
    let new = Self.rewritten(text, run)
    if FlowFile.isSame(new, text) { return "same \(file.relativePath)" }
    try FlowFile.replace(text, with: new, in: file)
    return "wrote \(file.relativePath)"
  }
}

/// A flow that must not be recorded as it is.
struct FlowRefusal: Error, CustomStringConvertible {
  let description: String
}
