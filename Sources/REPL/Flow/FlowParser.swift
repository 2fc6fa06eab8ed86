/// Reads flows.
///
///     flow    = { phase | command | output | blank } { file }
///     phase   = "#" text
///     command = [screen] "> " text
///     output  = "  " text
///     file    = "-- " name " --" newline text
///
/// Any text gives a flow or the first line that is none, with what to do about it.
package struct FlowParser {
  private var flow = Flow(phases: [], files: [:])
  private var file: String?
  /// Blank lines since the last output: output themselves, if more of it follows.
  private var blanks = 0

  /// The flow that a text is.
  package static func parse(_ text: String) throws(FlowSyntaxError) -> Flow {
    var parser = FlowParser()
    for (index, line) in FlowText(text).lines.enumerated() { try parser.read(line, index + 1) }
    return parser.flow
  }

  private mutating func read(_ line: FlowText.Line, _ number: Int) throws(FlowSyntaxError) {
    let content = line.content
    for marker in ["<<<<<<< ", ">>>>>>> "] where content.hasPrefix(marker) {
      throw FlowSyntaxError(
        line: number, reason: "'\(marker.dropLast())' is a conflict of a merge; settle it first, then run again")
    }
    if let name = Self.fileName(content) {
      guard flow.files.updateValue("", forKey: name) == nil else {
        throw FlowSyntaxError(line: number, reason: "there are two data files \(Printable.quoted(name)); rename one")
      }
      file = name
    } else if let file {
      flow.files[file, default: ""] += content + line.end
    } else if content.allSatisfy(\.isWhitespace) {
      blanks += 1
    } else if content.hasPrefix("  ") {
      try add(output: content, number)
    } else if content.hasPrefix("#") {
      let title = content.drop { $0 == "#" }.drop { $0 == " " }
      flow.phases.append(Flow.Phase(title: String(title), steps: [], line: number))
    } else {
      let step = try Self.step(content, number)
      if flow.phases.isEmpty { flow.phases.append(Flow.Phase(title: nil, steps: [], line: number)) }
      flow.phases[flow.phases.count - 1].steps.append(step)
      blanks = 0
    }
  }

  private mutating func add(output line: String, _ number: Int) throws(FlowSyntaxError) {
    guard let phase = flow.phases.indices.last, let step = flow.phases[phase].steps.indices.last else {
      let what = flow.phases.isEmpty ? "" : " in its phase"
      throw FlowSyntaxError(
        line: number, reason: "this is output without a command above it\(what); write the command first")
    }
    if !flow.phases[phase].steps[step].output.isEmpty {
      flow.phases[phase].steps[step].output += Array(repeating: "", count: blanks)
    }
    blanks = 0
    flow.phases[phase].steps[step].output.append(Printable.trimmed(String(line.dropFirst(2))))
    flow.phases[phase].steps[step].height = number - flow.phases[phase].steps[step].line
  }

  private static func fileName(_ line: String) -> String? {
    guard line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 else { return nil }
    return String(line.dropFirst(3).dropLast(3))
  }

  private static func step(_ line: String, _ number: Int) throws(FlowSyntaxError) -> Flow.Step {
    guard let mark = line.firstIndex(of: ">"), !line[..<mark].contains(where: \.isWhitespace) else {
      throw FlowSyntaxError(
        line: number,
        reason: "\(Printable.quoted(line)) is neither a phase (# …), a command (screen> …), output "
          + "(two blanks in front) nor a data file (-- name --)")
    }
    let rest = line[line.index(after: mark)...]
    guard rest.isEmpty || rest.hasPrefix(" ") else {
      throw FlowSyntaxError(
        line: number, reason: "a blank is missing behind '>'; write \(Printable.quoted("\(line[...mark]) …"))")
    }
    let command = String(rest.dropFirst())
    if command.hasPrefix(":") {
      do throws(MetaCommandError) { _ = try MetaCommand.parse(command) } catch {
        throw FlowSyntaxError(line: number, reason: "\(error)")
      }
    }
    return Flow.Step(screen: String(line[..<mark]), command: command, output: [], line: number)
  }
}
