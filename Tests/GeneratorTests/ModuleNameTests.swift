import Generator
import Testing

@Suite struct ModuleNameTests {
  @Test(
    "words become one name, with a note",
    arguments: [
      ("Notes", "Notes", "notes", "Notes"), ("notes", "Notes", "notes", "Notes"),
      ("shopping list", "ShoppingList", "shoppingList", "Shopping List"),
      ("shopping-list", "ShoppingList", "shoppingList", "Shopping List"),
      ("SHOPPING_list", "SHOPPINGList", "shoppingList", "SHOPPING List"),
      ("URLList", "URLList", "urlList", "URLList"), ("B2B", "B2B", "b2B", "B2B"), ("FAQ", "FAQ", "faq", "FAQ"),
      (" notes ", "Notes", "notes", "Notes"),
    ])
  func words(given: String, type: String, route: String, title: String) throws {
    let name = try ModuleName(given)
    #expect(name.type == type && name.route == route && name.property == route && name.title == title)
    #expect(name.notes == (given == type ? [] : ["'\(given)' becomes \(type)"]))
  }

  @Test(
    "a word of Swift's own keeps its name in links, and gets another property",
    arguments: ["class", "Default", "self", "Type", "init", "protocol"])
  func keywords(given: String) throws {
    let name = try ModuleName(given)
    #expect(name.route == given.lowercased() && name.property == "\(given.lowercased())Route")
    #expect(
      name.notes.last == "'\(name.route)' is a Swift keyword, so the route's property is .\(name.property)")
  }

  @Test(
    "an invalid name gives a message with the reason and a valid name",
    arguments: [
      ("", "a module needs a name, such as Notes"),
      ("  ", "a module needs a name, such as Notes"),
      ("-", "'-' cannot be a name: it has no letter; write a name such as Notes"),
      ("2048", "'2048' cannot be a name: Swift names begin with a letter; write a name such as Game2048"),
      ("2nd try", "'2nd try' cannot be a name: Swift names begin with a letter; write a name such as Game2ndtry"),
      ("Notes📝", "'Notes📝' cannot be a name: '📝' is neither an English letter nor a digit; write a name such as Notes"),
      ("Café", "'Café' cannot be a name: 'é' is neither an English letter nor a digit; write a name such as Notes"),
      (
        "Notes.swift",
        "'Notes.swift' cannot be a name: '.' is neither an English letter nor a digit; write a name such as Notes"
      ),
      ("a/b", "'a/b' is a path, not a name; write the last part, and the folder as --modules DIR"),
      ("../b", "'../b' is a path, not a name; write the last part, and the folder as --modules DIR"),
      ("a\\b", "'a\\b' is a path, not a name; write the last part, and the folder as --modules DIR"),
      (
        String(repeating: "Long", count: 11),
        "'\(String(repeating: "Long", count: 11))' has 44 letters, too many for the lines of code; write 40 at most"
      ),
    ])
  func impossible(given: String, message: String) {
    #expect(throws: GeneratorFailure.usage(message)) { try ModuleName(given) }
  }
}
