import Foundation
import REPL

/// A flow whose process was stopped, or exited by itself.
struct FlowStop: Error {
  let path: String
  /// The lines that began; an exploring process also reports the variation and the session that it begins.
  var lines: [Origin] = []
  /// The trial that an exploring process played, up to the line that ran.
  var trial = Trial([])
  /// The problem, and the advice.
  let problem: String
  /// The place of a crash in the source.
  var place: String?

  /// The line that ran.
  var origin: Origin? { lines.last }

  /// The problem as a complaint of the harness.
  var complaint: String { "!! \(origin?.line.map { "\(path):\($0)" } ?? path): \(problem)" }

  static func misunderstood(_ path: String) -> FlowStop {
    FlowStop(path: path, problem: "another process of the program gave an unexpected answer; run it again")
  }
}

extension FlowReport {
  /// The report of a flow whose process was stopped, or exited by itself. The output until then is lost.
  init(stopped stop: FlowStop, app: String) {
    let flow = try? FlowParser.parse(FlowFile.text(of: URL(fileURLWithPath: stop.path))), line = stop.origin?.line ?? 1
    var phases = flow?.phases ?? []
    if phases.isEmpty { phases = [Flow.Phase(title: nil, steps: [], line: line)] }
    let index = phases.lastIndex { $0.line <= line } ?? 0
    phases[index].line = line
    self.init(stop.path, FlowResult(stopped: stop.complaint, phases, in: index), app: app)
  }
}
