import PlainText
import REPL

/// Reports as JUnit XML in the schema of the CI engines: one suite for each flow, one case for each phase. It contains no
/// durations: time is virtual, and equal flows give equal bytes.
enum JUnitReport {
  static func text(_ reports: [FlowReport], app: String) -> String {
    let phases = reports.flatMap(\.phases), bad = reports.count(where: \.isBadScript)
    let failed = phases.count { $0.outcome == .failed } - bad
    let suites = reports.map(suite).joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites\(attributes(("name", app), ("tests", phases.count), ("failures", failed), ("errors", bad)))>\n"
      + suites + "</testsuites>\n"
  }

  private static func suite(_ report: FlowReport) -> String {
    let failed = report.phases.count { $0.outcome == .failed }
    let head = attributes(
      ("name", Printable.line(report.path)), ("tests", report.phases.count),
      ("failures", report.isBadScript ? 0 : failed),
      ("errors", report.isBadScript ? failed : 0), ("skipped", report.phases.count { $0.outcome == .skipped }))
    return "  <testsuite\(head)>\n" + report.phases.map { testCase($0, report) }.joined() + "  </testsuite>\n"
  }

  private static func testCase(_ phase: FlowReport.Phase, _ report: FlowReport) -> String {
    let head = "    <testcase\(attributes(("name", phase.title), ("classname", Printable.line(report.path))))"
    switch phase.outcome {
    case .passed: return head + "/>\n"
    case .skipped: return head + "><skipped message=\"the flow was stopped in another phase\"/></testcase>\n"
    case .failed:
      let element = report.isBadScript ? "error" : "failure"
      let message = attributes(("message", Printable.line("\(report.path):\(phase.line)")))
      let details = Markup.escaped(phase.details.map(\.text).joined(separator: "\n"))
      return head + ">\n      <\(element)\(message)>\(details)</\(element)>\n    </testcase>\n"
    }
  }

  private static func attributes(_ all: (name: String, value: any CustomStringConvertible)...) -> String {
    all.map { " \($0.name)=\"\(Markup.escaped("\($0.value)"))\"" }.joined()
  }
}
