public import Foundation

/// Answers as text, for scripts that play them back. A JSON answer with status 200 is recorded as its body, and every other answer
/// as a message:
///
///     HTTP/1.1 206
///     content-range: bytes 0-2/6
///     content-length: 3
///
///     abc
///
/// A binary body is in base64, which `content-transfer-encoding` states. Whitespace around plain JSON is ignored, so a file may
/// end with a line break.
extension HTTPResponse {
  /// Headers of the transmission, which differ each time, and cookies, which are never stored.
  private static let unrecorded: Set<String> = [
    "connection", "content-encoding", "content-length", "content-transfer-encoding", "date", "keep-alive", "server",
    "set-cookie", "transfer-encoding",
  ]
  private static let json = ["content-type": "application/json"]
  private static let (start, base64) = ("HTTP/1.1 ", "base64")

  /// The answer that ``recording(hiding:)`` wrote. Text that is neither JSON nor a message becomes a body with status 200.
  public init(recording data: Data) {
    let isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    self = Self.message(data) ?? HTTPResponse(200, headers: isJSON ? Self.json : [:], body: data)
  }

  /// The answer as text, without the secrets of the request. It contains new secrets, such as a token that the server issues:
  /// the answer could not be played back without them.
  ///
  /// - Parameter request: the request, whose secrets the server may repeat in its answer.
  public func recording(hiding request: HTTPRequest) -> Data {
    let kept = headers.filter { !Self.unrecorded.contains($0.key) || $0.key == "date" && headers["retry-after"] != nil }
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

  /// Whether the body can be stored in a text file unchanged.
  private static func isText(_ body: Data) -> Bool {
    guard let text = String(validating: body, as: UTF8.self) else { return false }
    let lines = text.split(separator: "\n")
    return lines.allSatisfy { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\t" } }
      && !lines.contains { line in ["-- ", "<<<<<<<", ">>>>>>>"].contains { line.hasPrefix($0) } }
  }

  private static func message(_ data: Data) -> HTTPResponse? {
    guard data.starts(with: Data(start.utf8)), let end = data.firstRange(of: Data("\n\n".utf8)) else { return nil }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
    // A reason phrase may follow the number.
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
    // Drops text that follows the body in a file.
    if let count = headers["content-length"].flatMap({ Int($0) }) { body = body.prefix(max(count, 0)) }
    if headers["content-transfer-encoding"] == base64 { body = Data(base64Encoded: body) ?? body }
    for name in ["content-length", "content-transfer-encoding"] { headers[name] = nil }
    return HTTPResponse(status, headers: headers, body: body)
  }
}
