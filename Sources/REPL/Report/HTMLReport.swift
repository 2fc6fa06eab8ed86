/// Reports as a page for people. Each flow is added as soon as it is over, so that its screens need not stay in memory.
struct HTMLReport {
  private let name: String
  private var page: ReportPage
  private var reach = Reach()
  private var failed = 0, count = 0

  init(app name: String) {
    self.name = name
    page = ReportPage(name, DifferenceTable.Sides(old: "recorded", new: "now"))
  }

  mutating func add(_ report: FlowReport) {
    count += 1
    if !report.passed { failed += 1 }
    reach.formUnion(report.reach)
    page.add(report.pageFlow)
  }

  /// The page, with a map of the app's screens if they are known.
  func text(_ graph: AppGraph?) -> String {
    let coverage = graph.map { CoverageReport(reach, of: $0).lines } ?? []
    return page.html(
      summary: "\(count - failed) passed, \(failed) failed", map: graph.map { CoverageReport.map(reach, of: $0) },
      coverage: coverage)
  }
}

extension FlowReport {
  /// The report in the form of the page.
  fileprivate var pageFlow: PageFlow {
    PageFlow(
      path: path, status: passed ? .passed : isBadScript ? .bad : .failed,
      phases: phases.map { phase in
        let isFailed = phase.outcome == .failed
        return PageFlow.Phase(
          title: phase.title, line: phase.line,
          status: isFailed ? .failed : phase.outcome == .passed ? .passed : .skipped,
          messages: isFailed && phase.differences.isEmpty ? phase.details.map(\.text) : [], steps: phase.steps,
          differences: phase.differences)
      },
      timeLine: trace.timeLine, timeLineText: trace.timeLine.entries.isEmpty ? [] : trace.marbles)
  }

  /// The report without the data that only a page shows.
  ///
  /// - Parameter keepsTrace: whether another report needs the time line.
  func withoutScreens(keepsTrace: Bool) -> FlowReport {
    FlowReport(
      path: path, passed: passed, isBadScript: isBadScript,
      phases: phases.map {
        Phase(title: $0.title, line: $0.line, outcome: $0.outcome, details: $0.details, failedLine: $0.failedLine)
      }, lines: lines, reach: reach, trace: keepsTrace ? trace : SessionTrace())
  }
}
