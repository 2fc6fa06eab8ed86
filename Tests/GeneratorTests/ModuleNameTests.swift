import Generator
import Testing

@Suite struct ModuleNameTests {
  @Test(
    "words become one name, with a note; a keyword gets another property",
    arguments: [
      ("Notes", "Notes | Notes | notes | notes"),
      ("notes", "Notes | Notes | notes | notes | 'notes' becomes Notes"),
      (
        "shopping list",
        "ShoppingList | Shopping List | shoppingList | shoppingList | 'shopping list' becomes ShoppingList"
      ),
      (
        "shopping-list",
        "ShoppingList | Shopping List | shoppingList | shoppingList | 'shopping-list' becomes ShoppingList"
      ),
      (
        "SHOPPING_list",
        "SHOPPINGList | SHOPPING List | shoppingList | shoppingList | 'SHOPPING_list' becomes SHOPPINGList"
      ),
      ("ShoppingList", "ShoppingList | Shopping List | shoppingList | shoppingList"),
      ("URLList", "URLList | URLList | urlList | urlList"), ("B2B", "B2B | B2B | b2B | b2B"),
      ("FAQ", "FAQ | FAQ | faq | faq"),
      ("Type", "Type | Type | type | typeRoute | 'type' is a Swift keyword, so the route's property is .typeRoute"),
    ]) func words(_ given: String, _ expected: String) throws
  {
    let name = try ModuleName(given)
    #expect(([name.type, name.title, name.route, name.property] + name.notes).joined(separator: " | ") == expected)
  }

  @Test(
    "an invalid name gives a message with the reason and a valid name",
    arguments: [
      ("  ", "it has no letter; write a name such as Notes"), ("-", "it has no letter; write a name such as Notes"),
      ("2nd try", "Swift names begin with a letter; write a name such as Game2ndTry"),
      ("Café", "'é' is neither an English letter nor a digit; write a name such as Notes"),
      ("../b", "'.' is neither an English letter nor a digit; write a name such as Notes"),
      ("a/b", "'/' is neither an English letter nor a digit; write a name such as Notes"),
    ]) func impossible(_ given: String, _ reason: String)
  {
    #expect(throws: GeneratorFailure.usage("'\(given)' cannot be a name: \(reason)")) { try ModuleName(given) }
  }
}
