package import Foundation
// Exported, so that an app that names a call need not know this module.
@_exported public import NamedCalls
import Signals

extension HTTPTransport {
  /// This transport with a name for its requests, so that flows can stub, fail and record them:
  ///
  ///     let users = HTTPClient(base: url).named("users.get", session.calls)
  ///
  /// In a flow, `:stub users.get -> {"name": "Jane"}` answers instead of the server. A data file may also be a whole answer:
  /// `HTTP/1.1 503`, headers, an empty line and the body. `:fail users.get with "offline example.com"` makes the next request
  /// fail, because there is no connection to that host; other texts are `refused HOST`, `untrusted HOST`, `lost HOST`, `timed out`,
  /// `cancelled`, `status 503`, `too large 1000`, `unsendable REASON` and `undecodable REASON`. Any other text counts as a host
  /// without a connection. A saved session contains the answers without the secrets of their requests.
  ///
  /// The name belongs to a request of this transport. Around ``retrying(_:on:now:)``, a name is one call with all its attempts; inside
  /// it, each attempt is a call.
  public func named(_ name: String, _ calls: some CallNaming) -> AnyTransport {
    calls.declare([name], as: .answered)
    return AnyTransport { request in
      calls.named(
        name, as: .answered, send(request).mapFailure(ScriptedFailure.init),
        read: { HTTPResponse(recording: Data($0.utf8)) },
        write: { String(decoding: $0.recording(hiding: request), as: UTF8.self) },
        failure: ScriptedFailure.init(_:)
      ).mapFailure(\.failure)
    }
  }
}

extension HTTPStreaming {
  /// This transport with a name for its requests in parts, as ``HTTPTransport/named(_:_:)`` gives it to whole ones:
  ///
  ///     let client = HTTPClient(base: url)
  ///     let pictures = client.namedStream("picture.get", session.calls)
  ///     pictures.stream(.get("/pictures/7"))
  ///
  /// A script's answer is a whole one, as for other transports. It arrives at once: the head, then the body. A saved session contains
  /// the parts of each answer as one, as far as they came before the request was cancelled. With a name, an answer is not slowed down
  /// by its observer, and it is kept in memory to be saved; name the events of an endless stream instead, as a live call.
  public func namedStream(_ name: String, _ calls: some CallNaming) -> AnyStreaming {
    calls.declare([name], as: .streamed)
    return AnyStreaming { request in
      .deferred {
        let whole = Protected(HTTPResponse())
        return calls.named(
          name, as: .streamed, stream(request).mapFailure(ScriptedFailure.init).map { [$0] },
          read: { HTTPResponse(recording: Data($0.utf8)).parts },
          write: { _ in String(decoding: whole.withLock { $0 }.recording(hiding: request), as: UTF8.self) },
          failure: ScriptedFailure.init(_:)
        ).mapFailure(\.failure)
          // Also the parts of an answer that is given again after `:back`.
          .doValue { parts in whole.withLock { whole in for part in parts { whole.add(part) } } }
          .flatMap(.concat) { .from($0) }
      }
    }
  }
}

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
  package init(recording data: Data) {
    let isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    self = Self.message(data) ?? HTTPResponse(200, headers: isJSON ? Self.json : [:], body: data)
  }

  /// The answer as text, without the secrets of the request. It contains new secrets, such as a token that the server issues:
  /// the answer could not be played back without them.
  ///
  /// - Parameter request: the request, whose secrets the server may repeat in its answer.
  package func recording(hiding request: HTTPRequest) -> Data {
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
    let lines = data[..<end.upperBound].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What has another line than a header is a body that begins like a message.
    let fields = lines.dropFirst().prefix { !$0.isEmpty }
    guard fields.allSatisfy({ $0.first == UInt8(ascii: " ") || $0.contains(UInt8(ascii: ":")) }) else { return nil }
    var head = HTTPHead(), response: HTTPResponse?
    for line in lines {
      do throws(HTTPHead.Refusal) { response = try head.read(line) ?? response } catch { return nil }
    }
    guard let response else { return nil }
    var headers = response.headers, body = Data(data[end.upperBound...])
    // Drops text that follows the body in a file.
    if let count = headers["content-length"].flatMap({ Int($0) }) { body = body.prefix(max(count, 0)) }
    if headers["content-transfer-encoding"] == base64 { body = Data(base64Encoded: body) ?? body }
    for name in ["content-length", "content-transfer-encoding"] { headers[name] = nil }
    return HTTPResponse(response.status, headers: headers, body: body)
  }
}

/// A failure as a script writes it: `offline example.com`.
private struct ScriptedFailure: Error, CustomStringConvertible {
  let failure: ServiceFailure

  /// Its kind, with the host, the reason or the number.
  var description: String {
    switch failure {
    case .unsendable(let reason): "unsendable \(reason)"
    case .refused(let host): "refused \(host)"
    case .offline(let host): "offline \(host)"
    case .untrusted(let host): "untrusted \(host)"
    case .timedOut: "timed out"
    case .lost(let host): "lost \(host)"
    case .cancelled: "cancelled"
    case .status(let response): "status \(response.status)"
    case .undecodable(_, let reason, _): "undecodable \(reason)"
    case .tooLarge(let limit): "too large \(limit)"
    }
  }

  init(_ failure: ServiceFailure) { self.failure = failure }

  /// The failure with that description. Any other text is the host of an `offline`.
  init(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = words.count > 1 ? String(words[1]) : ""
    let number = text.split(separator: " ").last.flatMap { Int($0) } ?? 0
    let kinds: [ServiceFailure] = [
      .unsendable(rest), .refused(host: rest), .offline(host: rest), .untrusted(host: rest), .timedOut,
      .lost(host: rest), .cancelled, .status(HTTPResponse(number)),
      .undecodable(path: "", reason: rest, excerpt: ""), .tooLarge(limit: number),
    ]
    failure = kinds.first { Self($0).description == text } ?? .offline(host: text)
  }
}
