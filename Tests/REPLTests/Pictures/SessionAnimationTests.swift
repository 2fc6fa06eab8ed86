import Foundation
import Testing

@testable import REPL
@testable import REPLTools

@Suite struct SessionAnimationTests {
  private func animation(_ count: Int, shown: Int) -> SessionAnimation {
    let steps = (0..<count).map { DrawnStep(prompt: "", command: "go", line: $0, output: ["a", "b"]) }
    let rows = SessionRows([DrawnPhase(steps: steps)], columns: 80)
    return SessionAnimation(rows, shown: shown, row: 20, column: 8)
  }

  @Test(
    "a command is typed letter by letter, its rows appear with the answer and not before, and a full window scrolls")
  func frames() {
    let all = animation(2, shown: 10), scrolled = animation(2, shown: 4).style
    #expect((0..<6).map(all.moment) == [nil, "m0", "m0", "m1", "m2", "m2"])
    let typed = """
      @keyframes t0 { 0% { transform: none; opacity: 1 } \
      9.208% { transform: none; opacity: 1; animation-timing-function: steps(2) } \
      10.865% { transform: translateX(16px); opacity: 1 } 14.548% { transform: translateX(16px); opacity: 0 } \
      100% { transform: translateX(16px); opacity: 0 } }
      """
    let missing =
      animation(1, shown: 10).style.missing(typed)
      // 790 of 6860 milliseconds.
      + all.style.missing("@keyframes m0 { 0% { opacity: 0 } 11.516% { opacity: 1 } }")
      + scrolled.missing(
        ".scroll { transform: translateY(-40px) }",
        "@keyframes scroll { 0% { transform: none } 32.361% { transform: translateY(-40px) } 100%")
    #expect(missing == [])
    #expect(!animation(2, shown: 6).style.contains("translateY(-"))
  }

  @Test("the frames of each rule come in the order of time") func order() {
    let rules = animation(40, shown: 20).style.components(separatedBy: "\n").filter { $0.hasPrefix("@keyframes") }
    let times = rules.map { $0.matches(of: /([0-9.]+)% \{/).compactMap { Double($0.1) } }
    #expect(times.allSatisfy { $0.count > 1 && $0 == $0.sorted() && $0.allSatisfy { 0...100 ~= $0 } })
    #expect(times.count > 40)
  }
}
