import Foundation

/// Describes a decoding or encoding error in words.
struct CodingReason {
  /// The path of the failed value: `entities[2].due`; empty at the top.
  let path: String
  /// The path and the problem: `entities[2].due is missing`.
  let text: String

  /// - Parameter whole: the document's name in the text, such as "the file".
  init(_ error: any Error, of whole: String) {
    let path: [any CodingKey]?, what: String
    switch error {
    case DecodingError.keyNotFound(let key, let context): (path, what) = (context.codingPath + [key], "is missing")
    case DecodingError.typeMismatch(let type, let context):
      (path, what) = (context.codingPath, "is not \(Self.name(of: type))")
    case DecodingError.valueNotFound(_, let context): (path, what) = (context.codingPath, "is null")
    case DecodingError.dataCorrupted(let context):
      (path, what) = (context.codingPath, context.codingPath.isEmpty ? "is not valid JSON" : "cannot be read")
    // For a value that is nested too deeply, the encoder gives no path and the whole value, whose text would fill pages.
    case EncodingError.invalidValue(let value, let context)
    where context.codingPath.isEmpty && !(value is any FloatingPoint):
      (path, what) = ([], "cannot be encoded: it may be nested too deeply")
    case EncodingError.invalidValue(let value, let context):
      (path, what) = (context.codingPath, "cannot be encoded: it is \(value)")
    default: (path, what) = (nil, "\(error)")
    }
    guard let path else {
      (self.path, text) = ("", what)
      return
    }
    self.path = path.reduce("") { text, key in
      guard key.intValue == nil else { return text + "[\(key.intValue ?? 0)]" }
      return text + (text.isEmpty ? "" : ".") + Self.shortened(key.stringValue)
    }
    text = "\(self.path.isEmpty ? whole : self.path) \(what)"
  }

  /// The key of a dictionary may be any text.
  private static func shortened(_ key: String) -> String { key.count > 50 ? key.prefix(50) + "…" : key }

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
