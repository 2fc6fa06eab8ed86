import Foundation

/// Parses the head of an answer, of a server or of a script, line by line.
struct HTTPHead {
  /// The reason why parsing stopped.
  enum Refusal: Error { case isTooLong, isMalformed }
  /// The largest size of all heads and trailers of one answer together, in bytes.
  static let limit = 262_144

  private var size = 0
  private var status: Int?
  private var headers: [String: String] = [:]
  /// The header that the next line may continue.
  private var last: String?
  /// Whether the head is complete. Later lines are trailers, which are ignored.
  private(set) var isOver = false

  /// Reads one line; returns the answer without its body after the empty line that ends the head.
  mutating func read(_ line: some BidirectionalCollection<UInt8>) throws(Refusal) -> HTTPResponse? {
    size += line.count
    guard size <= Self.limit else { throw .isTooLong }
    if isOver { return nil }
    let text = SingleLine.text(Self.text(line))
    guard let status else {
      let words = text.split(separator: " ")
      guard text.hasPrefix("HTTP/"), words.count > 1, let number = Int(words[1]) else { throw .isMalformed }
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

  /// A line without its line break.
  private static func text(_ line: some BidirectionalCollection<UInt8>) -> String {
    var line = line[...]
    for end in "\n\r".utf8 where line.last == end { line = line.dropLast() }
    return String(decoding: line, as: UTF8.self)
  }

  private mutating func add(_ line: String) throws(Refusal) {
    if line.first == " ", let last {
      headers[last]? += " " + line.trimmingCharacters(in: .whitespaces)
      return
    }
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = line[..<colon].lowercased(), value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
    last = name
    guard let before = headers[name] else { return headers[name] = value }
    if name != "content-length" { return headers[name] = "\(before), \(value)" }
    // With two different lengths the end of the body is ambiguous.
    if value != before { throw .isMalformed }
  }
}
