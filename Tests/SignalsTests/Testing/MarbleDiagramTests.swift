import SignalsTesting
import Testing

@Suite struct MarbleDiagramTests {
  @Test(arguments: ["", "-", "a-b|", "a(bc)-^", "--(ab|)", "a!", "(a!)-"]) func printsTheDiagramThatItRead(text: String)
    throws
  {
    #expect(try MarbleDiagram(text).description == text)
  }

  @Test func spacesAreForTheEye() throws {
    #expect(try MarbleDiagram(" a - b | ") == MarbleDiagram("a-b|"))
  }

  @Test func aGroupIsOneTick() throws {
    #expect(try MarbleDiagram("-(ab|)").ticks == [[], [.value("a"), .value("b"), .completion]])
  }

  @Test(arguments: [
    ("a*", "a*\n ↑ '*' is not a mark; use - a…z 0…9 | ^ ! ( )"),
    ("a(b", "a(b\n   ↑ '(' without ')' after it"),
    ("ab)", "ab)\n  ↑ ')' without '(' before it"),
    ("(a(b))", "(a(b))\n  ↑ groups cannot be nested"),
    ("(a-b)", "(a-b)\n  ↑ a group is one tick: '-' cannot be inside it"),
  ]) func anUnreadableCharacterIsNamedWithItsPlace(text: String, message: String) {
    let error = #expect(throws: MarbleSyntaxError.self) { try MarbleDiagram(text) }
    #expect(error?.description == message)
  }
}
