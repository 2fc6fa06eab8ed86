import Foundation
import REPL

extension CommandLineProgram {
  /// Draws a flow's current run as a session in a terminal, and writes the picture.
  ///
  /// - Returns: the exit code: 1 if the flow does not pass, although it is drawn; 2 if the file is not a flow.
  func draw(_ files: [URL]) async -> Int32 {
    guard let file = files.first, files.count == 1 else {
      complain("draw takes one flow, not \(files.count); name one")
      return 2
    }
    let worker = FlowWorker(app, asked, terminal.makeProcess(false)), report = await worker.report(of: file)
    await worker.end()
    if !report.passed { for line in report.lines { terminal.complain(line.text) } }
    let phases: [SessionRows.Phase] = report.phases.map {
      ($0.title == FlowReport.Phase.untitled ? nil : $0.title, $0.steps)
    }
    guard phases.contains(where: { !$0.steps.isEmpty }) else { return report.isBadScript ? 2 : 1 }
    let picture = SessionPicture("\(app.name): \(file.lastPathComponent)", phases)
    let text = asked.isAnimated ? picture.animated : picture.still
    guard write(text, to: asked.svg) else { return 2 }
    return report.passed ? 0 : 1
  }
}
