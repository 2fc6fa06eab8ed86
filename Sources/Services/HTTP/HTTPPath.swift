/// A path, written as a string: `"/users/\(name)/posts"`. An interpolated value stays inside its segment: a slash, a question
/// mark or a percent sign in it is percent-encoded and cannot change the path.
public struct HTTPPath: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Percent-encoded; begins with a slash.
  let encoded: String
  /// An interpolated value that would change the path: empty, `.` or `..`.
  let refused: String?

  /// A path without interpolations.
  public init(stringLiteral text: String) {
    encoded = Self.rooted(PercentEncoding.path(text))
    refused = nil
  }

  /// A path with interpolated segments.
  public init(stringInterpolation: StringInterpolation) {
    encoded = Self.rooted(stringInterpolation.encoded)
    refused = stringInterpolation.refused
  }

  /// The path as it is sent.
  public var description: String { encoded }

  private static func rooted(_ path: String) -> String { path.hasPrefix("/") ? path : "/" + path }

  /// Collects the parts of a path.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var encoded = ""
    fileprivate var refused: String?

    /// An empty path.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Appends literal text.
    public mutating func appendLiteral(_ literal: String) { encoded += PercentEncoding.path(literal) }
    /// Appends a value as a segment, or as a part of one.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let text = "\(value)"
      // Some servers resolve these even when they are encoded.
      if ["", ".", ".."].contains(text) { refused = text }
      encoded += PercentEncoding.component(text)
    }
  }
}
