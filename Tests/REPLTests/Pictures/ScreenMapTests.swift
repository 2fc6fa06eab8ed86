import Testing

@testable import REPL
@testable import REPLTools

@Suite struct ScreenMapTests {
  private func reading(_ map: ScreenMap) -> MarkupReading { MarkupReading(map.svg) }

  @Test("a screen and a command have a mark that says whether a flow reached them; so do lines") func marks() {
    let add = OfferedCommand(name: "add", argument: .nothing)
    let reading = reading(
      ScreenMap(
        Reach(screens: ["todo"], ways: [.init(from: "todo", to: "gone")], typed: [.init(add, on: "todo")]),
        of: AppGraph(screens: [
          .init(name: "todo", opens: ["a<dd", "gone"], commands: [add, OfferedCommand(name: "open", argument: .row)]),
          .init(name: "a<dd", opens: []),
        ])))
    #expect(reading.problem == nil)
    #expect(reading.elements.first?.attributes["aria-label"] == "Map of 2 screens, of which flows opened 1")
    let marked = reading.all("rect") + reading.all("path", class: "way")
    #expect(
      [reading.all("text").map(\.text), reading.all("title").map(\.text), marked.map { $0.attributes["class"] }] == [
        ["✓ todo", "✓ add", "– open N", "– a<dd"], ["todo opens a<dd, in no flow"],
        ["screen reached", "screen missed", "way missed"],
      ])
  }

  @Test("boxes lie in the picture and not on one another; a screen with many commands counts the rest") func boxes() {
    let commands = (1...30).map { OfferedCommand(name: "command\($0)", argument: .nothing) }
    let ways = ["a": ["b"], "b": ["a"], "c": ["c"]]
    let reading = reading(
      ScreenMap(
        Reach(),
        of: AppGraph(
          screens: "abcdef".map { .init(name: "\($0)", opens: ways["\($0)"] ?? [], commands: commands) })))
    func frame(_ element: MarkupReading.Element) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
      let numbers = ["x", "y", "width", "height"].map { Double(element.attributes[$0] ?? "") ?? 0 }
      return (numbers[0]...(numbers[0] + numbers[2]), numbers[1]...(numbers[1] + numbers[3]))
    }
    let picture = frame(reading.elements[0]), boxes = reading.all("rect").map(frame)
    let isInside = boxes.allSatisfy { $0.x.upperBound < picture.x.upperBound && $0.y.upperBound < picture.y.upperBound }
    let isApart = boxes.indices.allSatisfy { index in
      boxes[..<index].allSatisfy { !$0.x.overlaps(boxes[index].x) || !$0.y.overlaps(boxes[index].y) }
    }
    #expect(boxes.count == 6)
    #expect(isInside)
    #expect(isApart)
    #expect(reading.all("text").count { $0.text == "… 18 more" } == 6)
  }

  @Test("columns stand in the middle of the picture") func middles() {
    let screens = "abcd".map { AppGraph.Screen(name: "\($0)", opens: $0 == "a" ? ["b", "c", "d"] : []) }
    let boxes = reading(ScreenMap(Reach(), of: AppGraph(screens: screens))).all("rect").map {
      Double($0.attributes["y"] ?? "")
    }
    #expect(boxes.count == 4)
    #expect(boxes.first == boxes[2])
  }

  private static let columnsRows: [(String, [String], [String])] = [
    ("abcd", ["ab", "bc", "ac", "ad"], ["a", "bcd"]), ("abcd", ["ab", "bc", "cd", "db"], ["a", "b", "c", "d"]),
    ("ab", [], ["ab"]), ("", [], []), ("abc", ["ab", "bc", "ca"], ["a", "b", "c"]),
    // A way to itself, or to a screen that is not there, is none.
    ("ab", ["aa", "ax"], ["ab"]), ("abcd", ["ab", "cd", "dc"], ["ac", "bd"]),
    // Neighbours have the same order, so that no two of these ways cross: twenty screens.
    ("abcdefg", ["ab", "ac", "ad", "bg", "cf", "de"], ["a", "bcd", "gfe"]),
    (
      "abcdefghijklmnopqrst",
      [
        "ab", "ac", "ad", "ae", "af", "ag", "bt", "bs", "cr", "cq", "cp", "do", "en", "em", "fl", "fk", "gj", "gi",
        "gh",
      ],
      ["a", "bcdefg", "stpqromnklhij"]
    ),
  ]

  @Test(
    "each screen stands right of one that opens it, or first; in a circle the first screen begins",
    arguments: columnsRows)
  func columns(_ names: String, _ ways: [String], _ columns: [String]) {
    let screens = names.map { name in
      AppGraph.Screen(name: "\(name)", opens: ways.filter { $0.first == name }.map { String($0.suffix(1)) })
    }
    let map = ScreenMap(Reach(), of: AppGraph(screens: screens))
    #expect(map.columns.map { $0.map(\.name).joined() } == columns)
  }
}
