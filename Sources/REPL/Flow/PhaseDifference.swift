import PlainText

/// Prints the output of a phase beside the recorded one: numbered lines with marks, at most 80 columns wide. Long runs of
/// lines, and differences that were printed before, are folded.
package struct PhaseDifference {
  private struct Line {
    var number: Int?
    var mark: Character
    let text: String
    /// The number of bytes left out at the beginning of a long line.
    var skipped = 0
  }
  private static let columns = 80
  private var seen: Set<[String]> = []

  package init() {}

  package mutating func lines(_ steps: [FlowResult.Step]) -> [StyledLine] {
    var all: [Line] = []
    for step in steps { all += lines(step) }
    align(&all)
    return folded(all)
  }

  /// The lines of a screen that differs between two builds of an app after a command. The number is the command's line.
  package mutating func lines(_ number: Int, _ command: String, old: [String], new: [String]) -> [StyledLine] {
    var all = [Line(number: number, mark: " ", text: "> \(command)")]
    add(LineDifference.between(old, new), from: nil, to: &all)
    align(&all)
    return folded(all)
  }

  private mutating func lines(_ step: FlowResult.Step) -> [Line] {
    // The echo contains no secret.
    let expected = step.expected, command = step.echo.isEmpty ? expected.command : step.echo
    var lines: [Line] = []
    if expected.screen.isEmpty || expected.screen == step.screen {
      lines.append(Line(number: expected.line, mark: " ", text: "\(step.screen)> \(command)"))
    } else {
      lines.append(Line(number: expected.line, mark: "-", text: "\(expected.screen)> \(command)"))
      lines.append(Line(mark: "+", text: "\(step.screen)> \(command)"))
    }
    let changes = LineDifference.between(expected.output, step.output)
    add(changes, from: expected.outputLine, to: &lines)
    return lines
  }

  /// Adds the changes, or a note if the same changes were printed before.
  ///
  /// - Parameter start: the number of the first expected line, if the lines have numbers.
  private mutating func add(_ changes: [LineDifference.Line], from start: Int?, to lines: inout [Line]) {
    let hunk = changes.filter { $0.mark != " " }.map { "\($0.mark)\($0.text)" }
    if hunk.count > 1, !seen.insert(hunk).inserted {
      lines.append(Line(mark: "~", text: "  (the same \(hunk.count) lines differ again)"))
      return
    }
    var number = start
    for change in changes {
      lines.append(Line(number: change.mark == "+" ? nil : number, mark: change.mark, text: "  \(change.text)"))
      if change.mark != "+" { number = number.map { $0 + 1 } }
    }
  }

  /// If a long line and its replacement differ only far from their beginnings, both are printed from that place on.
  private func align(_ lines: inout [Line]) {
    for index in lines.indices.dropLast() where lines[index].mark == "-" && lines[index + 1].mark == "+" {
      let old = lines[index].text, new = lines[index + 1].text
      let start = Self.commonStart(of: old, new)
      guard start > Self.columns / 2, max(old.utf8.count, new.utf8.count) > Self.columns - 10 else { continue }
      lines[index].skipped = start
      lines[index + 1].skipped = start
    }
  }

  /// The offset, in bytes, at which to begin printing two lines: shortly before their first difference.
  private static func commonStart(of old: String, _ new: String) -> Int {
    let bytes = Array(old.utf8), common = zip(bytes, new.utf8).prefix { $0 == $1 }.count
    // The beginning of a character.
    return bytes[..<max(0, common - 20)].lastIndex { $0 & 0xC0 != 0x80 } ?? 0
  }

  private func folded(_ lines: [Line]) -> [StyledLine] {
    LineDifference.runs(of: lines, by: \.mark).flatMap { mark, run in
      let isSame = mark == " "
      return LineDifference.folded(run, whole: isSame ? 12 : 40, beginning: isSame ? 4 : 20, show: styled) { count in
        let words = isSame ? "lines as recorded" : mark == "-" ? "more lines are missing" : "more lines"
        return StyledLine("          … \(count) \(words)", .quiet)
      }
    }
  }

  private func styled(_ line: Line) -> [StyledLine] {
    let number = line.number.map(String.init) ?? ""
    let margin = "  " + String(repeating: " ", count: max(0, 5 - number.count)) + "\(number) "
    let mark = line.mark == "~" ? " " : line.mark
    let text =
      line.skipped > 0
      ? "  …" + String(decoding: line.text.utf8.dropFirst(line.skipped).prefix(1000), as: UTF8.self) : line.text
    let width = Self.columns - margin.count - 2
    // Complaints of the harness are printed in full.
    if text.hasPrefix("  !!"), text.utf8.count < 10_000 {
      let lines = Columns.wrap(Printable.line(text), to: width, indent: "     ")
      return lines.enumerated().map { index, line in
        StyledLine(
          index == 0 ? margin + "\(mark) " + line : String(repeating: " ", count: margin.count + 2) + line, .failed)
      }
    }
    // Cut twice, because lines may be very long: before control characters are written out, and after.
    let start = Printable.line(Columns.cut(text, to: Self.columns))
    let style = ["-": StyledLine.Style.removed, "+": .added][line.mark] ?? .plain
    return [StyledLine(margin + "\(mark) " + Columns.cut(start, to: width), style)]
  }
}
