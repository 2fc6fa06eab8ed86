import Testing

@testable import VIPER

/// The text of a value in the trace is the same in every run, whatever the hashes are.
@Suite struct TraceTextTests {
  private struct Pair { let left: [String: Int], right: Set<Int> }
  private enum Choice { case none, some([String: Int]), both(a: Int, b: Set<Int>) }
  private struct Named: CustomStringConvertible { let description = "named" }

  @Test("all dictionaries and sets in a value are sorted") func sorted() {
    let letters = Dictionary(uniqueKeysWithValues: zip("hgfedcba".map(String.init), 0...))
    let text = #"["a": 7, "b": 6, "c": 5, "d": 4, "e": 3, "f": 2, "g": 1, "h": 0]"#
    #expect(TraceText.of(letters) == text)
    #expect(TraceText.of(Set(1...9)) == "[1, 2, 3, 4, 5, 6, 7, 8, 9]")
    #expect(TraceText.of([letters]) == "[\(text)]")
    #expect(TraceText.of(Optional(letters) as Any) == "Optional(\(text))")
    #expect(TraceText.of((letters, x: 1)) == "(\(text), x: 1)")
    #expect(TraceText.of(Pair(left: letters, right: [2, 1])) == "Pair(left: \(text), right: [1, 2])")
    #expect(TraceText.of(Choice.some(letters)) == "some(\(text))")
    #expect(TraceText.of(Choice.both(a: 1, b: [3, 2, 1])) == "both(a: 1, b: [1, 2, 3])")
    #expect(TraceText.of([["b": ["d": 1, "c": 2], "a": [:]]]) == #"[["a": [:], "b": ["c": 2, "d": 1]]]"#)
  }

  @Test("ordered values are printed as Swift prints them") func ordered() {
    let values: [Any] = [
      "text", 1, 2.5, [1, 2], ["a"], Optional(1) as Any, (1, "b"), Named(), [Named()], ["a": 1], Choice.none,
    ]
    for value in values { #expect(TraceText.of(value) == "\(value)") }
  }
}
