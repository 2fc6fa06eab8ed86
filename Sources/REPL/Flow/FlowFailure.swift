/// A failed flow, to be read by a person: passed phases on a line each, the first that differs in full, the same change
/// again only counted, and how to accept it.
struct FlowFailure {
  /// How many unchanged lines are shown around a change, and how many changed ones at most.
  private static let context = 3, most = 60

  private let path: String
  private let run: FlowRun
  private let app: String

  init(_ path: String, _ run: FlowRun, app: String) {
    self.path = path
    self.run = run
    self.app = app
  }

  var text: String {
    var lines = ["FAIL \(path)"]
    if let index = run.phases.firstIndex(where: { $0.steps.contains(where: Self.isWrong) }) {
      lines += run.phases[..<index].map { "  ok   \($0.phase.title ?? "(no title)")" }
      let (phase, steps) = run.phases[index]
      lines.append("  FAIL \(phase.title ?? "(no title)")")
      var seen: [[String]: Int] = [:]
      for step in steps { lines += Self.lines(step, &seen) }
      let later = run.phases[(index + 1)...].count { $0.steps.contains(where: Self.isWrong) }
      if later > 0 { lines.append("  \(later) later phase\(later == 1 ? " differs" : "s differ"), too") }
    }
    lines += run.end.map { "  \($0)" }
    if run.complaints.isEmpty { lines.append("  if that is right: \(app) accept \(path)") }
    return lines.joined(separator: "\n")
  }

  private static func isWrong(_ step: FlowRun.Step) -> Bool { step.differs || !step.complaints.isEmpty }

  private static func lines(_ step: FlowRun.Step, _ seen: inout [[String]: Int]) -> [String] {
    let expected = step.expected
    var lines: [String] = []
    if expected.screen.isEmpty || expected.screen == step.screen {
      lines.append(numbered(expected.line, " ", "\(step.screen)> \(expected.command)"))
    } else {
      lines.append(numbered(expected.line, "-", "\(expected.screen)> \(expected.command)"))
      lines.append(numbered(nil, "+", "\(step.screen)> \(expected.command)"))
    }
    let changes = LineDifference.between(expected.output, step.output)
    let hunk = changes.compactMap { change in
      switch change {
      case .same: nil as String?
      case .missing(let text): "-\(text)"
      case .extra(let text): "+\(text)"
      }
    }
    if !hunk.isEmpty, let first = seen[hunk] {
      return lines + [numbered(nil, " ", "  (the same change as in line \(first))")]
    }
    if !hunk.isEmpty { seen[hunk] = expected.line }
    return lines + listed(changes, below: expected.line)
  }

  /// The lines of a difference, with their numbers in the file; far from a change they are only counted.
  private static func listed(_ changes: [LineDifference], below line: Int) -> [String] {
    var lines: [String] = [], number = line, left = most, skipped = 0
    let near = nearChanges(changes)
    func flush() {
      guard skipped > 0 else { return }
      lines.append(numbered(nil, " ", "  (\(skipped) more line\(skipped == 1 ? "" : "s"))"))
      skipped = 0
    }
    for (index, change) in changes.enumerated() {
      if case .extra = change {} else { number += 1 }
      guard near.contains(index), left > 0 else {
        skipped += 1
        continue
      }
      flush()
      left -= 1
      switch change {
      case .same(let text): lines.append(numbered(number, " ", "  \(text)"))
      case .missing(let text): lines.append(numbered(number, "-", "  \(text)"))
      case .extra(let text): lines.append(numbered(nil, "+", "  \(text)"))
      }
    }
    flush()
    return lines
  }

  private static func nearChanges(_ changes: [LineDifference]) -> Set<Int> {
    let differing = changes.indices.filter { if case .same = changes[$0] { false } else { true } }
    // Where nothing differs, the output is shown as it is, but for its middle if it is long.
    let anchors = differing.isEmpty ? [0, changes.count - 1] : differing
    return Set(anchors.flatMap { ($0 - context)...($0 + context) })
  }

  private static func numbered(_ number: Int?, _ mark: Character, _ text: String) -> String {
    let number = number.map(String.init) ?? ""
    let line = "  \(String(repeating: " ", count: max(0, 5 - number.count)))\(number) \(mark) \(text)"
    return Printable.trimmed(line)
  }
}
