import Foundation

/// What the file of a ``FileStore`` holds: `{"entities": […], "version": 1}`.
struct StoreFile<Entity: Codable>: Codable {
  let version: Int
  let entities: [Entity]

  /// The part every version has, read first: it decides whether the rest can be understood.
  private struct Header: Decodable { let version: Int }
  private static var current: Int { 1 }

  init(_ entities: [Entity]) {
    version = Self.current
    self.entities = entities
  }

  /// Reads what ``encoded()`` wrote. `file` is for the failure's text.
  init(_ data: Data, of file: String) throws(StoreFailure) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(StoredDate.decode)
    do {
      let version = try decoder.decode(Header.self, from: data).version
      guard version <= Self.current else {
        throw StoreFailure.newer(file: file, version: version, supported: Self.current)
      }
      guard version >= 1 else { throw StoreFailure.invalid(file: file, reason: "there is no format \(version)") }
      self = try decoder.decode(Self.self, from: data)
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      throw .invalid(file: file, reason: data.isEmpty ? "it is empty" : Self.reason(error))
    }
  }

  /// Sorted and indented: a person may have to repair it one day.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom(StoredDate.encode)
    return try encoder.encode(self) + Data("\n".utf8)
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    return switch error {
    case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context): "\(place(context.codingPath)) is not \(name(of: type))"
    case .valueNotFound(_, let context): "\(place(context.codingPath)) is null"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not valid JSON"
    case .dataCorrupted(let context): "\(place(context.codingPath)) cannot be read"
    @unknown default: "\(error)"
    }
  }

  /// `entities[2].due`
  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the file" }
    return path.reduce("") { text, key in
      guard key.intValue == nil else { return text + "[\(key.intValue ?? 0)]" }
      return text + (text.isEmpty ? "" : ".") + key.stringValue
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type, is Date.Type, is UUID.Type: "a text"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
