/// Work that leaves the process outside a named call: a script can neither answer it, nor wait for it, nor record it.
///
/// A script sets `report` while it runs, and a named call clears it for its own work. Tasks inherit it; work that moves to a queue or
/// to a timer has to carry it along.
package enum UnnamedWork {
  /// Receives the complaints. An object, because a closure that is read from a task-local and stored there again, as timers that
  /// repeat do, is wrapped each time.
  package final class Report: Sendable {
    fileprivate let complain: @Sendable (_ complaint: String) -> Void

    package init(_ complain: @escaping @Sendable (_ complaint: String) -> Void) { self.complain = complain }
  }

  /// Receives the complaints about such work; nil where it is allowed.
  @TaskLocal package static var report: Report?

  /// The complaint about work that is about to leave the process, which the caller then refuses; nil if the work is allowed.
  package static func refusal(_ complaint: @autoclosure () -> String) -> String? {
    guard let report else { return nil }
    let complaint = complaint()
    report.complain(complaint)
    return complaint
  }
}
