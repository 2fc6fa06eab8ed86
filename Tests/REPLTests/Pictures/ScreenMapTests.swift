import Testing

@testable import REPL

@Suite struct ScreenMapTests {
  @Test(
    "each screen stands right of one that opens it, or first; in a circle the first screen begins",
    arguments: [
      ("abcd", ["ab", "bc", "ac", "ad"], ["a", "bcd"]), ("abcd", ["ab", "bc", "cd", "db"], ["a", "b", "c", "d"]),
      ("ab", [], ["ab"]), ("", [], []), ("abc", ["ab", "bc", "ca"], ["a", "b", "c"]),
      // A way to itself, or to a screen that is not there, is none.
      ("ab", ["aa", "ax"], ["ab"]), ("abcd", ["ab", "cd", "dc"], ["ac", "bd"]),
    ])
  func columns(_ names: String, _ ways: [String], _ columns: [String]) {
    let map = ScreenMap(
      screens: names.map { .init(name: String($0), isReached: true, commands: []) },
      ways: ways.map { .init(from: String($0.prefix(1)), to: String($0.suffix(1)), isReached: true) })
    #expect(map.columns.map { $0.map(\.name).joined() } == columns)
  }
}
