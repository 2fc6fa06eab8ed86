import Foundation

/// A module's name in all forms that templates use.
package struct ModuleName: Equatable, Sendable {
  /// For types, files and folders: `ShoppingList`.
  package let type: String
  /// For the route's property: `shoppingList`; `classRoute` for a keyword.
  package let property: String
  /// For links, prompts and calls: `shoppingList`.
  package let route: String
  /// For titles: `Shopping List`.
  package let title: String
  /// Notes for the user, if the name differs from the given one.
  package let notes: [String]

  package static let longest = 40

  /// Makes a name from the user's text: joins its words, each with a capital letter.
  package init(_ given: String) throws(GeneratorFailure) {
    let shown = "'\(given)'"
    guard given.contains(where: { !$0.isWhitespace }) else {
      throw .usage("a module needs a name, such as Notes")
    }
    guard !given.contains("/"), !given.contains("\\") else {
      throw .usage("\(shown) is a path, not a name; write the last part, and the folder as --modules DIR")
    }
    if let odd = given.first(where: { !Self.isWord($0) && !" -_".contains($0) }) {
      throw .usage(
        "\(shown) cannot be a name: '\(odd)' is neither an English letter nor a digit; write a name such as Notes")
    }
    let words = Self.words(given)
    guard let first = words.first else {
      throw .usage("\(shown) cannot be a name: it has no letter; write a name such as Notes")
    }
    guard first.first?.isNumber != true else {
      throw .usage(
        "\(shown) cannot be a name: Swift names begin with a letter; write a name such as Game\(words.joined())")
    }
    let type = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard type.count <= Self.longest else {
      throw .usage("\(shown) has \(type.count) letters, too many for the lines of code; write \(Self.longest) at most")
    }
    let route = Self.lowered(type)
    self.type = type
    self.route = route
    title = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    let isKeyword = SwiftKeywords.all.contains(route)
    property = isKeyword ? "\(route)Route" : route
    notes =
      (type == given ? [] : ["\(shown) becomes \(type)"])
      + (isKeyword ? ["'\(route)' is a Swift keyword, so the route's property is .\(property)"] : [])
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  /// The words of `shopping list`, `shopping-list` and `ShoppingList`.
  private static func words(_ given: String) -> [String] {
    var words: [String] = [], last: Character = " "
    for character in given {
      if isWord(character) {
        let begins = !isWord(last) || character.isUppercase && last.isLowercase
        if begins { words.append(String(character)) } else { words[words.count - 1].append(character) }
      }
      last = character
    }
    return words
  }

  /// `urlList` of `URLList`, and `notes` of `Notes`.
  static func lowered(_ type: String) -> String {
    let capitals = type.prefix { $0.isUppercase }.count
    let isWholeWord = capitals == type.count || type.dropFirst(capitals).first?.isNumber == true
    let count = isWholeWord ? capitals : max(capitals - 1, 1)
    return type.prefix(count).lowercased() + type.dropFirst(count)
  }
}
