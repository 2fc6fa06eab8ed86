/// Work that leaves the process outside a named call: a script can neither answer it, nor wait for it, nor record it.
///
/// A script sets `report` while it runs, and a named call clears it for its own work. Tasks inherit it; work that moves to a queue or
/// to a timer has to carry it along.
package enum UnnamedWork {
  /// Receives the complaints about such work; nil where it is allowed.
  @TaskLocal package static var report: (@Sendable (_ complaint: String) -> Void)?

  /// The complaint about work that is about to leave the process, which the caller then refuses; nil if the work is allowed.
  package static func refusal(_ complaint: @autoclosure () -> String) -> String? {
    guard let report else { return nil }
    let complaint = complaint()
    report(complaint)
    return complaint
  }
}
