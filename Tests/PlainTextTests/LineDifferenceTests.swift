import PlainText
import SignalsTesting
import Testing

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

  @Test(
    "lines that differ and look the same have their invisible characters written out",
    arguments: [
      (["a b"], ["a\u{A0}b"], ["-a b", "+a\\u{A0}b"]), (["a"], ["a  "], ["-a", "+a\\u{20}\\u{20}"]),
      (["x", "a\u{200B}b"], ["ab"], ["-x", "-a\\u{200B}b", "+ab"]),
      (["a\u{FEFF}"], ["b\u{FEFF}"], ["-a\u{FEFF}", "+b\u{FEFF}"]),
      (["\u{3000}a", "b"], [" a", "c"], ["-\\u{3000}a", "-b", "+ a", "+c"]),
      (["👩\u{200D}👧"], ["x"], ["-👩\u{200D}👧", "+x"]),
    ] as [([String], [String], [String])])
  func invisible(_ expected: [String], _ received: [String], _ lines: [String]) {
    #expect(LineDifference.between(expected, received).map { "\($0.mark)\($0.text)" } == lines)
  }

  @Test("both sides can be rebuilt from the difference, for 500 random pairs and for 10,000 lines that all differ")
  func readBack() {
    var random = SeededNumbers(seed: 7)
    var pairs = (0..<500).map { _ in
      (0..<2).map { _ in
        (0..<Int.random(in: 0...8, using: &random)).map { _ in "\(Int.random(in: 0...3, using: &random))" }
      }
    }
    pairs.append(["old", "new"].map { side in ["same"] + (0..<10_000).map { "\(side) \($0)" } + ["end"] })
    let wrong = pairs.filter { sides in
      let lines = LineDifference.between(sides[0], sides[1])
      return sides != ["+", "-"].map { mark in lines.filter { $0.mark != mark }.map(\.text) }
    }
    #expect(wrong == [])
  }
}
