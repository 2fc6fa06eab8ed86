import Testing

@testable import REPL

@Suite struct StyledLineTests {
  @Test("control characters in a text are written out; escape sequences of colours are not") func text() {
    let line = StyledLine("FAIL a\nok   b\u{1B}[2J.flow", .failed)
    #expect(line.text(isColored: false) == "FAIL a\\nok   b\\u{1B}[2J.flow")
    #expect(line.text(isColored: true) == "\u{1B}[1;31mFAIL a\\nok   b\\u{1B}[2J.flow\u{1B}[0m")
  }
}
