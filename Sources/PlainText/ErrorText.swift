internal import Foundation

/// The reason of a failure, in words for a user: the place in JSON and its problem, the system's message, or the error's own
/// description.
package struct ErrorText {
  /// The place in JSON: `items[2].due`; empty at the top, and for all other errors.
  package let path: String
  /// The whole reason: `items[2].due is missing`.
  package let text: String

  /// - Parameters:
  ///   - whole: the document's name in the text, such as "the file".
  ///   - hidesDetails: whether to leave out the decoder's own reason, which may contain a value.
  package init(_ error: any Error, of whole: String = "it", hidesDetails: Bool = false) {
    guard let (path, problem) = Self.problem(of: error, hidesDetails) else {
      (self.path, text) = ("", Self.isFoundation(error) ? Self.system(error) : "\(error)")
      return
    }
    self.path = path.reduce("") { text, key in
      if let index = key.intValue { return text + "[\(index)]" }
      return text + (text.isEmpty ? "" : ".") + Self.shortened(key.stringValue)
    }
    text = "\(self.path.isEmpty ? whole : self.path) \(problem)"
  }

  /// The text of an error.
  package static func of(_ error: any Error) -> String { ErrorText(error).text }

  /// The place of a decoding or encoding error, and its problem.
  private static func problem(of error: any Error, _ hidesDetails: Bool) -> (path: [any CodingKey], String)? {
    switch error {
    case DecodingError.keyNotFound(let key, let context): return (context.codingPath + [key], "is missing")
    case DecodingError.valueNotFound(_, let context): return (context.codingPath, "is null")
    case DecodingError.typeMismatch(let type, let context): return (context.codingPath, "is not \(name(of: type))")
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: return ([], "is not valid JSON")
    case DecodingError.dataCorrupted(let context):
      // With a place, the description is the app's own text.
      let details = hidesDetails || context.debugDescription.isEmpty ? "" : ": \(context.debugDescription)"
      return (context.codingPath, "cannot be read" + details)
    // For a value that is nested too deeply, the encoder gives no path and the whole value, whose text would fill pages.
    case EncodingError.invalidValue(let value, let context)
    where context.codingPath.isEmpty && !(value is any FloatingPoint):
      return ([], "cannot be encoded: it may be nested too deeply")
    case EncodingError.invalidValue(let value, let context):
      return (context.codingPath, "cannot be encoded: it is \(value)")
    default: return nil
    }
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

  /// The system's message, which Foundation nests in its own errors.
  private static func system(_ error: any Error) -> String {
    var next: (any Error)? = error
    while let current = next.map({ $0 as NSError }) {
      if current.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(current.code))) }
      next = current.userInfo[NSUnderlyingErrorKey] as? any Error
    }
    // Without a message, Foundation prints only the number of the error: "could not" on Linux, "couldn’t" on Apple platforms.
    let text = error.localizedDescription
    return text.contains(/^The operation could(?: not|n’t) be completed/) ? "the system gives no reason" : text
  }

  private static func isFoundation(_ error: any Error) -> Bool {
    error is CocoaError || error is POSIXError || error is URLError || type(of: error) is NSError.Type
  }
}
