import Testing

@testable import REPL
@testable import REPLTools

@Suite struct KeptWayTests {
  /// A way whose lines have these shapes.
  private func way(_ shapes: String...) -> KeptWay {
    KeptWay(path: "a.flow", trial: Trial(shapes.map { Trial.Line(text: $0) }), shapes: shapes.map { [Shape($0)] })
  }

  private func texts(_ ways: KeptWays) -> [[String]] { ways.latest.map { $0.trial.lines.map(\.text) } }

  @Test("a way with new shapes is added, up to the last line with one; another one is not") func new() {
    var ways = KeptWays()
    let isNew = [[way("a", "b", "a"), way("b", "a")], [way("a", "b")], [way("b", "c", "a")]].map { ways.add($0) }
    #expect(isNew == [true, false, true])
    #expect(texts(ways) == [["a", "b"], ["b", "c"]])
  }

  @Test("a way of more than forty lines is not kept, except one that was kept before") func long() {
    var long = way("a"), ways = KeptWays(), earlier = KeptWays()
    long.trial = Trial((0...40).map { Trial.Line(text: "\($0)") })
    long.shapes = (0...40).map { [Shape("\($0)")] }
    ways.add([long])
    earlier.add([long], limit: .max)
    #expect(ways.latest.isEmpty)
    #expect(earlier.latest.count == 1)
  }

  @Test("only the latest two hundred ways stay; taken ones are not new again") func limit() {
    var ways = KeptWays()
    for number in 0..<300 { ways.add([way("\(number)")]) }
    let taken = ways.take()
    #expect(taken.map { $0.trial.lines[0].text } == (100..<300).map { "\($0)" })
    let isNew = ways.add([way("7")])
    #expect(!isNew)
    #expect(ways.latest.isEmpty)
  }
}
