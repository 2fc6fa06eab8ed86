/// A module's name in all forms that templates use.
package struct ModuleName: Equatable {
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

  /// Makes a name from the user's text: joins its words, each with a capital letter.
  package init(_ given: String) throws(GeneratorFailure) {
    let shown = "'\(given)'"
    if let odd = given.firstMatch(of: /[^A-Za-z0-9 _-]/)?.output {
      throw .usage(
        "\(shown) cannot be a name: '\(odd)' is neither an English letter nor a digit; write a name such as Notes")
    }
    // `shopping list`, `shopping-list` and `ShoppingList` have two words.
    let words = given.replacing(/([a-z])([A-Z])/) { "\($0.1) \($0.2)" }.split { " -_".contains($0) }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
    guard let first = words.first?.first else {
      throw .usage("\(shown) cannot be a name: it has no letter; write a name such as Notes")
    }
    guard !first.isNumber else {
      throw .usage(
        "\(shown) cannot be a name: Swift names begin with a letter; write a name such as Game\(words.joined())")
    }
    type = words.joined()
    route = Self.lowered(type)
    title = words.joined(separator: " ")
    let isKeyword = Self.keywords.contains(route)
    property = isKeyword ? "\(route)Route" : route
    notes =
      (type == given ? [] : ["\(shown) becomes \(type)"])
      + (isKeyword ? ["'\(route)' is a Swift keyword, so the route's property is .\(property)"] : [])
  }

  /// `urlList` of `URLList`, and `notes` of `Notes`.
  static func lowered(_ type: String) -> String {
    let capitals = type.prefix { $0.isUppercase }.count
    let isWholeWord = capitals == type.count || type.dropFirst(capitals).first?.isNumber == true
    let count = isWholeWord ? capitals : max(capitals - 1, 1)
    return type.prefix(count).lowercased() + type.dropFirst(count)
  }

  /// Words that cannot name a property without backticks, or that have another meaning after a dot.
  private static let keywords = Set(
    """
    actor as associatedtype async await break case catch class continue default defer deinit do else enum extension fallthrough
    false fileprivate for func guard if import in init inout internal is let nil operator package precedencegroup private protocol
    public repeat rethrows return self some static struct subscript super switch throw throws true try type typealias var where
    while
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
