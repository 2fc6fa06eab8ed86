import Foundation

/// Reads the head of an answer from its lines, as they come.
struct HTTPHead {
  /// Why it is not read any further.
  enum Refusal: Error { case isTooLong, isNoHead }
  /// The most bytes of all heads and trailers of one answer.
  static let limit = 262_144

  private var size = 0
  private var status: Int?
  private var headers: [String: String] = [:]
  /// The header that the next line may go on with.
  private var last: String?
  /// Whether the head is complete: lines that follow it are trailers, which say nothing that a program asks for.
  private(set) var isOver = false

  /// Gives the answer without a body when the line is the empty one at the end.
  mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(Refusal) -> HTTPResponse? {
    size += line.count
    guard size <= Self.limit else { throw .isTooLong }
    if isOver { return nil }
    let text = SingleLine.text(Self.text(line))
    guard let status else {
      let words = text.split(separator: " ")
      guard text.hasPrefix("HTTP/"), words.count > 1, let number = Int(words[1]) else { throw .isNoHead }
      status = number
      return nil
    }
    guard text.isEmpty else {
      try add(text)
      return nil
    }
    // After an interim answer, such as 100 or 103, the real one follows.
    isOver = status >= 200 || status == 101
    defer { if !isOver { (self.status, headers, last) = (nil, [:], nil) } }
    return isOver ? HTTPResponse(status, headers: headers) : nil
  }

  /// A line without its end.
  private static func text(_ line: UnsafeBufferPointer<UInt8>) -> String {
    var line = line[...]
    for end in "\n\r".utf8 where line.last == end { line = line.dropLast() }
    return String(decoding: line, as: UTF8.self)
  }

  private mutating func add(_ line: String) throws(Refusal) {
    if line.first == " ", let last {
      headers[last]? += " " + line.trimmingCharacters(in: .whitespaces)
    } else if let colon = line.firstIndex(of: ":") {
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      last = name
      if headers[name] == nil {
        headers[name] = value
      } else if name != "content-length" {
        headers[name]? += ", " + value
      } else if headers[name] != value {
        // Two lengths: the body has no certain end.
        throw .isNoHead
      }
    }
  }
}
