import Foundation
import PlainText

/// The result of running a flow. It can be encoded, for another process that shows it.
public struct FlowReport: Error, Codable, Sendable, CustomStringConvertible {
  package struct Phase: Codable, Sendable {
    package enum Outcome: String, Codable { case passed, failed, skipped }
    package static let untitled = "(no title)"
    package let title: String
    package let line: Int
    package let outcome: Outcome
    package let details: [StyledLine]
    package var failedLine: Int?
    /// The steps, if a picture or a page shows them.
    package var steps: [DrawnStep] = []
    /// The differences from the recorded output, if a page shows them.
    package var differences: [StepDifference] = []
  }
  /// The flow's path.
  public let path: String
  /// Whether all output was as recorded and the app left nothing behind.
  public let passed: Bool
  /// Whether the file is not a flow, or cannot be read.
  public let isBadScript: Bool
  package var phases: [Phase]
  package let lines: [StyledLine]
  package let reach: Reach
  /// The first mistake of the flow, and the number of the problems that may follow from it; empty if there is no mistake.
  package private(set) var mistake = ""
  package var trace: SessionTrace
  /// The complaints at the end of a flow without `:quit`.
  package private(set) var end: [String] = []

  /// The text to show: one line if the flow passed, otherwise the first phase that differs, in full.
  public var text: String { lines.map(\.text).joined(separator: "\n") }

  /// The same as ``text``.
  public var description: String { text }
}

extension FlowReport {
  /// The report of a flow that an app of this name ran with the app's own options.
  package init(_ path: String, _ run: FlowResult, app: String, options: [String: String] = [:]) {
    self.path = path
    passed = run.isClean
    isBadScript = false
    reach = run.reach
    trace = run.trace
    mistake = run.firstMistake.joined(separator: " ")
    end = run.end
    var difference = PhaseDifference()
    phases = run.phases.enumerated().compactMap { index, part in
      let end = index == run.lastPhase ? run.end : [], line = part.steps.last?.expected.line
      let isWrong = !end.isEmpty || part.steps.contains(where: \.isWrong)
      // A comment above another one begins no phase.
      if part.phase.steps.isEmpty, !isWrong, index < run.phases.count - 1 { return nil }
      // Its output is unknown: it did not run, or the flow was stopped later.
      let isSkipped = !isWrong && part.steps.isEmpty && !part.phase.steps.isEmpty
      // What follows a mistake is only counted.
      let mistaken = part.steps.firstIndex(where: \.isNewMistake), shown = mistaken.map { Array(part.steps[...$0]) }
      return Phase(
        title: Columns.cut(Printable.line(part.phase.title ?? Phase.untitled), to: 70), line: part.phase.line,
        outcome: isSkipped ? .skipped : isWrong ? .failed : .passed,
        details: isWrong
          ? difference.lines(shown ?? part.steps) + (run.mistakes.isEmpty ? end.flatMap(Self.complaint) : []) : [],
        failedLine: isWrong ? part.steps.first(where: \.isWrong)?.expected.line ?? line : nil,
        steps: part.steps.compactMap(\.drawn),
        differences: part.steps.compactMap(\.difference)
          + (end.isEmpty
            ? [] : [StepDifference(command: "(the end)", line: line ?? part.phase.line, old: [], new: end)]))
    }
    lines =
      passed
      ? [StyledLine("ok   \(path) (\(CountText.of(phases.count, "phase")))", .passed)]
      : Self.failure(
        path, phases, run.mistakes.isEmpty ? run.complaints : [],
        Self.advice(on: run, Self.acceptance(of: path, app, options)))
  }

  /// The command that accepts this run. It repeats the options, since other options may give another output.
  private static func acceptance(of path: String, _ app: String, _ options: [String: String]) -> String {
    Printable.line(
      ([app, "accept"] + ShellWord.quoted(options) + [ShellWord.quoted(path)]).joined(separator: " "))
  }

  private static func advice(on run: FlowResult, _ acceptance: String) -> [StyledLine] {
    if run.mistakes.isEmpty {
      // A command for a shell is not broken across lines.
      let advice = "complaints (!!) are never accepted; correct their causes first"
      return [StyledLine("  " + (run.complaints.isEmpty ? "to record this output: \(acceptance)" : advice))]
    }
    let advice = "  mistakes are not accepted; correct \(run.firstMistake.joined(separator: " "))"
    return Columns.wrap(advice, to: 80, indent: "    ").map { StyledLine($0) }
  }

  private static func complaint(_ text: String) -> [StyledLine] {
    Columns.wrap("  \(text)", to: 80, indent: "     ").map { StyledLine($0, .failed) }
  }

  /// The report of a file that is not a flow.
  package init(bad path: String, _ reason: String) { self.init(bad: path, [(place: path, reason: reason)], line: 1) }

  /// The report of a file that is not a flow, or cannot be read.
  package init(bad path: String, _ error: any Error) {
    if let error = error as? FlowSyntaxError {
      self.init(bad: path, error.listed(path), line: error.mistakes.first { $0.file == nil }?.line ?? 1)
    } else {
      self.init(bad: path, ErrorText.of(error))
    }
  }

  private init(bad path: String, _ reasons: [(place: String, reason: String)], line: Int) {
    let texts = reasons.flatMap { place, reason in
      let head = "BAD  \(place):", reason = Printable.line(reason)
      // The reason stands beside the place if it fits, otherwise below: a path is not broken across lines.
      let fits = Columns.width(of: head) + 1 + Columns.width(of: reason) <= 80
      return fits ? ["\(head) \(reason)"] : [head] + Columns.wrap("     \(reason)", to: 80, indent: "     ")
    }
    self.path = path
    passed = false
    isBadScript = true
    reach = Reach()
    trace = SessionTrace()
    lines = texts.map { StyledLine($0, .failed) }
    phases = [Phase(title: "(no flow)", line: line, outcome: .failed, details: lines)]
  }

  /// One line for each passed phase, the first phase that differs in full, and advice.
  private static func failure(
    _ path: String, _ phases: [Phase], _ complaints: [String], _ advice: [StyledLine]
  ) -> [StyledLine] {
    var lines = [StyledLine("FAIL \(path)", .failed)]
    if let index = phases.firstIndex(where: { $0.outcome == .failed }) {
      lines += phases[..<index].filter { $0.outcome == .passed }.map { StyledLine("  ok   \($0.title)", .passed) }
      lines.append(StyledLine("  FAIL \(phases[index].title)", .failed))
      lines += phases[index].details
      let later = phases[(index + 1)...], differing = later.count { $0.outcome == .failed }
      if differing > 0 {
        lines.append(StyledLine("  \(CountText.of(differing, "later phase differs", "later phases differ")), too"))
      }
      let skipped = later.count { $0.outcome == .skipped }
      if skipped > 0 {
        lines.append(StyledLine("  \(CountText.of(skipped, "later phase was", "later phases were")) not run"))
      }
    }
    // A report of complaints must show at least one of them.
    if !complaints.isEmpty, !lines.contains(where: { $0.style == .failed && $0.text.contains("!! ") }) {
      lines += complaints.prefix(3).flatMap(complaint)
      if complaints.count > 3 { lines.append(StyledLine("  … \(complaints.count - 3) more complaints", .failed)) }
    }
    return lines + advice
  }
}
