import Foundation
import REPL

/// The typed lines, including those of earlier runs.
struct LineHistory {
  private static let limit = 1000

  private let path: String?
  private var lines: [String]
  /// The index of the shown line; the number of lines while the typed line is shown.
  private var position: Int
  /// The typed line, while another one is shown.
  private var typed = ""

  /// - Parameter path: the file that stores the lines; nil keeps them in memory.
  init(path: String?) {
    self.path = path
    let text = path.flatMap { FileManager.default.contents(atPath: $0) }.map { String(decoding: $0, as: UTF8.self) }
    lines = (text ?? "").split(separator: "\n").suffix(Self.limit).map(String.init)
    position = lines.count
  }

  /// Adds a line, and goes back to the end.
  mutating func add(_ line: String) {
    // A line with a newline does not fit into the file.
    if lines.last != line, !line.contains(where: \.isNewline) {
      lines = (lines + [line]).suffix(Self.limit)
      if let path { try? Data(lines.joined(separator: "\n").utf8 + [10]).write(to: URL(fileURLWithPath: path)) }
    }
    rewind()
  }

  /// Goes back to the end.
  mutating func rewind() { position = lines.count }

  /// The line `step` lines after the shown one, or before it if negative; nil if there is none.
  mutating func move(by step: Int, from shown: String) -> String? {
    guard 0...lines.count ~= position + step else { return nil }
    if position == lines.count { typed = shown }
    position += step
    return position == lines.count ? typed : lines[position]
  }

  /// The last line before the shown one that contains a text; nil if there is none.
  mutating func find(_ text: String, before shown: String) -> String? {
    guard let found = lines[..<position].lastIndex(where: { $0.contains(text) && $0 != shown }) else { return nil }
    return move(by: found - position, from: shown)
  }
}
