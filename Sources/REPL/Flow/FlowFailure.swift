/// A failed flow, to be read by a person: passed phases on a line each, the first that differs in full, the same change
/// again only counted, and how to accept it.
struct FlowFailure {
  private let path: String
  private let run: FlowRunner.Run
  private let app: String

  init(_ path: String, _ run: FlowRunner.Run, app: String) {
    self.path = path
    self.run = run
    self.app = app
  }

  var text: String {
    var lines = ["FAIL \(path)"]
    var seen: Set<[String]> = []
    if let index = run.phases.firstIndex(where: { $0.steps.contains(where: isWrong) }) {
      lines += run.phases[..<index].map { "  ok   \(Self.title($0.phase))" }
      let (phase, steps) = run.phases[index]
      lines.append("  FAIL \(Self.title(phase))")
      for step in steps { lines += self.lines(step, &seen) }
      let later = run.phases[(index + 1)...].filter { $0.steps.contains(where: isWrong) }.count
      if later > 0 { lines.append("  \(later) later phase\(later == 1 ? " differs" : "s differ"), too") }
    }
    lines += run.end.map { "  \($0)" }
    if run.complaints.isEmpty { lines.append("  if that is right: \(app) accept \(path)") }
    return lines.joined(separator: "\n")
  }

  private static func title(_ phase: Flow.Phase) -> String { Printable.line(phase.title ?? "(no title)") }

  private func isWrong(_ step: FlowRunner.Run.Step) -> Bool {
    step.differs || step.output.contains { $0.hasPrefix("!!") }
  }

  private func lines(_ step: FlowRunner.Run.Step, _ seen: inout Set<[String]>) -> [String] {
    let expected = step.expected
    var lines: [String] = []
    if expected.screen.isEmpty || expected.screen == step.screen {
      lines.append(numbered(expected.line, " ", "\(step.screen)> \(expected.command)"))
    } else {
      lines.append(numbered(expected.line, "-", "\(expected.screen)> \(expected.command)"))
      lines.append(numbered(nil, "+", "\(step.screen)> \(expected.command)"))
    }
    let changes = LineDifference.between(expected.output, step.output)
    let hunk = changes.filter { $0.mark != " " }.map { "\($0.mark)\($0.text)" }
    if hunk.count > 2, !seen.insert(hunk).inserted {
      return lines + [numbered(nil, " ", "  (the same \(hunk.count) lines differ again)")]
    }
    var number = (expected.outputLine ?? expected.line + 1) - 1
    for change in changes {
      if change.mark != "+" { number += 1 }
      lines.append(numbered(change.mark == "+" ? nil : number, change.mark, "  \(change.text)"))
    }
    return lines
  }

  private func numbered(_ number: Int?, _ mark: Character, _ text: String) -> String {
    let number = number.map(String.init) ?? ""
    return "  \(String(repeating: " ", count: max(0, 5 - number.count)))\(number) \(mark) \(Printable.line(text))"
  }
}
