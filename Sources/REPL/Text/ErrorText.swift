import Foundation

/// The reason of a failure, in words for a user.
package enum ErrorText {
  /// The text of an error: the place in JSON that cannot be read, the system's message, or the error's own description.
  package static func of(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: return text(error)
    case EncodingError.invalidValue(_, let context): return at(context.codingPath, "cannot be encoded")
    default: return isFoundation(error) ? system(error) : "\(error)"
    }
  }

  private static func text(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): return at(context.codingPath + [key], "is missing")
    case .valueNotFound(_, let context): return at(context.codingPath, "is null")
    case .typeMismatch(let type, let context): return at(context.codingPath, "is not \(name(of: type))")
    case .dataCorrupted(let context):
      // With a place, the description is the app's own text.
      if context.codingPath.isEmpty { return "it is not valid JSON" }
      return at(
        context.codingPath, "cannot be read" + (context.debugDescription.isEmpty ? "" : ": \(context.debugDescription)")
      )
    @unknown default: return "it cannot be read"
    }
  }

  /// `items[2].due is missing`.
  private static func at(_ path: [any CodingKey], _ what: String) -> String {
    let place = path.reduce("") { text, key in
      if let index = key.intValue { return text + "[\(index)]" }
      return text + (text.isEmpty ? "" : ".") + key.stringValue
    }
    return "\(place.isEmpty ? "it" : place) \(what)"
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
