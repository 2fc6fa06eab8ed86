import Testing

@testable import REPL

@Suite struct ScreenMapTests {
  private func columns(_ names: String, _ ways: String...) -> [String] {
    let map = ScreenMap(
      screens: names.map { .init(name: String($0), isReached: true, commands: []) },
      ways: ways.map { .init(from: String($0.prefix(1)), to: String($0.suffix(1)), isReached: true) })
    return map.columns.map { $0.map(\.name).joined() }
  }

  @Test("each screen stands right of one that opens it; those that no screen opens come first") func layers() {
    #expect(columns("abcd", "ab", "bc", "ac", "ad") == ["a", "bcd"])
    #expect(columns("abcd", "ab", "bc", "cd", "db") == ["a", "b", "c", "d"])
    #expect(columns("ab") == ["ab"])
    #expect(columns("") == [])
  }

  @Test("in a circle the first screen begins, and a way to a screen that is not there is none") func circles() {
    #expect(columns("abc", "ab", "bc", "ca") == ["a", "b", "c"])
    #expect(columns("ab", "aa", "ax") == ["ab"])
    #expect(columns("abcd", "ab", "cd", "dc") == ["ac", "bd"])
  }
}
