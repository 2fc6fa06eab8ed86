import Signals
import SignalsTesting
import Testing

@testable import REPL

@MainActor @Suite struct WaitLineTests {
  private let time = VirtualTimeScheduler(), shown = MutableProperty<[String]>([])

  private func line() -> WaitLine {
    WaitLine(
      on: time, words: ConsoleTexts.english.elapsed,
      show: { [shown] line, isInPlace in shown.modify { $0.append(line + (isInPlace ? " in place" : "")) } })
  }

  @Test("while something is going on its time is told each second, in the place of what was told before") func elapsed()
  {
    let line = line()
    line.printed(["user: a", "…"], on: ["Login", "user: a", "…"])
    time.advance(by: .milliseconds(2_500))
    #expect(shown.value == ["… 1s in place", "… 2s in place"])
    line.printed(["! no"], on: ["Login", "user: a"])
    time.advance(by: .seconds(10))
    #expect(shown.value.count == 2 && time.pending == 0)
  }

  @Test("what was printed below it stays; the time goes on behind that") func otherLines() {
    let line = line()
    line.printed(["…"], on: ["…"])
    time.advance(by: .seconds(1))
    line.printed(["[####]"], on: ["[####]", "…"])
    time.advance(by: .seconds(2))
    line.interrupted()
    line.printed([], on: ["…"])
    time.advance(by: .seconds(1))
    #expect(shown.value == ["… 1s in place", "… 2s", "… 3s in place", "… 4s"])
    line.end()
    #expect(time.pending == 0)
  }

  @Test("where nothing is going on there is nothing to tell") func nothing() {
    line().printed(["Login"], on: ["Login"])
    #expect(time.pending == 0)
  }
}
