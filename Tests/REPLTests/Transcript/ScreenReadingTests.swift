import Testing

@testable import REPL

@Suite struct ScreenReadingTests {
  private let screen = ["T", "name: a", "1. a", "2. b"]

  // Its type is written out, because the compiler takes seconds to infer it.
  private static let printedParts: [([String], [String]?)] = [
    (["name: b"], ["T", "name: b", "1. a", "2. b"]), (["1. c"], ["T", "name: a", "1. c"]),
    (["(none)"], ["T", "name: a", "(none)"]), (["x: 1"], ["T", "name: a", "1. a", "2. b", "x: 1"]),
    ([], ["T", "name: a", "1. a", "2. b"]), (["- 1. a (+1)"], ["T", "name: a"]),
    (["- T", "Title"], ["Title", "name: a", "1. a", "2. b"]), (["- x"], nil),
  ]

  @Test("a printed part replaces the part of its kind, or the part that its mark removes", arguments: printedParts)
  func printed(_ output: [String], _ lines: [String]?) {
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

  /// The kind and the lines of each part.
  private func parts(_ lines: [String]) -> [String] {
    ScreenPart.parts(of: lines).map { part in
      let kind =
        switch part.kind {
        case .named(let name): name
        case .list: "list"
        case .text: "text"
        }
      return "\(kind)|" + part.lines.joined(separator: "|")
    }
  }

  @Test(
    "a line with one word before its colon is named, any other is text",
    arguments: [
      ("name: x", "name"), ("due-day: -", "due-day"), ("b:", "b"), ("事件: x", "事件"), ("one two: x", "text"),
      ("a,b: x", "text"), ("http://x", "text"), (": x", "text"), ("x", "text"),
    ])
  func named(_ line: String, _ kind: String) { #expect(parts([line]) == ["\(kind)|\(line)"]) }

  @Test(
    "rows numbered from 1 are a list, together with headings above indented rows",
    arguments: [
      (["T", "1. a", "2. b", "x"], ["text|T", "list|1. a|2. b", "text|x"]),
      (["T", "Today", "  1. a", "Later", "  2. b"], ["text|T", "list|Today|  1. a|Later|  2. b"]),
      (["1. a", "1. b"], ["list|1. a", "list|1. b"]),
      (["T", "(none)", "(a) b"], ["text|T", "list|(none)", "text|(a) b"]),
      (["2. a", "1.b", "1."], ["text|2. a", "text|1.b", "list|1."]),
    ])
  func lists(_ lines: [String], _ parts: [String]) { #expect(self.parts(lines) == parts) }

  @Test("a line above rows that are only aligned is not a heading") func aligned() {
    let rows = (1...100).map { String(repeating: " ", count: 3 - "\($0)".count) + "\($0). row" }
    #expect(ScreenPart.parts(of: ["T"] + rows).map(\.lines.count) == [1, 100])
    #expect(ScreenPart.parts(of: ["T", "H"] + rows.map { "  \($0)" }).map(\.lines.count) == [1, 101])
  }
}
