/// A path, written as it reads: `"/users/\(name)/posts"`. What is put into it is one segment whatever is in it: a slash, a
/// question mark or a percent sign is a character of a name, and cannot lead anywhere else.
public struct HTTPPath: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Percent-encoded; begins with a slash.
  let encoded: String
  /// A segment that would not be a name, but a step to somewhere else.
  let refused: String?

  /// A path without anything put into it.
  public init(stringLiteral text: String) {
    encoded = Self.rooted(PercentEncoding.path(text))
    refused = nil
  }

  /// A path with segments put into it.
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

    /// Nothing yet.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// What the author of the program wrote.
    public mutating func appendLiteral(_ literal: String) { encoded += PercentEncoding.path(literal) }
    /// What is put into it: one segment, or a part of one.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let text = "\(value)"
      // Some servers read these as steps even if they are encoded.
      if ["", ".", ".."].contains(text) { refused = text }
      encoded += PercentEncoding.component(text)
    }
  }
}
