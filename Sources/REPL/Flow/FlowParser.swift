import PlainText

/// Parses flows.
///
///     flow    = { phase | command | output | blank } { file }
///     phase   = "#" text
///     command = [screen] "> " text
///     output  = "  " text
///     file    = "-- " name " --" newline text
package enum FlowParser {
  /// A line and its end: a newline, a carriage return and a newline, or nothing at the end of the text.
  package struct Line: Equatable {
    package var text: String
    package var end: String

    package init(text: String, end: String) { (self.text, self.end) = (text, end) }
  }

  /// The lines of a text. Only a newline ends a line: other line separators of Unicode may be part of a text. It works on bytes,
  /// because a newline or a blank can form one character with its neighbours.
  package static func lines(_ text: String) -> [Line] {
    var lines: [Line] = [], rest = Array(text.utf8)[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[..<end], hasReturn = line.last == UInt8(ascii: "\r")
      let text = String(decoding: line.dropLast(hasReturn ? 1 : 0), as: UTF8.self)
      lines.append(Line(text: text, end: hasReturn ? "\r\n" : "\n"))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { lines.append(Line(text: String(decoding: rest, as: UTF8.self), end: "")) }
    return lines
  }

  /// The byte order mark that some editors write at the start of a text.
  package static let mark = "\u{FEFF}"

  package static func withoutMark(_ text: String) -> String {
    text.unicodeScalars.first == "\u{FEFF}" ? String(Substring(text.unicodeScalars.dropFirst())) : text
  }

  /// Whether a line is output: two blanks and then a text.
  package static func isOutput(_ line: String) -> Bool { line.utf8.starts(with: "  ".utf8) && !isBlank(line) }

  /// Whether a line is blank. It works on scalars, because a blank can form one character with its neighbours.
  package static func isBlank(_ line: String) -> Bool { line.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  package static func parse(_ text: String) throws(FlowSyntaxError) -> Flow {
    let (flow, mistakes) = read(text)
    guard mistakes.isEmpty else { throw FlowSyntaxError(mistakes) }
    return flow
  }

  /// The flow without its bad lines, and the mistakes in these. Output below a bad line belongs to that line.
  package static func read(_ text: String) -> (flow: Flow, mistakes: [FlowMistake]) {
    var flow = Flow(phases: [], files: [:]), mistakes: [FlowMistake] = []
    var file: (name: String, lines: [String])?
    var blanks = 0, isBelowMistake = false, isInConflict = false
    for (index, line) in lines(withoutMark(text)).map(\.text).enumerated() {
      let number = index + 1
      do throws(FlowMistake) {
        if isConflict(line, isFile: file != nil) {
          // One mistake, although a conflict has several such lines.
          defer { isInConflict = !line.hasPrefix(">") }
          if isInConflict { continue }
          throw FlowMistake(
            line: number, text: "this line is left from a merge conflict; resolve the conflict first")
        }
        if let name = fileName(line) {
          if let file { flow.files[file.name] = contents(file.lines) }
          file = (name, [])
          if flow.files[name] != nil {
            throw FlowMistake(line: number, text: "there are two data files '\(name)'; rename one")
          }
        } else if file != nil {
          file?.lines.append(line)
        } else if isBlank(line) {
          blanks += 1
        } else if isOutput(line) {
          defer { blanks = 0 }
          if isBelowMistake { continue }
          try add(output: String(Substring(line.utf8.dropFirst(2))), blanks: blanks, number, to: &flow)
        } else {
          (blanks, isBelowMistake) = (0, false)
          if line.hasPrefix("#") {
            let title = line.drop { $0 == "#" }.drop { $0 == " " }
            flow.phases.append(
              Flow.Phase(title: isBlank(String(title)) ? nil : String(title), steps: [], line: number))
          } else {
            add(try step(line, number), to: &flow)
          }
        }
      } catch {
        mistakes.append(error)
        isBelowMistake = true
      }
    }
    if let file { flow.files[file.name] = contents(file.lines) }
    return (flow, mistakes)
  }

  private static func fileName(_ line: String) -> String? {
    guard line.hasPrefix("-- "), line.hasSuffix(" --"), line.count > 6 else { return nil }
    return String(line.dropFirst(3).dropLast(3))
  }

  private static func contents(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// Whether a line is left from a merge conflict. In a data file a row of equal signs may be data.
  private static func isConflict(_ line: String, isFile: Bool) -> Bool {
    (["<<<<<<<", ">>>>>>>"] + (isFile ? [] : ["======="])).contains(where: line.hasPrefix)
  }

  private static func step(_ line: String, _ number: Int) throws(FlowMistake) -> Flow.Step {
    guard let mark = line.unicodeScalars.firstIndex(of: ">"), !line[..<mark].contains(where: \.isWhitespace) else {
      throw FlowMistake(
        line: number,
        text: "'\(Printable.line(String(line.prefix(40))))' is neither a phase (#), a command (screen> …), output "
          + "(two blanks in front) nor a data file (-- name --)")
    }
    let rest = line.unicodeScalars[mark...].dropFirst()
    guard rest.isEmpty || rest.first == " " else {
      let column = line.unicodeScalars[...mark].count + 1
      throw FlowMistake(line: number, column: column, text: "a blank is missing after '>'")
    }
    let command = String(Substring(rest.dropFirst()))
    if case let meant = TypedLine.unindented(command), meant.hasPrefix(":") {
      do throws(LineError) { _ = try MetaCommand.parse(meant) } catch {
        let start = line.unicodeScalars[...mark].count + 2, blanks = command.count - meant.count
        let column = error.offset == 0 ? start : start + blanks + error.offset
        throw FlowMistake(line: number, column: column, text: "\(error)")
      }
    }
    return Flow.Step(screen: String(line[..<mark]), command: command, output: [], line: number)
  }

  private static func add(_ step: Flow.Step, to flow: inout Flow) {
    if flow.phases.isEmpty { flow.phases.append(Flow.Phase(title: nil, steps: [], line: step.line)) }
    flow.phases[flow.phases.count - 1].steps.append(step)
  }

  private static func add(
    output: String, blanks: Int, _ number: Int, to flow: inout Flow
  ) throws(FlowMistake) {
    guard let phase = flow.phases.indices.last, let step = flow.phases[phase].steps.indices.last else {
      throw FlowMistake(line: number, text: "output without a command above it; write the command first")
    }
    guard output.unicodeScalars.last?.properties.isWhitespace != true else {
      throw FlowMistake(
        line: number, column: output.count + 2,
        text: "this line ends in a blank, and output never does; remove the blank")
    }
    // Blank lines between outputs are output.
    if flow.phases[phase].steps[step].output.isEmpty {
      flow.phases[phase].steps[step].outputLine = number
    } else {
      flow.phases[phase].steps[step].output += Array(repeating: "", count: blanks)
    }
    flow.phases[phase].steps[step].output.append(output)
  }
}
