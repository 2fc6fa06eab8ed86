/// A name with a value, of a query, a form or a header.
public struct HTTPField: Hashable, Sendable {
  /// Whether the value may be shown in logs, traces and errors.
  public enum Visibility: Sendable {
    /// It may.
    case open
    /// It may not: a password, a token.
    case secret
  }
  /// What it is called.
  public let name: String
  /// What it says.
  public let value: String
  let isSecret: Bool

  /// A field. Headers that carry credentials by their nature (`Authorization`, `Cookie`) are secret anyway.
  public init(_ name: String, _ value: String, _ visibility: Visibility = .open) {
    self.name = name
    self.value = value
    isSecret = visibility == .secret || ["authorization", "proxy-authorization", "cookie"].contains(name.lowercased())
  }
}

extension HTTPField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `page=1`, or `password=•••`.
  public var description: String { SingleLine.text("\(name)=\(isSecret ? Redaction.mark : value)") }
  /// The same.
  public var debugDescription: String { description }
  /// Nothing more than the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
