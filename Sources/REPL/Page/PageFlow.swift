/// A flow as a page shows it.
struct PageFlow {
  /// The outcome of a flow or a phase.
  enum Status: String {
    case passed, failed, skipped = "not run", bad = "no flow", same, accepted, refused, differs

    /// Whether a reader has to look at it.
    var isBad: Bool { [.failed, .bad, .refused, .differs].contains(self) }
  }
  struct Phase {
    /// nil where there is nothing to be named.
    var title: String?
    var line = 1
    var status: Status
    /// Messages, where no table of differences says it.
    var messages: [String] = []
    var steps: [DrawnStep] = []
    var differences: [StepDifference] = []
  }
  let path: String
  let status: Status
  var phases: [Phase] = []
  var timeLine = TimeLine(entries: [])
  /// The time line as text.
  var timeLineText: [String] = []
}
