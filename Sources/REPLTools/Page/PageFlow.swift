import REPL

/// The data of a flow on a page.
struct PageFlow {
  /// The outcome of a flow or a phase.
  enum Status: String {
    case passed, failed, skipped = "no result", bad = "no flow", same, accepted, refused, differs

    /// Whether a reader has to look at it.
    var isBad: Bool { [.failed, .bad, .refused, .differs].contains(self) }
  }
  struct Phase {
    /// nil if the phase has no title.
    var title: String?
    var line = 1
    var status: Status
    /// Messages, where no table of differences shows the failure.
    var messages: [String] = []
    var steps: [DrawnStep] = []
    var differences: [StepDifference] = []
  }
  let path: String
  let status: Status
  var phases: [Phase] = []
  var timeLine: [TimeLineMark] = []
  var timeLineText: [String] = []
}

extension FlowReport {
  /// The report in the form of a page.
  var pageFlow: PageFlow {
    PageFlow(
      path: path, status: passed ? .passed : isBadScript ? .bad : .failed,
      phases: phases.map { phase in
        PageFlow.Phase(
          title: phase.title, line: phase.line,
          status: phase.outcome == .failed ? .failed : phase.outcome == .passed ? .passed : .skipped,
          messages: phase.differences.isEmpty ? phase.details.map(\.text) : [], steps: phase.steps,
          differences: phase.differences)
      },
      timeLine: trace.timeLine, timeLineText: trace.marbles)
  }

  /// The report without the data that only a page shows.
  ///
  /// - Parameter keepsTrace: whether another report needs the time line.
  func withoutScreens(keepsTrace: Bool) -> FlowReport {
    var report = self
    for index in phases.indices { (report.phases[index].steps, report.phases[index].differences) = ([], []) }
    if !keepsTrace { report.trace = SessionTrace() }
    return report
  }
}
