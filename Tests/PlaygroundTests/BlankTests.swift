import Language
import Testing

@Suite struct BlankTests {
  @Test(
    "an invisible text is blank",
    arguments: [
      "", " ", "\t\n", "\u{A0}\u{3000}", "\u{200B}", "\u{200B} \u{200D}", "\u{FEFF}", "\u{2060}", "\u{AD}", "\u{3164}",
      "\u{2800}", "\u{7}",
    ])
  func blank(_ text: String) { #expect(text.isBlank) }

  @Test("a text with a visible character is not blank", arguments: ["a", " a ", "\u{200B}b", "👩‍👩‍👧", "◌", "\u{301}"])
  func visible(_ text: String) { #expect(!text.isBlank) }
}
