import Foundation

/// Something that an exploration found: a promise that is broken, and the flow that shows it.
struct Finding: Codable, Equatable, Sendable {
  /// The same for two findings of one mistake, most likely.
  let key: String
  /// What its file is called, without the ending.
  let name: String
  /// Which promise is broken.
  let title: String
  /// What is to be seen.
  var details: [String] = []
  /// The flow that fails today, and passes once it is mended.
  let flow: String

  /// The key of something that the harness says, of a kind: without the numbers of lines and modules.
  static func key(_ kind: String, _ text: String) -> String {
    var key = "\(kind): ", wasDigit = false
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      if !isDigit { key.append(character) } else if !wasDigit { key.append("#") }
      wasDigit = isDigit
    }
    return key
  }

  /// A name for files: of letters, digits and hyphens.
  static func name(_ words: String...) -> String {
    words.joined(separator: "-").lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.prefix(8)
      .joined(separator: "-")
  }
}
