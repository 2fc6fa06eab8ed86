public import Foundation

/// The body of a request.
public struct HTTPBody: Hashable, Sendable {
  /// A part of the bytes.
  private enum Piece: Hashable, Sendable {
    case bytes(Data)
    /// A file, with its length in bytes and its version when the body was made.
    case file(URL, count: Int, version: FileVersion)

    var count: Int {
      switch self {
      case .bytes(let data): data.count
      case .file(_, let count, _): count
      }
    }
  }
  private let pieces: [Piece]
  let type: String
  /// The media types of the parts.
  private(set) var partTypes: [String] = []
  let secrets: [String]

  private init(_ pieces: [Piece], type: String, secrets: [String] = []) {
    (self.pieces, self.type, self.secrets) = (pieces, type, secrets)
  }

  /// The length in bytes.
  var count: Int { pieces.reduce(0) { $0 + $1.count } }

  /// The bytes in memory, without those of files.
  package var content: Data {
    pieces.reduce(into: Data()) { content, piece in if case .bytes(let data) = piece { content += data } }
  }

  /// The file that is the whole body; nil if it is not one.
  var file: URL? { if pieces.count == 1, case .file(let url, _, _) = pieces[0] { url } else { nil } }

  /// Bytes with a media type, such as `image/png`.
  public static func data(_ data: Data, type: String) -> HTTPBody { HTTPBody([.bytes(data)], type: type) }

  /// A file, read in pieces while it is sent. A file that has changed before it is sent fails; it must not change until the request
  /// ends.
  ///
  /// - Throws: ``ServiceFailure/unsendable(_:)`` if it is not a regular file or cannot be read.
  public static func file(_ url: URL, type: String) throws(ServiceFailure) -> HTTPBody {
    let file = try open(url)
    return HTTPBody([.file(url, count: file.count, version: file.version)], type: type)
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

  /// A part of a form: a field or a file.
  public struct Part: Hashable, Sendable {
    fileprivate let head: String
    fileprivate let body: HTTPBody

    /// A field of a form, as text.
    public static func field(_ field: HTTPField) -> Part {
      let body = HTTPBody(
        [.bytes(Data(field.value.utf8))], type: "text/plain", secrets: field.isSecret ? [field.value] : [])
      return Part(head: "name=\"\(escaped(field.name))\"", body: body)
    }

    /// A file of a form. Its content may be any body, such as ``HTTPBody/file(_:type:)``; `fileName` is its name for the server.
    public static func file(_ name: String, _ body: HTTPBody, named fileName: String) -> Part {
      let head = "name=\"\(escaped(name))\"; filename=\"\(escaped(fileName))\"\r\nContent-Type: \(body.type)"
      return Part(head: head, body: body)
    }

    /// The name as browsers write it.
    private static func escaped(_ name: String) -> String {
      name.replacing("\r\n", with: "%0D%0A").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
        .replacing("\"", with: "%22")
    }
  }

  /// A form with files (`multipart/form-data`), read in pieces while it is sent: the body is never in memory as a whole.
  ///
  ///     let picture = try HTTPBody.file(url, type: "image/png")
  ///     let form = HTTPBody.multipart(
  ///       [
  ///         .field(HTTPField("title", "Emma")),
  ///         .file("cover", picture, named: "emma.png"),
  ///       ], boundary: environment.id())
  ///
  /// - Parameters:
  ///   - parts: the fields and files, in order.
  ///   - boundary: a new id, which separates the parts.
  public static func multipart(_ parts: [Part], boundary: UUID) -> HTTPBody {
    let line = "--\(boundary.uuidString)"
    func bytes(_ text: String) -> [Piece] { [.bytes(Data(text.utf8))] }
    let pieces = parts.flatMap { part in
      bytes("\(line)\r\nContent-Disposition: form-data; \(part.head)\r\n\r\n") + part.body.pieces + bytes("\r\n")
    }
    var body = HTTPBody(
      pieces + bytes("\(line)--\r\n"), type: "multipart/form-data; boundary=\(boundary.uuidString)",
      secrets: parts.flatMap(\.body.secrets))
    body.partTypes = parts.flatMap { [$0.body.type] + $0.body.partTypes }
    return body
  }

  /// The body, open for reading. Throws if a file is not the one of which the body was made, or has changed since.
  func opened() throws(ServiceFailure) -> OpenBody {
    var open: [OpenBody.Piece] = []
    for piece in pieces {
      switch piece {
      case .bytes(let data): open.append((data.count, { data.dropFirst($1).prefix($0) }))
      case .file(let url, _, let version):
        let file = try Self.open(url), name = SingleLine.text(url.lastPathComponent)
        guard file.version == version else {
          throw .unsendable("the file \(name) has changed since the request was made; make the request again")
        }
        open.append((file.count, { (try? file.read($0, at: $1)) ?? Data() }))
      }
    }
    return OpenBody(pieces: open)
  }

  /// Form fields, in order, encoded as browsers encode them (`application/x-www-form-urlencoded`).
  public static func form(_ fields: [HTTPField]) -> HTTPBody {
    let text = fields.map { PercentEncoding.form($0.name) + "=" + PercentEncoding.form($0.value) }.joined(
      separator: "&")
    return HTTPBody(
      [.bytes(Data(text.utf8))], type: "application/x-www-form-urlencoded",
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
    HTTPBody([.bytes(try encoder.encode(value))], type: "application/json", secrets: secrets)
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

extension HTTPBody: CustomStringConvertible, CustomReflectable {
  /// The media type and the length: `application/json, 12 bytes`.
  public var description: String { "\(type), \(count) bytes" }
  /// A mirror without children, so that dumping shows only the description.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A body that is open for reading.
struct OpenBody: Sendable {
  /// The length of a part in bytes, and a closure that reads at most so many bytes of it from an offset.
  typealias Piece = (count: Int, read: @Sendable (Int, Int) -> Data)
  let pieces: [Piece]

  /// At most `count` bytes from `offset`; none at the end, or if a file has become shorter or cannot be read.
  func read(_ count: Int, at offset: Int) -> Data {
    var start = 0
    for piece in pieces {
      let here = offset - start, length = min(count, piece.count - here)
      start += piece.count
      if length > 0 { return piece.read(length, here) }
    }
    return Data()
  }
}
