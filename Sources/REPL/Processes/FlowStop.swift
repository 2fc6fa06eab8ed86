/// A flow whose process was stopped, or ended by itself.
struct FlowStop: Error {
  let path: String
  /// The line that ran.
  let origin: Origin?
  /// What happened, and what to do.
  let problem: String

  /// As the harness says it.
  var complaint: String { "!! \(origin?.line.map { "\(path):\($0)" } ?? path): \(problem)" }

  static func misunderstood(_ path: String) -> FlowStop {
    FlowStop(path: path, origin: nil, problem: "another process of the program answered something else; run it again")
  }
}
