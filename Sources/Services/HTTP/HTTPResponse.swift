import Foundation

/// A server's answer. Printing it shows the status and the length, never a header or the body.
public struct HTTPResponse: Sendable {
  /// Such as 200.
  public let status: Int
  /// The headers, by their names in lower case.
  public let headers: [String: String]
  /// The body: decompressed, and in one piece.
  public let body: Data
  /// Whether the user whose token it was asked with is still logged in. A policy that gives an answer again asks first.
  private(set) var isStillGranted: @Sendable () -> Bool = { true }

  /// An answer, as a test or a stub gives it.
  public init(_ status: Int = 200, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    self.body = body
  }

  /// The value of the header, whatever its letters' case; nil if there is none.
  public func header(_ name: String) -> String? { headers[name.lowercased()] }

  /// The same answer, for as long as `isGranted`, too.
  func granted(while isGranted: @escaping @Sendable () -> Bool) -> HTTPResponse {
    var response = self
    response.isStillGranted = { [isStillGranted] in isStillGranted() && isGranted() }
    return response
  }

  /// How long the server asks to be left alone: in seconds, or until a date, counted from the server's own.
  var retryAfter: Duration? {
    guard let text = header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = Int(text) { return seconds >= 0 ? .seconds(seconds) : nil }
    guard let then = Self.date(text), let now = header("Date").flatMap(Self.date) else { return nil }
    return .seconds(max(then.timeIntervalSince(now), 0))
  }

  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}

extension HTTPResponse: Hashable {
  /// Equal when the server said the same, to whichever request.
  public static func == (left: Self, right: Self) -> Bool {
    (left.status, left.headers, left.body) == (right.status, right.headers, right.body)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(headers)
    hasher.combine(body)
  }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `200, 12 bytes`.
  public var description: String { "\(status), \(body.count) bytes" }
  /// The same.
  public var debugDescription: String { description }
  /// Nothing more than the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
