import PlainText
import REPL

/// Reports as JUnit XML in the schema of the CI engines: one suite for each flow, one case for each phase. It contains no
/// durations: time is virtual, and equal flows give equal bytes.
enum JUnitReport {
  static func text(_ reports: [FlowReport], app: String) -> String {
    let phases = reports.flatMap(\.phases), bad = reports.count(where: \.isBadScript)
    let failed = phases.count { $0.outcome == .failed } - bad
    let suites = Markup.element(
      "testsuites", ["name": app, "tests": phases.count, "failures": failed, "errors": bad],
      "\n" + reports.map(suite).joined())
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(suites)\n"
  }

  private static func suite(_ report: FlowReport) -> String {
    let failed = report.phases.count { $0.outcome == .failed }, path = Printable.line(report.path)
    let cases = report.phases.map { phase in
      "    \(Markup.element("testcase", ["name": phase.title, "classname": path], result(phase, report)))\n"
    }
    let suite = Markup.element(
      "testsuite",
      [
        "name": path, "tests": cases.count, "failures": report.isBadScript ? 0 : failed,
        "errors": report.isBadScript ? failed : 0, "skipped": report.phases.count { $0.outcome == .skipped },
      ], "\n\(cases.joined())  ")
    return "  \(suite)\n"
  }

  /// The result of a case; nil if it passed.
  private static func result(_ phase: FlowReport.Phase, _ report: FlowReport) -> String? {
    switch phase.outcome {
    case .passed: return nil
    case .skipped: return Markup.element("skipped", ["message": "the flow was stopped in another phase"])
    case .failed:
      let details = Markup.escaped(phase.details.map(\.text).joined(separator: "\n"))
      let place = Printable.line("\(report.path):\(phase.line)")
      let failure = Markup.element(report.isBadScript ? "error" : "failure", ["message": place], details)
      return "\n      \(failure)\n    "
    }
  }
}
