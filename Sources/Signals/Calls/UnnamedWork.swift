/// Work that leaves the process outside a named call: a script can neither answer it, nor wait for it, nor record it.
///
/// A script sets `report` while it runs, and a named call sets `allowed` for its own work. Tasks inherit it; work that moves to a queue
/// or to a timer has to carry it along. Where it does not, the report of the process decides, if the process only plays scripts.
package enum UnnamedWork {
  /// Receives the complaints. An object, because a closure that is read from a task-local and stored there again, as timers that
  /// repeat do, is wrapped each time.
  package final class Report: Sendable {
    fileprivate let complain: @Sendable (_ complaint: String) -> Void
    private let isNamed: @Sendable () -> Bool
    private let place: @Sendable () -> String

    /// - Parameters:
    ///   - isNamed: whether work on another thread may belong to a named call.
    ///   - place: the line of the script that runs, or ran last.
    package init(
      isNamed: @escaping @Sendable () -> Bool = { false }, place: @escaping @Sendable () -> String = { "" },
      _ complain: @escaping @Sendable (_ complaint: String) -> Void
    ) { (self.isNamed, self.place, self.complain) = (isNamed, place, complain) }

    /// Complains about work that was seen on another thread, unless it may belong to a named call.
    package func complainElsewhere(_ complaint: (_ place: String) -> String) {
      if !isNamed() { complain(complaint(place())) }
    }

    fileprivate var mayRefuseElsewhere: Bool { !isNamed() }
  }

  /// Receives the complaints about such work; nil where nobody has said whether it is allowed.
  @TaskLocal package static var report: Report?

  /// Stands for work that is allowed.
  package static let allowed = Report { _ in }

  /// In a process that only plays scripts: the report of the script that plays.
  private static let process = Protected<(playsOnly: Bool, report: Report?)>((false, nil))

  /// From now on, work without a report belongs to the script that plays.
  package static func playOnly() { process.withLock { $0.playsOnly = true } }

  /// A script plays.
  package static func play(_ report: Report) {
    let old = process.withLock { process -> Report? in
      guard process.playsOnly else { return nil }
      return swapped(&process.report, report)
    }
    withExtendedLifetime(old) {}
  }

  private static func swapped(_ old: inout Report?, _ new: Report) -> Report? {
    defer { old = new }
    return old
  }

  /// The complaint about work that is about to leave the process, which the caller then refuses; nil if the work is allowed.
  package static func refusal(_ complaint: @autoclosure () -> String) -> String? {
    let known = report
    guard let report = known ?? process.withLock({ $0.report }), report !== allowed,
      known != nil || report.mayRefuseElsewhere
    else { return nil }
    let complaint = complaint()
    report.complain(complaint)
    return complaint
  }
}
