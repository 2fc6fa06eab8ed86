public import Foundation

/// The body of a request.
public struct HTTPBody: Hashable, Sendable {
  /// The bytes; empty for a file.
  package let content: Data
  let file: URL?
  /// The length in bytes.
  let count: Int
  let type: String
  let secrets: [String]

  private init(_ content: Data, file: URL? = nil, count: Int? = nil, type: String, secrets: [String] = []) {
    (self.content, self.file, self.count) = (content, file, count ?? content.count)
    (self.type, self.secrets) = (type, secrets)
  }

  /// Bytes with a media type, such as `image/png`.
  public static func data(_ data: Data, type: String) -> HTTPBody { HTTPBody(data, type: type) }

  /// A file, read in pieces while it is sent. The file must not change until the request ends.
  ///
  /// - Throws: ``ServiceFailure/unsendable(_:)`` if it is not a regular file or cannot be read.
  public static func file(_ url: URL, type: String) throws(ServiceFailure) -> HTTPBody {
    let name = SingleLine.text(url.lastPathComponent)
    guard let found = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path),
      FileManager.default.isReadableFile(atPath: url.path)
    else { throw .unsendable("the file \(name) cannot be read") }
    guard found[.type] as? FileAttributeType == .typeRegular, let count = (found[.size] as? NSNumber)?.intValue else {
      throw .unsendable("\(name) is not a regular file")
    }
    return HTTPBody(Data(), file: url, count: count, type: type)
  }

  /// Form fields, in order, encoded as browsers encode them (`application/x-www-form-urlencoded`).
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
  ///   - value: the value, which is encoded immediately.
  ///   - secrets: texts in the value that must never be shown, such as passwords and tokens.
  ///   - encoder: the encoder.
  /// - Throws: the error of the value's encoding.
  public static func json(
    _ value: some Encodable, secrets: [String] = [], encoder: JSONEncoder = .sorted
  ) throws -> HTTPBody {
    HTTPBody(try encoder.encode(value), type: "application/json", secrets: secrets)
  }
}

extension JSONEncoder {
  /// An encoder with sorted keys, so that equal values give equal bytes and equal requests.
  public static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The media type and the length: `application/json, 12 bytes`.
  public var description: String { "\(type), \(count) bytes" }
  /// The same text as `description`.
  public var debugDescription: String { description }
  /// A mirror without children, so that dumping shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
