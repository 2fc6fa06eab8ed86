import PlainText

/// Reports as the Test Anything Protocol, version 14: one case for each phase.
enum TAPReport {
  static func text(_ reports: [FlowReport]) -> String {
    var lines = ["TAP version 14", "1..\(reports.map(\.phases.count).reduce(0, +))"], number = 0
    for report in reports {
      for phase in report.phases {
        number += 1
        let name = "\(number) - \(escaped("\(Printable.line(report.path)): \(phase.title)"))"
        switch phase.outcome {
        case .passed: lines.append("ok \(name)")
        case .skipped: lines.append("ok \(name) # SKIP the flow was stopped in another phase")
        case .failed: lines += ["not ok \(name)"] + diagnosis(report, phase)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func diagnosis(_ report: FlowReport, _ phase: FlowReport.Phase) -> [String] {
    let place = Printable.line(report.path).replacing("'", with: "''")
    return ["  ---", "  at: '\(place):\(phase.line)'", "  message: |2-"] + phase.details.map { "    \($0.text)" } + [
      "  ..."
    ]
  }

  /// Escapes `#`, which starts a directive in a description.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }
}
