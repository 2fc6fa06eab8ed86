public import Foundation

/// A server's answer. Printing it shows the status and the body's length, never a header or the body.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, such as 200.
  public let status: Int
  /// The headers, keyed by lower-case name.
  public let headers: [String: String]
  /// The whole body, decompressed.
  public internal(set) var body: Data
  /// Whether the answer is that of another server than the one of the client's base URL. Equal answers may differ in this.
  var isForeign = false

  /// An answer, for tests and stubs.
  public init(_ status: Int = 200, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    self.body = body
  }

  /// Whether status, headers and body are equal.
  public static func == (one: HTTPResponse, other: HTTPResponse) -> Bool {
    (one.status, one.headers, one.body) == (other.status, other.headers, other.body)
  }

  /// Hashes the status, the headers and the body.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(headers)
    hasher.combine(body)
  }

  /// The value of a header, case-insensitively; nil if it is missing.
  public func header(_ name: String) -> String? { headers[name.lowercased()] }

  /// The wait that `Retry-After` demands: in seconds, or until a date, measured from the answer's `Date`, or from `now` without one.
  func retryAfter(_ now: () -> Date) -> Duration? {
    guard let text = header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      // A number that is too large for an Int is still a very long wait.
      return .seconds(Int(text) ?? .max)
    }
    guard let then = Self.date(text) else { return nil }
    return .seconds(max(then.timeIntervalSince(header("Date").flatMap(Self.date) ?? now()), 0))
  }

  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// `200, 12 bytes`.
  public var description: String { "\(status), \(body.count) bytes" }
  /// A mirror without children, so that dumping shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
