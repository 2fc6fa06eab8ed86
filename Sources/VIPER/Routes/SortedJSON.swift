import Foundation

extension JSONEncoder {
  /// Writes on one line, with sorted keys: equal values are equal texts.
  package static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
