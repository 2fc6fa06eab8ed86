/// A name and a value: a query item, a form field or a header.
public struct HTTPField: Hashable, Sendable {
  /// Whether the value may be shown in logs, traces and errors.
  public enum Visibility: Sendable {
    /// The value may be shown.
    case open
    /// The value must never be shown, such as a password or a token.
    case secret
  }
  /// The name.
  public let name: String
  /// The value.
  public let value: String
  let isSecret: Bool
  /// Whether it is only for the server of the transport's base URL.
  private(set) var isForBase = false

  /// A field. `Authorization`, `Proxy-Authorization` and `Cookie` are always secret.
  public init(_ name: String, _ value: String, _ visibility: Visibility = .open) {
    self.name = name
    self.value = value
    isSecret = visibility == .secret || ["authorization", "proxy-authorization", "cookie"].contains(name.lowercased())
  }

  /// The header that authorises a request at the server of the base URL.
  static func bearer(_ token: String) -> HTTPField {
    var field = HTTPField("Authorization", "Bearer \(token)", .secret)
    field.isForBase = true
    return field
  }
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
  /// `page=1`, or `password=•••`.
  public var description: String { SingleLine.text("\(name)=\(isSecret ? Redaction.mark : value)") }
  /// A mirror without children, so that dumping shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
