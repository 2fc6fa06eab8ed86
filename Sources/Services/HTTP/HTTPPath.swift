public import Foundation

/// The place of a request: a path below the transport's base URL, or a whole URL that a server gave.
///
/// A path is written as a string: `"/users/\(name)/posts"`. An interpolated value stays inside its segment: a slash, a question mark
/// or a percent sign in it is percent-encoded and cannot change the path. An empty path is the base URL itself. A path written with
/// a query, a fragment or a scheme cannot be sent: the request fails with ``ServiceFailure/unsendable(_:)``.
public struct HTTPPath: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The path, percent-encoded. It begins with a slash or is empty.
  let encoded: String
  /// The whole URL; nil for a path. A relative one is resolved by the path below the base URL.
  let url: URL?
  /// The reason why it cannot be sent.
  let refused: String?

  private init(_ encoded: String, url: URL? = nil, refused: String? = nil) {
    self.encoded = encoded.isEmpty || encoded.hasPrefix("/") ? encoded : "/" + encoded
    (self.url, self.refused) = (url, refused)
  }

  /// A path without interpolations.
  public init(stringLiteral text: String) {
    var path = StringInterpolation(literalCapacity: text.count, interpolationCount: 0)
    path.appendLiteral(text)
    self.init(stringInterpolation: path)
  }

  /// A path with interpolated segments.
  public init(stringInterpolation path: StringInterpolation) {
    self.init(path.encoded, refused: path.refused ?? path.problem.map { "'\(path.text)' \($0)" })
  }

  /// A URL that a server gave, such as that of an upload or of the next page. It is sent as it is, with its query. A relative one is
  /// resolved by the base URL.
  public static func url(_ url: URL) -> HTTPPath { HTTPPath("", url: url) }

  /// The place of a URL in the answer from this place, which may be relative.
  func appending(_ next: URL) -> HTTPPath {
    HTTPPath(encoded, url: url.flatMap { URL(string: next.relativeString, relativeTo: $0)?.absoluteURL } ?? next)
  }

  /// Collects the parts of a path.
  public struct StringInterpolation: StringInterpolationProtocol {
    private static let problems = [
      ("?", "has a query; give the query separately, or a whole URL as .url(_:)"),
      ("#", "has a fragment; interpolate it, or give a whole URL as .url(_:)"),
      ("://", "is a whole URL; give it as .url(_:)"),
    ]
    fileprivate var encoded = "", text = ""
    fileprivate var refused: String?, problem: String?

    /// An empty path.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Appends literal text.
    public mutating func appendLiteral(_ literal: String) {
      encoded += PercentEncoding.path(literal)
      text += literal
      problem = problem ?? Self.problems.first { literal.contains($0.0) }?.1
    }
    /// Appends a value as a segment, or as a part of one.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let text = "\(value)"
      // Some servers resolve these even when they are encoded.
      if ["", ".", ".."].contains(text) {
        refused = "'\(text)' cannot be a path segment: it would lead to another path"
      }
      encoded += PercentEncoding.component(text)
      self.text += text
    }
  }
}

extension HTTPPath: CustomStringConvertible, CustomReflectable {
  /// The path as it is sent; a whole URL without its query, which may contain a signature.
  public var description: String {
    guard let url else { return encoded }
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "" }
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    return parts.string ?? ""
  }
  /// A mirror without children, so that dumping shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
