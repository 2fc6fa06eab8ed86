import Foundation

/// What is sent with a request.
public struct HTTPBody: Hashable, Sendable {
  /// Empty if it is a file.
  package let content: Data
  let file: URL?
  /// How many bytes it has.
  let count: Int
  let type: String
  let secrets: [String]

  private init(_ content: Data, file: URL? = nil, count: Int? = nil, type: String, secrets: [String] = []) {
    (self.content, self.file, self.count) = (content, file, count ?? content.count)
    (self.type, self.secrets) = (type, secrets)
  }

  /// Bytes of some type, such as `image/png`.
  public static func data(_ data: Data, type: String) -> HTTPBody { HTTPBody(data, type: type) }

  /// A file, which is read while it is sent: little of it is in memory at a time. It has to stay as it is until then.
  ///
  /// - Throws: ``ServiceFailure/unsendable(_:)`` if it is no regular file, or cannot be read.
  public static func file(_ url: URL, type: String) throws(ServiceFailure) -> HTTPBody {
    let name = SingleLine.text(url.lastPathComponent)
    guard let found = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path),
      FileManager.default.isReadableFile(atPath: url.path)
    else { throw .unsendable("the file \(name) cannot be read") }
    guard found[.type] as? FileAttributeType == .typeRegular, let count = (found[.size] as? NSNumber)?.intValue else {
      throw .unsendable("\(name) is no regular file")
    }
    return HTTPBody(Data(), file: url, count: count, type: type)
  }

  /// The fields of a form, in their order, as browsers send them.
  public static func form(_ fields: [HTTPField]) -> HTTPBody {
    let text = fields.map { PercentEncoding.form($0.name) + "=" + PercentEncoding.form($0.value) }.joined(
      separator: "&")
    return HTTPBody(
      Data(text.utf8), type: "application/x-www-form-urlencoded",
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
    HTTPBody(try encoder.encode(value), type: "application/json", secrets: secrets)
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
  public var description: String { "\(type), \(count) bytes" }
  /// The same.
  public var debugDescription: String { description }
  /// Nothing more than the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
