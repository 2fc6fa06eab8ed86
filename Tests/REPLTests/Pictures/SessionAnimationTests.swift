import Foundation
import Testing

@testable import REPL
@testable import REPLTools

@Suite struct SessionAnimationTests {
  private func animation(_ count: Int, shown: Int) -> SessionAnimation {
    let steps = (0..<count).map { DrawnStep(prompt: "", command: "go", line: $0, output: ["a", "b"]) }
    let rows = SessionRows([(nil, steps)], columns: 80)
    return SessionAnimation(session: rows, shown: shown, row: 20, column: 8)
  }

  @Test(
    "a command is typed letter by letter, its rows appear with the answer and not before, and a full window scrolls")
  func frames() {
    let all = animation(2, shown: 10), scrolled = animation(2, shown: 4).style
    #expect((0..<6).map(all.moment) == [nil, nil, nil, "m0", "m1", "m1"])
    let typed = """
      @keyframes t3 { 0% { transform: none; opacity: 1 } \
      18.780% { transform: none; opacity: 1; animation-timing-function: steps(2) } \
      20.263% { transform: translateX(16px); opacity: 1 } 23.558% { transform: translateX(16px); opacity: 0 } \
      100% { transform: translateX(16px); opacity: 0 } }
      """
    let missing =
      // The second prompt appears after 640 of 6070 milliseconds.
      all.style.missing(typed, "@keyframes m0 { 0% { opacity: 0 } 10.543% { opacity: 1 } }")
      + scrolled.missing(
        ".scroll { transform: translateY(-40px) }",
        "@keyframes scroll { 0% { transform: none } 23.558% { transform: translateY(-40px) } 100%")
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
