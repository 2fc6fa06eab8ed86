import FoundationEssentials
import Testing

@testable import REPL

@Suite struct SessionAnimationTests {
  private static func session(_ count: Int) -> SessionRows {
    let steps = (0..<count).map { DrawnStep(prompt: "", command: "go", line: $0, output: ["a", "b"]) }
    return SessionRows([DrawnPhase(steps: steps)], columns: 80)
  }

  private func animation(_ count: Int, shown: Int) -> SessionAnimation {
    SessionAnimation(Self.session(count), shown: shown, row: 20, column: 8)
  }

  @Test("a row appears when its command is answered, and not before") func moments() {
    let animation = animation(2, shown: 10)
    #expect((0..<6).map(animation.moment) == [nil, "m0", "m0", "m1", "m2", "m2"])
    // 790 of 6860 milliseconds.
    #expect(animation.style.contains("@keyframes m0 { 0% { opacity: 0 } 11.516% { opacity: 1 } }"))
  }

  @Test("a command is typed letter by letter, and the caret goes with the answer") func typing() {
    let frames = """
      @keyframes t0 { 0% { transform: none; opacity: 1 } \
      9.208% { transform: none; opacity: 1; animation-timing-function: steps(2) } \
      10.865% { transform: translateX(16px); opacity: 1 } 14.548% { transform: translateX(16px); opacity: 0 } \
      100% { transform: translateX(16px); opacity: 0 } }
      """
    #expect(animation(1, shown: 10).style.contains(frames))
  }

  @Test("the window scrolls as soon as it is full, and ends with the last row") func scrolling() {
    let style = animation(2, shown: 4).style
    #expect(style.contains(".scroll { transform: translateY(-40px) }"))
    #expect(
      style.contains("@keyframes scroll { 0% { transform: none } 32.361% { transform: translateY(-40px) } 100%"))
    #expect(!animation(2, shown: 6).style.contains("translateY(-"))
  }

  @Test("the frames of each rule come in the order of time") func order() {
    for line in animation(40, shown: 20).style.components(separatedBy: "\n") where line.hasPrefix("@keyframes") {
      let times = line.matches(of: /([0-9.]+)% \{/).compactMap { Double($0.1) }
      #expect(times.count > 1 && times == times.sorted() && times.allSatisfy { 0...100 ~= $0 }, "\(line)")
    }
  }
}
