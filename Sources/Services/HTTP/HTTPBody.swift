public import Foundation

/// The body of a request.
public struct HTTPBody: Hashable, Sendable {
  /// The bytes; empty for a file.
  package let content: Data
  let file: URL?
  /// The version of the file when the body was made.
  private let version: FileVersion?
  /// The length in bytes.
  let count: Int
  let type: String
  let secrets: [String]

  private init(_ content: Data, type: String, secrets: [String] = [], file: URL? = nil, opened: OpenFile? = nil) {
    (self.content, self.type, self.secrets, self.file) = (content, type, secrets, file)
    (count, version) = (opened?.count ?? content.count, opened?.version)
  }

  /// Bytes with a media type, such as `image/png`.
  public static func data(_ data: Data, type: String) -> HTTPBody { HTTPBody(data, type: type) }

  /// A file, read in pieces while it is sent. A file that has changed before it is sent fails; it must not change until the request
  /// ends.
  ///
  /// - Throws: ``ServiceFailure/unsendable(_:)`` if it is not a regular file or cannot be read.
  public static func file(_ url: URL, type: String) throws(ServiceFailure) -> HTTPBody {
    HTTPBody(Data(), type: type, file: url, opened: try open(url))
  }

  private static func open(_ url: URL) throws(ServiceFailure) -> OpenFile {
    let name = SingleLine.text(url.lastPathComponent)
    do throws(FileSystemFailure) {
      if let file = try OpenFile(url) { return file }
    } catch .notRegular {
      throw .unsendable("\(name) is not a regular file")
    } catch {}
    throw .unsendable("the file \(name) cannot be read")
  }

  /// Opens the file; nil for bytes. Throws if it is not the file of which the body was made, or has changed since.
  func opened() throws(ServiceFailure) -> OpenFile? {
    guard let file else { return nil }
    let opened = try Self.open(file)
    if opened.version == version { return opened }
    let name = SingleLine.text(file.lastPathComponent)
    throw .unsendable("the file \(name) has changed since the request was made; make the request again")
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
