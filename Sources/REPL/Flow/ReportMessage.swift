/// A report in transit from the process that ran the flow to the process that shows it.
package struct ReportMessage: Codable {
  private let path: String
  private let passed: Bool
  private let isBadScript: Bool
  private let phases: [FlowReport.Phase]
  private let lines: [StyledLine]
  private let reach: Reach
  private let mistake: String
  private let trace: SessionTrace

  package init(_ report: FlowReport) {
    path = report.path
    passed = report.passed
    isBadScript = report.isBadScript
    phases = report.phases
    lines = report.lines
    reach = report.reach
    mistake = report.mistake
    trace = report.trace
  }

  /// The report that was sent.
  package var report: FlowReport {
    FlowReport(
      path: path, passed: passed, isBadScript: isBadScript, phases: phases, lines: lines, reach: reach,
      mistake: mistake, trace: trace)
  }
}
