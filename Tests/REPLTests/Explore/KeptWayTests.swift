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

  @Test("a way with the shapes of flows is not new") func seen() {
    var ways = KeptWays()
    ways.see([way("a", "b")])
    let isNew = ways.add([way("b", "a")])
    #expect(!isNew)
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

  @Test("a part begins with a way of a part that is 64 parts older, whatever was explored since") func delay() {
    var ways = KeptWays()
    for number in 0..<65 { ways.add(partOf: number == 0 ? [way("a")] : []) }
    var later = ways
    later.add(partOf: [way("b")])
    let starts = [ways, later].map { ways in (1...20).map { ways.start(of: 65, seed: $0)?.trial.lines[0].text } }
    #expect(starts[0] == starts[1])
    #expect(Set(starts[0]) == [nil, "a"])
    #expect((1...20).allSatisfy { ways.start(of: 64, seed: $0) == nil })
  }

  @Test("the memory for ways has a limit, which changes no choice") func limit() {
    var ways = KeptWays()
    for number in 0..<3_000 { ways.add(partOf: [way("\(number)")]) }
    let starts = (1...200).compactMap { ways.start(of: 3_000, seed: $0).flatMap { Int($0.trial.lines[0].text) } }
    #expect(ways.count == 3_000)
    #expect(ways.latest.count == 564)
    #expect(starts.allSatisfy { 2_436..<2_936 ~= $0 }, "\(starts)")
  }
}
