import REPL
import Testing

@Suite struct LineDifferenceTests {
  private func marked(_ old: [String], _ new: [String]) -> [String] {
    LineDifference.between(old, new).map {
      switch $0 {
      case .same(let text): " \(text)"
      case .missing(let text): "-\(text)"
      case .extra(let text): "+\(text)"
      }
    }
  }

  @Test(
    "a difference is what is missing, what is extra and what is the same",
    arguments: [
      ([], [], []),
      (["a"], ["a"], [" a"]),
      ([], ["a"], ["+a"]),
      (["a"], [], ["-a"]),
      (["a", "b", "c"], ["a", "x", "c"], [" a", "-b", "+x", " c"]),
      (["a", "b"], ["b", "a"], ["-a", " b", "+a"]),
      (["a", "a", "a"], ["a", "a"], [" a", " a", "-a"]),
      (["a", "", "b"], ["a", "b"], [" a", "-", " b"]),
    ] as [([String], [String], [String])]) func table(_ old: [String], _ new: [String], _ expected: [String])
  {
    #expect(marked(old, new) == expected)
  }

  @Test("a hundred thousand lines that all differ are compared in no time") func large() {
    let old = (0..<100_000).map { "old \($0)" }, new = (0..<100_000).map { "new \($0)" }
    #expect(LineDifference.between(old, new).count == 200_000)
  }
}
