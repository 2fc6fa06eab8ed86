import Fixtures
import Foundation
import Testing

@testable import REPL
@testable import REPLTools

/// The history of typed lines.
@Suite struct LineHistoryTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  private var path: String { folder.path + "/history" }

  /// The lines that are shown after steps through a history with these lines.
  private func shown(_ history: LineHistory, _ steps: [Int], from typed: String = "") -> [String?] {
    var history = history, shown = typed
    return steps.map { step in
      let line = history.move(by: step, from: shown)
      shown = line ?? shown
      return line
    }
  }

  @Test("earlier lines, or those that contain a text, are shown one by one, and then the line that was begun")
  func moving() {
    // Without a writable file, lines are kept for this run.
    var history = LineHistory(path: folder.path + "/none/history"), search = LineHistory(path: nil)
    for line in ["one", "two", "two"] { history.add(line) }
    #expect(
      shown(history, [-1, -1, -1, 1, 1, 1], from: "begun") == ["two", "one", nil, "two", "begun", nil])
    for line in ["open 1", "name a", "open 2", "save"] { search.add(line) }
    let found = ["open", "open 2", "open 1"].map { search.find("open", before: $0) }
    #expect(found + shown(search, [1, 1, 1, 1]) == ["open 2", "open 1", nil, "name a", "open 2", "save", "open"])
  }

  @Test("sessions at the same time keep each other's lines") func together() throws {
    var first = LineHistory(path: path), second = LineHistory(path: path)
    first.add("one")
    second.add("two")
    first.add("three")
    #expect(try folder.read("history") == "one\ntwo\nthree\n")
    #expect(shown(first, [-1, -1, -1]) == ["three", "one", nil])
  }

  @Test("only the user may read the history, whoever created its file, also after old lines were dropped")
  func permissions() throws {
    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    var fresh = LineHistory(path: path)
    fresh.add("one")
    #expect(try mode() == 0o600)
    try folder.write("history", (1...2000).map { "\($0)\n" }.joined())
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    _ = LineHistory(path: path)
    #expect(try mode() == 0o600)
    #expect(try folder.read("history") == (1001...2000).map { "\($0)\n" }.joined())
    #expect(folder.names == ["history"])
  }

  @Test("the last thousand lines are stored for the next run, unchanged")
  func stored() throws {
    var history = LineHistory(path: path)
    for number in 1...1001 { history.add("name é \\040 \(number)") }
    var next = LineHistory(path: path)
    let lines = shown(next, Array(repeating: -1, count: 1001))
    #expect(lines == (2...1001).reversed().map { "name é \\040 \($0)" } + [nil])
    next.add("last")
    #expect(try folder.read("history").hasSuffix("name é \\040 1001\nlast\n"))
  }

  @Test("the history is in the folder of the environment variables; empty and relative folders are ignored")
  func place() {
    let path = folder.path, own = path + "/.local/state/small/history"
    let places: [([String: String], String?)] = [
      (["XDG_STATE_HOME": path + "/a"], path + "/a/small/history"), ([:], nil),
      (["XDG_STATE_HOME": "", "HOME": path], own), (["XDG_STATE_HOME": "a", "HOME": path], own),
      (["XDG_STATE_HOME": "", "HOME": ""], nil), (["XDG_STATE_HOME": "a", "HOME": "a"], nil),
    ]
    #expect(places.map { Terminal.historyPath(of: "small", $0.0) } == places.map(\.1))
  }
}
