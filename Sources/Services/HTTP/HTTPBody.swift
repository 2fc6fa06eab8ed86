import Foundation

/// What is sent with a request.
public struct HTTPBody: Hashable, Sendable {
  package let content: Data
  let type: String
  let secrets: [String]

  /// Bytes of some type, such as `image/png`.
  public static func data(_ data: Data, type: String) -> HTTPBody { HTTPBody(content: data, type: type, secrets: []) }

  /// The fields of a form, in their order, as browsers send them.
  public static func form(_ fields: [HTTPField]) -> HTTPBody {
    let text = fields.map { PercentEncoding.form($0.name) + "=" + PercentEncoding.form($0.value) }.joined(
      separator: "&")
    return HTTPBody(
      content: Data(text.utf8), type: "application/x-www-form-urlencoded",
      secrets: fields.filter(\.isSecret).map(\.value))
  }

  /// A value as JSON.
  ///
  /// - Parameters:
  ///   - value: what is encoded, at once.
  ///   - secrets: the texts in it that must not be shown: passwords, tokens.
  ///   - encoder: what encodes it.
  /// - Throws: what the value's own encoding throws.
  public static func json(
    _ value: some Encodable, secrets: [String] = [], encoder: JSONEncoder = .sorted
  ) throws -> HTTPBody {
    HTTPBody(content: try encoder.encode(value), type: "application/json", secrets: secrets)
  }
}

extension JSONEncoder {
  /// An encoder that sorts keys: equal values are equal bytes, so that equal requests are equal.
  public static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The type and the length: `application/json, 12 bytes`.
  public var description: String { "\(type), \(content.count) bytes" }
  /// The same.
  public var debugDescription: String { description }
  /// Nothing more than the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
