import Signals

/// Work that leaves the process outside a named call: a script can neither answer it, nor wait for it, nor record it.
///
/// A script sets `report` while it runs, and a named call sets `allowed` for its own work. Tasks inherit it; work that moves to a queue
/// or to a timer has to carry it along. Where it does not, the report of the process decides, if the process only plays scripts.
package enum UnnamedWork {
  /// Receives the complaints. An object: a closure that is read from a task-local and stored there again is wrapped each time.
  package protocol Report: AnyObject, Sendable {
    /// Whether a named call is at work, to which work on another thread may belong.
    var hasNamedWork: Bool { get }
    /// The line of the script that runs, or ran last.
    var place: String { get }
    func complain(_ complaint: String)
  }

  private final class Allowed: Report {
    let (hasNamedWork, place) = (true, "")
    func complain(_ complaint: String) {}
  }

  /// Receives the complaints about such work; nil where nothing says whether it is allowed.
  @TaskLocal package static var report: (any Report)?
  /// Stands for work that is allowed.
  package static let allowed: any Report = Allowed()
  /// In a process that only plays scripts: the report of the script that plays, and of work without a report.
  private static let process = Protected<(playsOnly: Bool, report: (any Report)?)>((false, nil))

  /// From now on, work without a report belongs to the script that plays.
  package static func playOnly() { process.withLock { $0.playsOnly = true } }

  /// A script plays.
  package static func play(_ report: any Report) {
    // The report of the script before is released outside the lock.
    withExtendedLifetime(process.withLock { $0.report }) { process.withLock { if $0.playsOnly { $0.report = report } } }
  }

  /// The complaint about work that is about to leave the process, which the caller then refuses; nil if the work is allowed.
  package static func refusal(_ complaint: @autoclosure () -> String) -> String? {
    let known = report, isElsewhere = known == nil
    guard let report = known ?? process.withLock({ $0.report }), report !== allowed else { return nil }
    if isElsewhere, report.hasNamedWork { return nil }
    let complaint = complaint()
    report.complain(complaint)
    return complaint
  }
}
