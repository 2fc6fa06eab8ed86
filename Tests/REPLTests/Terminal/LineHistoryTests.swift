import Fixtures
import Testing

@testable import REPL

/// The history of typed lines.
@Suite struct LineHistoryTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  private var path: String { folder.path + "/history" }

  @Test("earlier lines are shown one by one, and then the line that was begun") func moving() {
    var history = LineHistory(path: nil)
    for line in ["one", "two", "two"] { history.add(line) }
    var shown = "begun"
    let lines = [-1, -1, -1, 1, 1, 1].map { step in
      let line = history.move(by: step, from: shown)
      shown = line ?? shown
      return line
    }
    #expect(lines == ["two", "one", nil, "two", "begun", nil])
  }

  @Test("lines that contain a text are shown one by one, and then the line that was begun") func finding() {
    var history = LineHistory(path: nil)
    for line in ["open 1", "name a", "open 2", "save"] { history.add(line) }
    let found = ["open", "open 2", "open 1"].map { history.find("open", before: $0) }
    #expect(found == ["open 2", "open 1", nil])
    let lines = (0..<4).map { _ in history.move(by: 1, from: "") }
    #expect(lines == ["name a", "open 2", "save", "open"])
  }

  @Test("the last thousand lines are stored for the next run, unchanged") func kept() throws {
    var history = LineHistory(path: path)
    for number in 1...1001 { history.add("name é \\040 \(number)") }
    var next = LineHistory(path: path)
    let lines = (0...1000).map { _ in next.move(by: -1, from: "") }
    #expect(lines == (2...1001).reversed().map { "name é \\040 \($0)" } + [nil])
    next.add("last")
    #expect(try folder.read("history").hasSuffix("name é \\040 1001\nlast\n"))
  }

  @Test("a file that libedit wrote is read") func libedit() throws {
    try folder.write("history", "_HiStOrY_V2_\nname\\040a\\134b\nopen\\0402\n")
    var history = LineHistory(path: path)
    let lines = [history.move(by: -1, from: ""), history.move(by: -1, from: "")]
    #expect(lines == ["open 2", "name a\\b"])
  }

  @Test("without a writable file, lines are kept for this run") func unwritable() {
    var history = LineHistory(path: folder.path + "/none/history")
    history.add("one")
    let line = history.move(by: -1, from: "")
    #expect(line == "one")
  }

  @Test("the history is in the folder of the environment variables; empty and relative folders are ignored")
  func place() {
    let path = folder.path, own = path + "/.local/state/small/history"
    for (environment, place) in [
      (["XDG_STATE_HOME": path + "/a"], path + "/a/small/history"), ([:], nil),
      (["XDG_STATE_HOME": "", "HOME": path], own), (["XDG_STATE_HOME": "a", "HOME": path], own),
      (["XDG_STATE_HOME": "", "HOME": ""], nil), (["XDG_STATE_HOME": "a", "HOME": "a"], nil),
    ] as [([String: String], String?)] {
      #expect(Terminal.historyPath(of: "small", environment) == place, "\(environment)")
    }
  }
}
