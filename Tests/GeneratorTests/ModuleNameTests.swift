import Generator
import Testing

@Suite struct ModuleNameTests {
  @Test("words become one name, with a note; a word of Swift's own keeps its name in links, and gets another property")
  func words() throws {
    let names = [
      "Notes", "notes", "shopping list", "shopping-list", "SHOPPING_list", "URLList", "B2B", "FAQ", " notes ", "class",
      "Default", "self", "Type", "init", "protocol",
    ]
    let told = try names.map { given in
      let name = try ModuleName(given)
      return ([name.type, name.title, name.route, name.property] + name.notes).joined(separator: " | ")
    }
    func keyword(_ given: String, _ type: String) -> String {
      let route = given.lowercased(), becomes = given == type ? "" : " | '\(given)' becomes \(type)"
      return "\(type) | \(type) | \(route) | \(route)Route\(becomes) | '\(route)' is a Swift keyword, "
        + "so the route's property is .\(route)Route"
    }
    let expected = """
      Notes | Notes | notes | notes
      Notes | Notes | notes | notes | 'notes' becomes Notes
      ShoppingList | Shopping List | shoppingList | shoppingList | 'shopping list' becomes ShoppingList
      ShoppingList | Shopping List | shoppingList | shoppingList | 'shopping-list' becomes ShoppingList
      SHOPPINGList | SHOPPING List | shoppingList | shoppingList | 'SHOPPING_list' becomes SHOPPINGList
      URLList | URLList | urlList | urlList
      B2B | B2B | b2B | b2B
      FAQ | FAQ | faq | faq
      Notes | Notes | notes | notes | ' notes ' becomes Notes
      \(keyword("class", "Class"))
      \(keyword("Default", "Default"))
      \(keyword("self", "Self"))
      \(keyword("Type", "Type"))
      \(keyword("init", "Init"))
      \(keyword("protocol", "Protocol"))
      """
    #expect(told == expected.split(separator: "\n").map(String.init))
  }

  @Test("an invalid name gives a message with the reason and a valid name") func impossible() {
    let long = String(repeating: "Long", count: 11)
    let names = ["", "  ", "-", "2048", "2nd try", "Notes📝", "Café", "Notes.swift", "a/b", "../b", "a\\b", long]
    let messages = """
      a module needs a name, such as Notes
      a module needs a name, such as Notes
      '-' cannot be a name: it has no letter; write a name such as Notes
      '2048' cannot be a name: Swift names begin with a letter; write a name such as Game2048
      '2nd try' cannot be a name: Swift names begin with a letter; write a name such as Game2ndtry
      'Notes📝' cannot be a name: '📝' is neither an English letter nor a digit; write a name such as Notes
      'Café' cannot be a name: 'é' is neither an English letter nor a digit; write a name such as Notes
      'Notes.swift' cannot be a name: '.' is neither an English letter nor a digit; write a name such as Notes
      'a/b' is a path, not a name; write the last part, and the folder as --modules DIR
      '../b' is a path, not a name; write the last part, and the folder as --modules DIR
      'a\\b' is a path, not a name; write the last part, and the folder as --modules DIR
      '\(long)' has 44 letters, too many for the lines of code; write 40 at most
      """
    let failures = names.map { name in
      do throws(GeneratorFailure) { return GeneratorFailure.usage(try ModuleName(name).type) } catch { return error }
    }
    #expect(failures == messages.split(separator: "\n").map { .usage(String($0)) })
  }
}
