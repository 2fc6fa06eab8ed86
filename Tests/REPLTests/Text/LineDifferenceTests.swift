import PlainText
import SignalsTesting
import Testing

@testable import REPL

@Suite struct LineDifferenceTests {
  @Test(
    "missing and new lines are marked at their places, and equal lines are unmarked",
    arguments: [
      (["a", "b"], ["a", "b"], [" a", " b"]), ([], [], []), (["a"], [], ["-a"]), ([], ["a"], ["+a"]),
      (["a", "b", "c"], ["a", "x", "c", "d"], [" a", "-b", "+x", " c", "+d"]),
    ] as [([String], [String], [String])])
  func marks(_ expected: [String], _ received: [String], _ lines: [String]) {
    #expect(LineDifference.between(expected, received).map { "\($0.mark)\($0.text)" } == lines)
  }

  /// Expects both sides to be the lines that the difference was made of.
  private func expectSides(_ lines: [LineDifference.Line], _ old: [String], _ new: [String]) {
    #expect(["+", "-"].map { mark in lines.filter { $0.mark != mark }.map(\.text) } == [old, new])
  }

  @Test("10,000 different lines are compared at once") func long() {
    let old = ["same"] + (0..<10_000).map { "old \($0)" } + ["end"]
    let new = ["same"] + (0..<10_000).map { "new \($0)" } + ["end"]
    let lines = LineDifference.between(old, new)
    #expect(lines.count == 20_002)
    expectSides(lines, old, new)
  }

  @Test("both sides can be rebuilt from the difference, for 500 random pairs") func readBack() {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<500 {
      let sides = (0..<2).map { _ in
        (0..<Int.random(in: 0...8, using: &random)).map { _ in "\(Int.random(in: 0...3, using: &random))" }
      }
      expectSides(LineDifference.between(sides[0], sides[1]), sides[0], sides[1])
    }
  }
}
