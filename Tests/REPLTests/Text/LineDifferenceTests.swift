import SignalsTesting
import Testing

@testable import REPL

@Suite struct LineDifferenceTests {
  private func marked(_ expected: [String], _ received: [String]) -> [String] {
    LineDifference.between(expected, received).map { "\($0.mark)\($0.text)" }
  }

  @Test("equal lines are unmarked") func same() { #expect(marked(["a", "b"], ["a", "b"]) == [" a", " b"]) }

  @Test("two empty lists have no difference") func nothing() { #expect(marked([], []).isEmpty) }

  @Test("missing and new lines are at their places") func mixed() {
    #expect(marked(["a", "b", "c"], ["a", "x", "c", "d"]) == [" a", "-b", "+x", " c", "+d"])
    #expect(marked(["a"], []) == ["-a"])
    #expect(marked([], ["a"]) == ["+a"])
  }

  @Test("10,000 different lines are compared at once") func long() {
    let old = ["same"] + (0..<10_000).map { "old \($0)" } + ["end"]
    let new = ["same"] + (0..<10_000).map { "new \($0)" } + ["end"]
    let lines = LineDifference.between(old, new)
    #expect(lines.count == 20_002)
    #expect(lines.filter { $0.mark != "+" }.map(\.text) == old)
    #expect(lines.filter { $0.mark != "-" }.map(\.text) == new)
  }

  @Test("both sides can be rebuilt from the difference, for 500 random pairs") func readBack() {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<500 {
      let sides = (0..<2).map { _ in
        (0..<Int.random(in: 0...8, using: &random)).map { _ in "\(Int.random(in: 0...3, using: &random))" }
      }
      let lines = LineDifference.between(sides[0], sides[1])
      #expect(lines.filter { $0.mark != "+" }.map(\.text) == sides[0])
      #expect(lines.filter { $0.mark != "-" }.map(\.text) == sides[1])
    }
  }
}
