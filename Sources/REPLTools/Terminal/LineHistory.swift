import Foundation
import REPL

/// The typed lines, including those of earlier runs. Sessions that run at the same time store their lines in the same file.
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
    let all = (text ?? "").split(separator: "\n")
    lines = all.suffix(Self.limit).map(String.init)
    position = lines.count
    // Another program may have created the file for all to read. Old lines are dropped seldom, because a line that another session
    // appends at this very moment is lost.
    guard let path, chmod(path, 0o600) == 0, all.count >= 2 * Self.limit else { return }
    try? FileReplacement.write(Data(lines.map { "\($0)\n" }.joined().utf8), to: path)
  }

  /// Adds a line, and goes back to the end.
  mutating func add(_ line: String) {
    // A line with a newline does not fit into the file.
    if lines.last != line, !line.contains(where: \.isNewline) {
      lines = (lines + [line]).suffix(Self.limit)
      if let path { Self.append(line, to: path) }
    }
    rewind()
  }

  /// Adds a line to a file in one write, so that it mixes with no line of another session, and none is lost.
  private static func append(_ line: String, to path: String) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600), bytes = Array("\(line)\n".utf8)
    if file < 0 { return }
    _ = write(file, bytes, bytes.count)
    close(file)
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
