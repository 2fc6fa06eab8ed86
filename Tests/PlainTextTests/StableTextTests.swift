import PlainText
import Testing

@Suite struct StableTextTests {
  private struct Pair { let left: [String: Int], right: Set<Int> }
  private enum Choice { case none, some([String: Int]), both(a: Int, b: Set<Int>) }
  private struct Named: CustomStringConvertible { let description = "named" }

  /// A value that mirrors itself as a dictionary, whose children may be no pairs.
  private struct Table: CustomReflectable {
    var customMirror: Mirror
    init(_ children: [Mirror.Child]) {
      customMirror = Mirror(Table.self, children: children, displayStyle: .dictionary)
    }
  }

  @Test("the text of a value is the same in every run: all dictionaries and sets in it are sorted") func sorted() {
    let letters = Dictionary(uniqueKeysWithValues: zip("hgfedcba".map(String.init), 0...))
    let text = #"["a": 7, "b": 6, "c": 5, "d": 4, "e": 3, "f": 2, "g": 1, "h": 0]"#
    let values: [(Any, String)] = [
      (letters, text), (Set(1...9), "[1, 2, 3, 4, 5, 6, 7, 8, 9]"), ([letters], "[\(text)]"),
      (Optional(letters) as Any, "Optional(\(text))"), ((letters, x: 1), "(\(text), x: 1)"),
      (Pair(left: letters, right: [2, 1]), "Pair(left: \(text), right: [1, 2])"),
      (Choice.some(letters), "some(\(text))"), (Choice.both(a: 1, b: [3, 2, 1]), "both(a: 1, b: [1, 2, 3])"),
      (Table([("b", 2), ("a", (1, 2)), (nil, ("c", 3)), (nil, 4)]), #"["a": (1, 2), "b": 2, "c": 3, 4]"#),
      ([["b": ["d": 1, "c": 2], "a": [:]]], #"[["a": [:], "b": ["c": 2, "d": 1]]]"#),
    ]
    // Ordered values are printed as Swift prints them.
    let ordered: [Any] = [
      "text", 1, 2.5, [1, 2], ["a"], Optional(1) as Any, (1, "b"), Named(), [Named()], ["a": 1], Choice.none,
    ]
    #expect((values.map(\.0) + ordered).map(StableText.of) == values.map(\.1) + ordered.map { "\($0)" })
  }
}
