import Testing

@testable import REPL

@Suite struct CountTextTests {
  @Test("one thing is named in the singular, any other number in the plural") func numbers() {
    #expect([0, 1, 2].map { CountText.of($0, "flow") } == ["0 flows", "1 flow", "2 flows"])
    #expect([1, 2].map { CountText.of($0, "was", "were") } == ["1 was", "2 were"])
  }
}
