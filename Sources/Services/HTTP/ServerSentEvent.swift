import Foundation
public import Signals

/// An event of a `text/event-stream`.
public struct ServerSentEvent: Hashable, Sendable {
  /// The event's name; `message` by default.
  public var name = "message"
  /// The event's lines, joined by line breaks.
  public var data = ""
  /// The last id of the stream, from which a new stream continues; empty if there was none.
  public var id = ""

  /// An event, for tests.
  public init(_ data: String = "", name: String = "message", id: String = "") {
    (self.name, self.data, self.id) = (name, data, id)
  }
}

extension HTTPStreaming {
  /// The events that the server sends in answer to `request`, as they arrive.
  ///
  ///     client.events(.get("/news"), reconnectingOn: scheduler).doValue { news.value = $0.data }.start()
  ///
  /// It fails if the status is not 200, if the answer is not an event stream, or if an event exceeds one million bytes, or its id
  /// 4,096. Comments do not count.
  ///
  /// - Parameters:
  ///   - request: sent with `Accept: text/event-stream`.
  ///   - scheduler: with a scheduler, a stream that ends, or fails temporarily, is requested again after the last received event.
  ///     The wait is three seconds, or the time that the server sets, but not less than half a second. It doubles, up to a
  ///     minute, with each answer of less than a minute without an event. Without a scheduler, the events complete with the
  ///     answer.
  public func events(
    _ request: HTTPRequest, reconnectingOn scheduler: (any Scheduler)? = nil
  ) -> Signal<ServerSentEvent, ServiceFailure> {
    .deferred {
      let stream = Protected(EventStream())
      let once = Signal<ServerSentEvent, ServiceFailure>.deferred {
        let now = scheduler?.now ?? .zero
        return self.stream(request.asking(after: stream.withLock { $0.begin(at: now) })).tryMap {
          part throws(ServiceFailure) in
          try stream.withLock { stream throws(ServiceFailure) in try stream.read(part) }
        }.flatMap(.concat) { .from($0) }
      }
      guard let scheduler else { return once }
      // The end counts as a failure here, so that `retry` handles it.
      return once.concat(.fail(.lost(host: "the server"))).retry(
        .max, delay: { _, failure in failure.isPassing ? stream.withLock { $0.wait(at: scheduler.now) } : nil },
        on: scheduler)
    }
  }
}

extension HTTPRequest {
  fileprivate func asking(after id: String) -> HTTPRequest {
    var request = self
    request.headers.append(HTTPField("Accept", "text/event-stream"))
    if !id.isEmpty { request.headers.append(HTTPField("Last-Event-ID", id)) }
    return request
  }
}

/// Parses events from the parts of an answer.
private struct EventStream {
  private static let limit = 1_000_000, idLimit = 4_096

  private var line: [UInt8] = []
  private var isAfterReturn = false
  private var isFirstLine = true
  private var name = "", lines: [String] = [], size = 0
  /// The id after which the stream continues, and the one that the event under way will set.
  private var id = "", newID = ""
  /// The wait that the server has set.
  private var wait = Duration.seconds(3)
  /// The number of answers since the last event, and the time of the last request.
  private var eventless = 0, begun = Duration.zero

  /// The wait before the stream is requested again. A server that ends each answer at once must not get a request at once.
  mutating func wait(at now: Duration) -> Duration {
    let longest = Duration.seconds(60)
    if now - begun > longest { eventless = 0 }
    return max(wait, min(max(wait, .milliseconds(500)) * (1 << min(max(eventless - 1, 0), 7)), longest))
  }

  /// Resets the parser for a new answer; returns the id after which the stream continues.
  mutating func begin(at now: Duration) -> String {
    (eventless, begun) = (eventless + 1, now)
    (line, isAfterReturn, isFirstLine) = ([], false, true)
    (name, lines, size, newID) = ("", [], 0, id)
    return id
  }

  private static func tooLong(_ what: String, _ limit: Int) -> ServiceFailure {
    .undecodable(path: "", reason: "\(what) has more than \(limit) bytes, the limit", excerpt: "")
  }

  /// The events that the part completes.
  mutating func read(_ part: HTTPPart) throws(ServiceFailure) -> [ServerSentEvent] {
    switch part {
    case .sent: return []
    case .head(let response):
      guard response.status == 200 else { throw .status(response) }
      guard response.header("Content-Type")?.lowercased().hasPrefix("text/event-stream") == true else {
        throw .undecodable(path: "", reason: "it is not an event stream", excerpt: "")
      }
      return []
    case .body(let data):
      var events: [ServerSentEvent] = []
      for byte in data {
        defer { isAfterReturn = byte == UInt8(ascii: "\r") }
        guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
          size += 1
          guard size <= Self.limit else { throw Self.tooLong("an event", Self.limit) }
          line.append(byte)
          continue
        }
        // CR LF is one line break.
        if byte == UInt8(ascii: "\n"), isAfterReturn { continue }
        if let event = try endLine() { events.append(event) }
      }
      return events
    }
  }

  /// Ends a line; returns the event if the line is empty.
  private mutating func endLine() throws(ServiceFailure) -> ServerSentEvent? {
    var text = String(decoding: line, as: UTF8.self)
    if isFirstLine, text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    // Comments keep a connection alive and belong to no event.
    if text.utf8.first == UInt8(ascii: ":") { size -= line.count }
    (line, isFirstLine) = ([], false)
    guard text.isEmpty else {
      try read(text)
      return nil
    }
    defer { (name, lines, size) = ("", [], 0) }
    id = newID
    if lines.isEmpty { return nil }
    eventless = 0
    return ServerSentEvent(lines.joined(separator: "\n"), name: name.isEmpty ? "message" : name, id: id)
  }

  private mutating func read(_ text: String) throws(ServiceFailure) {
    // Not by characters: a value may begin with a combining mark, which would be one character with the colon or the space.
    let parts = text.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    var scalars = parts.count > 1 ? parts[1] : Substring.UnicodeScalarView()
    if scalars.first == " " { scalars.removeFirst() }
    let value = String(scalars)
    switch String(parts[0]) {
    case "event": name = value
    case "data": lines.append(value)
    // The id is sent back in a header.
    case "id" where value.utf8.count > Self.idLimit: throw Self.tooLong("an event's id", Self.idLimit)
    case "id" where value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }: newID = value
    case "retry":
      if value.allSatisfy(\.isASCII), let milliseconds = UInt32(value) { wait = .milliseconds(milliseconds) }
    default: break  // a comment or an unknown field
    }
  }
}
