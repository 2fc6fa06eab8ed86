import REPL

/// The shape of a line in a session: what kind of line it is, on which screen, and what kind of effect it has. Two sessions that
/// differ only in numbers and in texts have the same shapes.
struct Shape: RawRepresentable, Codable, Hashable, Sendable {
  /// A hash that is the same in all processes.
  let rawValue: UInt64
}

extension Shape {
  /// FNV-1a.
  init(_ text: String) {
    self.init(rawValue: text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}

extension Played {
  /// The shapes of each line: of the line alone, and of the line after the one before it.
  var shapes: [[Shape]] {
    var last = ""
    return steps.indices.map { index in
      let line = "\(steps[index].prompt)> \(steps[index].line.name)"
      let text = "\(line)\(steps[index].isRefused ? "!" : "") \(prompt(behind: index)) \(effect(of: steps[index]))"
      defer { last = line }
      return [Shape(text), Shape("\(last)\n\(text)")]
    }
  }

  /// The names of the calls, and the kinds of the printed lines.
  private func effect(of step: Step) -> String {
    var kinds: [String] = []
    for line in step.output {
      let kind = Self.kind(line)
      // A list of two rows is another shape than a list of one row or of none; longer lists are alike.
      if kinds.suffix(2) != [kind, kind] { kinds.append(kind) }
    }
    return "\(calls[step.calls].map(\.name)) \(kinds)"
  }

  /// The first word of a line, and whether a field is empty; the first words of an alert; the same for all rows and times.
  private static func kind(_ line: String) -> String {
    let words = line.split(separator: " ", maxSplits: 4)
    guard let first = words.first else { return "" }
    if first.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) { return "#" }
    if first == "!" { return words.prefix(4).joined(separator: " ") }
    return words.count == 2 && words[1] == "-" ? "\(first) -" : String(first)
  }
}
