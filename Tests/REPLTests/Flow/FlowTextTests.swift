import REPL
import Testing

@Suite struct FlowTextTests {
  @Test(
    "lines put together again are the text, byte for byte",
    arguments: [
      "", "\n", "a", "a\n", "a\r\n", "a\r\nb\nc", "\r", "a\rb\n", "\n\n", "\r\n\r\n", "\u{FEFF}a\n", "e\u{301}\r\n",
      "a\u{2028}b\u{85}\n", "\u{0}\n",
    ]) func roundTrip(_ text: String)
  { #expect(FlowText(text).text.utf8.elementsEqual(text.utf8)) }

  @Test("nothing but a newline ends a line") func lines() {
    #expect(FlowText("a\r\nb\u{2028}c\rd\n\ne").lines.map(\.content) == ["a", "b\u{2028}c\rd", "", "e"])
    #expect(FlowText("a\r\nb\n\ne").lines.map(\.end) == ["\r\n", "\n", "\n", ""])
    #expect(FlowText("\u{FEFF}# a\n").lines.map(\.content) == ["# a"])
  }
}
