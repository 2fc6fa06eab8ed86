import Signals
import SignalsTesting
import Testing

@testable import REPL

@MainActor @Suite struct WaitLineTests {
  private let time = VirtualTimeScheduler(), screen = MutableProperty<[String]>([])

  /// A wait line that draws on `screen` as on a terminal.
  private func line() -> WaitLine {
    WaitLine(
      on: time, words: ConsoleTexts.english.elapsed,
      draw: { [screen] lines, old in
        #expect(Array(screen.value.suffix(old.count)) == old)
        screen.value = screen.value.dropLast(old.count) + lines
      })
  }

  /// Prints the output of a typed line.
  private func type(_ lines: String..., live: [String], _ line: WaitLine) {
    line.interrupted()
    screen.modify { $0 += lines }
    line.printed(Array(lines.dropFirst()), live: live)
  }

  @Test("while work is under way, its time is printed each second in one place, which its output replaces")
  func elapsed() {
    let line = line()
    type("> login", "…", live: ["…"], line)
    time.advance(by: .milliseconds(2_500))
    #expect(screen.value == ["> login", "… 2s"])
    line.changed(["! no", "user: a"], live: [])
    #expect(screen.value == ["> login", "! no", "user: a"])
    #expect(time.pending == 0)
  }

  @Test("a bar stays in its place, with the time below it") func bar() {
    let line = line()
    type("> download", "…", live: ["…"], line)
    line.changed(["[#-]"], live: ["[#-]", "…"])
    #expect(screen.value == ["> download", "[#-]", "…"])
    time.advance(by: .seconds(3))
    line.changed(["[##]"], live: ["[##]", "…"])
    #expect(screen.value == ["> download", "[##]", "… 3s"])
    line.changed([], live: ["[##]", "…"])
    #expect(screen.value.count == 3)
    line.changed(["saved"], live: [])
    #expect(screen.value == ["> download", "saved"])
  }

  @Test("lines printed during progress stay, and progress continues below") func otherLines() {
    let line = line()
    type("> login", "…", live: ["…"], line)
    time.advance(by: .seconds(1))
    type("> user b", "user: b", live: ["…"], line)
    time.advance(by: .seconds(2))
    #expect(screen.value == ["> login", "… 1s", "> user b", "user: b", "… 3s"])
    line.changed(["user: c"], live: ["…"])
    time.advance(by: .seconds(1))
    #expect(screen.value == ["> login", "… 1s", "> user b", "user: b", "user: c", "… 4s"])
    line.end()
    #expect(time.pending == 0)
  }

  @Test("progress without output is removed, and the next progress begins at zero") func nothing() {
    let line = line()
    type("> load", "…", live: ["…"], line)
    time.advance(by: .seconds(2))
    line.changed([], live: [])
    #expect(screen.value == ["> load"] && time.pending == 0)
    line.changed([], live: [])
    type("> load", "…", live: ["…"], line)
    line.changed(["[#-]"], live: ["[#-]", "…"])
    #expect(screen.value == ["> load", "> load", "[#-]", "…"])
    line.end()
  }

  @Test("without work under way no progress is printed") func idle() {
    let line = line()
    type("> :open one", "Login", live: [], line)
    #expect(time.pending == 0)
    line.changed(["user: a"], live: [])
    #expect(screen.value == ["> :open one", "Login", "user: a"])
  }
}
