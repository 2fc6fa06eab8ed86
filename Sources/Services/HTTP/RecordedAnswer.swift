import Foundation

/// Answers as text, for a script that plays them back: JSON that was answered with 200 as it is, and everything else as a message,
///
///     HTTP/1.1 206
///     content-range: bytes 0-2/6
///     content-length: 3
///
///     abc
///
/// where bytes that are no text are in base64, which `content-transfer-encoding` says. Of JSON alone, the space around it does
/// not count: a file may end with one line's end more.
extension HTTPResponse {
  /// The headers that say how an answer was sent, when, and by whom; and cookies, which nobody keeps.
  private static let unrecorded: Set<String> = [
    "connection", "content-encoding", "content-length", "content-transfer-encoding", "date", "keep-alive", "server",
    "set-cookie", "transfer-encoding",
  ]
  private static let json = ["content-type": "application/json"]
  private static let (start, base64) = ("HTTP/1.1 ", "base64")

  /// The answer that ``recording(hiding:)`` wrote. A text that is neither JSON nor a message is a body that was answered
  /// with 200.
  public init(recording data: Data) {
    let isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    self = Self.message(data) ?? HTTPResponse(200, headers: isJSON ? Self.json : [:], body: data)
  }

  /// The answer as text, without the secrets of the request. What the server has to say for the first time is in it, a new token,
  /// too: nothing could be played back without it.
  ///
  /// - Parameter request: what it is the answer to: a server may repeat what it was sent.
  public func recording(hiding request: HTTPRequest) -> Data {
    let kept = headers.filter { !Self.unrecorded.contains($0.key) || $0.key == "date" && retryAfter != nil }
    let body = request.redaction.applied(to: body)
    let alone = HTTPResponse(recording: body)
    if alone == HTTPResponse(status, headers: kept, body: body), alone.headers == Self.json { return body }
    let text = Self.isText(body) ? body : body.base64EncodedData()
    var fields = kept.mapValues { request.hidingSecrets(in: $0) }
    fields["content-length"] = "\(text.count)"
    if !Self.isText(body) { fields["content-transfer-encoding"] = Self.base64 }
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \(SingleLine.text($0.value))\n" }
    return Data("\(Self.start)\(status)\n\(lines.joined())\n".utf8) + text
  }

  /// Whether it stays as it is among the lines of a text file.
  private static func isText(_ body: Data) -> Bool {
    guard let text = String(validating: body, as: UTF8.self) else { return false }
    let lines = text.split(separator: "\n")
    return lines.allSatisfy { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\t" } }
      && !lines.contains { line in ["-- ", "<<<<<<<", ">>>>>>>"].contains { line.hasPrefix($0) } }
  }

  private static func message(_ data: Data) -> HTTPResponse? {
    guard data.starts(with: Data(start.utf8)), let end = data.firstRange(of: Data("\n\n".utf8)) else { return nil }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
    // Behind the number there may be the words for it.
    guard let status = lines.first?.dropFirst(start.count).prefix(while: \.isNumber), let status = Int(status) else {
      return nil
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
      headers[line[..<colon].lowercased()] = value
    }
    var body = Data(data[end.upperBound...])
    // Without what a file may have behind it.
    if let count = headers["content-length"].flatMap({ Int($0) }) { body = body.prefix(max(count, 0)) }
    if headers["content-transfer-encoding"] == base64 { body = Data(base64Encoded: body) ?? body }
    for name in ["content-length", "content-transfer-encoding"] { headers[name] = nil }
    return HTTPResponse(status, headers: headers, body: body)
  }
}
