import Foundation

/// The lines that were typed, also in earlier runs.
struct LineHistory {
  private static let limit = 1000
  /// How files of libedit begin, in which blanks and other bytes are numbers: `\040`.
  private static let libedit = "_HiStOrY_V2_"

  private let path: String?
  private var lines: [String]
  /// The line that is shown, counted from the first; the one that is typed is behind the last.
  private var position: Int
  /// The line that is typed, while another one is shown.
  private var typed = ""

  /// - Parameter path: the file that keeps the lines from one run to the next; nil keeps them for this one.
  init(path: String?) {
    self.path = path
    let text = path.flatMap { FileManager.default.contents(atPath: $0) }.map { String(decoding: $0, as: UTF8.self) }
    var lines = (text ?? "").split(separator: "\n").map(String.init)
    if lines.first == Self.libedit { lines = lines.dropFirst().map(Self.decoded) }
    self.lines = lines.suffix(Self.limit)
    position = self.lines.count
  }

  private static func decoded(_ line: String) -> String {
    var bytes: [UInt8] = [], rest = Array(line.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
        bytes.append(number)
        rest.removeFirst(digits.count)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Keeps a line, and goes back to the end.
  mutating func add(_ line: String) {
    // One line of the file each.
    if lines.last != line, !line.contains(where: \.isNewline) {
      lines = (lines + [line]).suffix(Self.limit)
      if let path { try? Data(lines.joined(separator: "\n").utf8 + [10]).write(to: URL(fileURLWithPath: path)) }
    }
    rewind()
  }

  /// Goes back to the end.
  mutating func rewind() { position = lines.count }

  /// The line before the one that is shown, or after it; nil if there is none.
  mutating func move(by step: Int, from shown: String) -> String? {
    guard 0...lines.count ~= position + step else { return nil }
    if position == lines.count { typed = shown }
    position += step
    return position == lines.count ? typed : lines[position]
  }

  /// The last line before the one that is shown that contains a text; nil if there is none.
  mutating func find(_ text: String, before shown: String) -> String? {
    guard let found = lines[..<position].lastIndex(where: { $0.contains(text) && $0 != shown }) else { return nil }
    return move(by: found - position, from: shown)
  }
}
