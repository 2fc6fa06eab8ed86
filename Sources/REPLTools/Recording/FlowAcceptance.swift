import Foundation
import PlainText
import REPL

/// Replaces the recorded outputs in the file of a flow by those of a run.
@MainActor struct FlowAcceptance {
  /// The result of accepting a flow.
  struct Outcome: Codable, Equatable {
    /// The printed lines: the file, and the changes.
    var lines: [StyledLine] = []
    /// Whether the file has another text now.
    var isWritten = false
    /// The steps whose output changes.
    var differences: [StepDifference] = []
    /// The reasons why it is not accepted.
    var complaints: [String] = []
    var code: Int32 = 0
    var reach = Reach()
  }
  let runner: FlowRunner
  /// Whether a flow may have mistakes, such as commands, screens and events that do not exist.
  var evenErrors = false

  /// The text of a file with the outputs of a run. All other bytes stay the same, and so do steps whose output is as recorded.
  static func rewritten(_ text: String, _ run: FlowResult) -> String {
    var lines = FlowParser.lines(text)
    for step in run.steps.reversed() {
      let index = step.expected.line - 1
      if step.expected.screen != step.screen {
        let mark = FlowParser.withoutMark(lines[index].text) == lines[index].text ? "" : FlowParser.mark
        lines[index].text = "\(mark)\(step.screen)> \(step.expected.command)"
      }
      guard step.outputDiffers else { continue }
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

  /// Rewrites a file, or returns the reasons why not.
  func outcome(_ file: URL, progress: @escaping LineProgress = { _ in }) async -> Outcome {
    do { return try await accept(file, progress: progress) } catch let refusal as FlowRefusal {
      return refusal.outcome(file.relativePath)
    } catch { return Outcome(complaints: FlowReport(bad: file.relativePath, error).lines.map(\.text), code: 2) }
  }

  /// Rewrites a file; returns the changes. Throws a `FlowRefusal` if the harness complains, if the flow has
  /// mistakes, or if the flow would not pass with its new outputs.
  func accept(_ file: URL, progress: @escaping LineProgress = { _ in }) async throws -> Outcome {
    let text = try FlowFile.text(of: file), flow = try runner.flow(text, of: file)
    let run = await runner.execute(flow, progress: progress)
    try refuse(run)
    let new = Self.rewritten(text, run)
    if FlowFile.isSame(new, text) { return Outcome(lines: [StyledLine("same \(file.relativePath)")], reach: run.reach) }
    try FlowFile.replace(text, with: try await passing(new, flow.promises, progress), in: file)
    return Outcome(
      lines: [StyledLine("wrote \(file.relativePath)")] + Self.difference(run),
      isWritten: true, differences: run.steps.compactMap(\.difference), reach: run.reach)
  }

  private func refuse(_ run: FlowResult) throws(FlowRefusal) {
    if !evenErrors, !run.mistakes.isEmpty {
      throw FlowRefusal(
        reason: "it has mistakes", details: run.firstMistake + ["correct it, or accept it with --even-errors"])
    }
    guard run.complaints.isEmpty else { throw FlowRefusal(details: run.complaints) }
  }

  /// The text, if it passes; otherwise the text with new outputs, because outputs may depend on earlier ones.
  private func passing(
    _ text: String, _ promises: [Promise], _ progress: @escaping LineProgress
  ) async throws -> String {
    var text = text, differing: String?
    for _ in 0..<3 {
      var flow: Flow
      do throws(FlowSyntaxError) { flow = try FlowParser.parse(text) } catch {
        throw FlowRefusal(reason: "this output cannot be written in a flow", details: ["\(error)"])
      }
      flow.promises = promises
      let run = await runner.execute(flow, progress: progress)
      try refuse(run)
      if run.isClean { return text }
      text = Self.rewritten(text, run)
      differing = run.steps.first(where: \.differs)?.expected.command ?? differing
    }
    throw FlowRefusal(
      reason: "its output differs from run to run",
      details: [
        (differing.map { "that of '\($0)' first; " } ?? "")
          + "take time and ids from the session's environment, seed random numbers, and stub real calls"
      ])
  }

  /// The changes, phase by phase.
  private static func difference(_ run: FlowResult) -> [StyledLine] {
    var difference = PhaseDifference()
    return run.phases.filter { $0.steps.contains(where: \.differs) }.flatMap { phase, steps in
      [StyledLine("  # \(Columns.cut(phase.title ?? "(no title)", to: 70))")] + difference.lines(steps)
    }
  }
}

/// A flow that must not be accepted, with the reason.
struct FlowRefusal: Error {
  /// The text after "not accepted, because "; unless given, that the harness complains.
  var reason = "this cannot be recorded"
  let details: [String]

  /// The outcome of the file with this refusal.
  func outcome(_ path: String) -> FlowAcceptance.Outcome {
    FlowAcceptance.Outcome(
      complaints: ["\(path): not accepted, because \(reason):"] + details.map { "  \($0)" }, code: 1)
  }
}
