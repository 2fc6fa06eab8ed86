import Testing

@testable import REPL

@Suite struct ScreenReadingTests {
  private let screen = ["T", "name: a", "1. a", "2. b"]

  @Test(
    "a printed part replaces the part of its kind, or the part that its mark removes",
    arguments: [
      (["name: b"], ["T", "name: b", "1. a", "2. b"]), (["1. c"], ["T", "name: a", "1. c"]),
      (["(none)"], ["T", "name: a", "(none)"]), (["x: 1"], ["T", "name: a", "1. a", "2. b", "x: 1"]),
      ([], ["T", "name: a", "1. a", "2. b"]), (["- 1. a (+1)"], ["T", "name: a"]),
      (["- T", "Title"], ["Title", "name: a", "1. a", "2. b"]), (["- x"], nil),
    ])
  func parts(_ output: [String], _ lines: [String]?) {
    var reading = ScreenReading(path: "home", lines: screen)
    #expect((reading.read(output, path: "home") ? reading.lines : nil) == lines)
  }

  @Test(
    "where the path changes, the last lines are the new screen; the lines below a prompt are the whole screen",
    arguments: [
      (["Next"], "next", ["Next"]), (["name: b", "+1s", "Next"], "next", ["Next"]), ([], "next", []),
      (["home>", "Home"], "home", ["Home"]), (["next>"], "next", []),
      (["+1s", "next>", "a: 1", "b: 1", "+2s", "a: 2"], "next", ["a: 2", "b: 1"]),
    ])
  func whole(_ output: [String], _ path: String, _ lines: [String]) {
    var reading = ScreenReading(path: "home", lines: screen)
    let isRead = reading.read(output, path: path)
    #expect(isRead && reading == ScreenReading(path: path, lines: lines))
  }
}
