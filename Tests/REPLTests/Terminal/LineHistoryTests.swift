import Fixtures
import Testing

@testable import REPL

/// The history of typed lines.
@Suite struct LineHistoryTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }
  private var path: String { folder.path + "/history" }

  @Test("earlier lines are shown one by one, and then the begun one again") func moving() {
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

  @Test("lines that contain a text are shown one by one, and then the begun one again") func finding() {
    var history = LineHistory(path: nil)
    for line in ["open 1", "name a", "open 2", "save"] { history.add(line) }
    let found = [history.find("open", before: "open"), history.find("open", before: "open 2")]
    #expect(found == ["open 2", "open 1"])
    let none = history.find("open", before: "open 1"), next = history.move(by: 1, from: "open 1")
    #expect(none == nil && next == "name a")
    let lines = (0..<3).map { _ in history.move(by: 1, from: "") }
    #expect(lines == ["open 2", "save", "open"])
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
}
