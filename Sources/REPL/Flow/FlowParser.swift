/// Reads flows.
///
///     flow    = { phase | command | output | blank } { file }
///     phase   = "#" text
///     command = [screen] "> " text
///     output  = "  " text
///     file    = "-- " name " --" newline text
enum FlowParser {
  /// Lines as they are, without their ends. A carriage return before a newline belongs to the end.
  static func lines(_ text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  static func parse(_ text: String) throws(FlowSyntaxError) -> Flow {
    var flow = Flow(phases: [], files: [:])
    var file: (name: String, lines: [String])?
    var blanks = 0
    for (index, line) in lines(text).enumerated() {
      let number = index + 1
      if let name = fileName(line) {
        if let file { flow.files[file.name] = contents(file.lines) }
        guard flow.files[name] == nil else {
          throw FlowSyntaxError(line: number, reason: "there are two data files '\(name)'; rename one")
        }
        file = (name, [])
      } else if file != nil {
        file?.lines.append(line)
      } else if line.allSatisfy(\.isWhitespace) {
        blanks += 1
      } else if line.hasPrefix("  ") {
        try add(output: String(line.dropFirst(2)), blanks: blanks, number, to: &flow)
        blanks = 0
      } else {
        blanks = 0
        if line.hasPrefix("#") {
          let title = line.drop { $0 == "#" }.drop { $0 == " " }
          flow.phases.append(Flow.Phase(title: String(title), steps: [], line: number))
        } else {
          try add(step(line, number), to: &flow)
        }
      }
    }
    if let file { flow.files[file.name] = contents(file.lines) }
    return flow
  }

  private static func fileName(_ line: String) -> String? {
    guard line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 else { return nil }
    return String(line.dropFirst(3).dropLast(3))
  }

  private static func contents(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  private static func step(_ line: String, _ number: Int) throws(FlowSyntaxError) -> Flow.Step {
    for marker in ["<<<<<<<", "=======", ">>>>>>>"] where line.hasPrefix(marker) {
      throw FlowSyntaxError(line: number, reason: "a merge conflict is left; settle it first")
    }
    guard let mark = line.firstIndex(of: ">"), !line[..<mark].contains(where: \.isWhitespace) else {
      throw FlowSyntaxError(
        line: number,
        reason: "'\(Printable.line(String(line.prefix(40))))' is neither a phase (#), a command (screen> …), output "
          + "(two blanks in front) nor a data file (-- name --)")
    }
    let rest = line[line.index(after: mark)...]
    guard rest.isEmpty || rest.hasPrefix(" ") else {
      throw FlowSyntaxError(line: number, reason: "a blank is missing behind '>'")
    }
    let command = String(rest.dropFirst())
    if command.hasPrefix(":") {
      do throws(MetaCommandError) { _ = try MetaCommand.parse(command) } catch {
        throw FlowSyntaxError(line: number, reason: "\(error)")
      }
    }
    return Flow.Step(screen: String(line[..<mark]), command: command, output: [], line: number)
  }

  private static func add(_ step: Flow.Step, to flow: inout Flow) throws(FlowSyntaxError) {
    if flow.phases.isEmpty { flow.phases.append(Flow.Phase(title: nil, steps: [], line: step.line)) }
    flow.phases[flow.phases.count - 1].steps.append(step)
  }

  private static func add(
    output: String, blanks: Int, _ number: Int, to flow: inout Flow
  ) throws(FlowSyntaxError) {
    guard let phase = flow.phases.indices.last, let step = flow.phases[phase].steps.indices.last else {
      throw FlowSyntaxError(line: number, reason: "output without a command above it; write the command first")
    }
    // Blank lines between outputs are output.
    if !flow.phases[phase].steps[step].output.isEmpty {
      flow.phases[phase].steps[step].output += Array(repeating: "", count: blanks)
    }
    flow.phases[phase].steps[step].output.append(output)
  }
}
