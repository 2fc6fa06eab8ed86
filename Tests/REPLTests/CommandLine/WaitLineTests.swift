import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct WaitLineTests {
  private let time = VirtualTimeScheduler(), screen = MutableProperty<[String]>([])
  /// A wait line that draws on `screen` as on a terminal.
  private let line: WaitLine

  init() {
    line = WaitLine(
      on: time, words: ConsoleTexts.english.elapsed,
      draw: { [screen] lines, old in
        #expect(Array(screen.value.suffix(old.count)) == old)
        screen.value = screen.value.dropLast(old.count) + lines
      })
  }

  /// Prints the output of a typed line.
  private func type(_ lines: String..., live: [String]) {
    line.interrupted()
    screen.modify { $0 += lines }
    line.printed(Array(lines.dropFirst()), live: live)
  }

  /// Expects each step to give the screen before it, with `(timer)` while a timer is pending.
  private func expect(
    _ steps: KeyValuePairs<String, () -> Void>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let screens = steps.map { _, step in
      step()
      return screen.value.joined(separator: " | ") + (time.pending == 0 ? "" : " (timer)")
    }
    #expect(screens == steps.map(\.key), sourceLocation: sourceLocation)
  }

  @Test("while work is under way, its time is printed each second in one place, which its output replaces")
  func elapsed() {
    expect([
      "> login | … (timer)": { type("> login", "…", live: ["…"]) },
      "> login | … 2s (timer)": { time.advance(by: .milliseconds(2_500)) },
      "> login | ! no | user: a": { line.changed(["! no", "user: a"], live: []) },
    ])
  }

  @Test("a bar stays in its place, with the time below it") func bar() {
    expect([
      "> get | … (timer)": { type("> get", "…", live: ["…"]) },
      "> get | [#-] | … (timer)": { line.changed(["[#-]"], live: ["[#-]", "…"]) },
      "> get | [#-] | … 3s (timer)": { time.advance(by: .seconds(3)) },
      "> get | [##] | … 3s (timer)": { line.changed(["[##]"], live: ["[##]", "…"]) },
      "> get | [##] | … 3s (timer)": { line.changed([], live: ["[##]", "…"]) },
      "> get | saved": { line.changed(["- [##]", "saved"], live: []) },
    ])
  }

  @Test("lines printed during progress stay, and progress continues below") func otherLines() {
    expect([
      "> login | … (timer)": { type("> login", "…", live: ["…"]) },
      "> login | … 1s (timer)": { time.advance(by: .seconds(1)) },
      "> login | … 1s | > user b | user: b (timer)": { type("> user b", "user: b", live: ["…"]) },
      "> login | … 1s | > user b | user: b | … 3s (timer)": { time.advance(by: .seconds(2)) },
      "> login | … 1s | > user b | user: b | user: c (timer)": { line.changed(["user: c"], live: ["…"]) },
      "> login | … 1s | > user b | user: b | user: c | … 4s (timer)": { time.advance(by: .seconds(1)) },
      "> login | … 1s | > user b | user: b | user: c | … 4s": { line.end() },
    ])
  }

  @Test(
    "without work under way no progress is printed; progress without output is removed, and the next begins at zero")
  func nothing() {
    expect([
      "> :open": { type("> :open", live: []) }, "> :open | user: a": { line.changed(["user: a"], live: []) },
      "> :open | user: a | > load | … (timer)": { type("> load", "…", live: ["…"]) },
      "> :open | user: a | > load | … 2s (timer)": { time.advance(by: .seconds(2)) },
      "> :open | user: a | > load": { line.changed([], live: []) },
      "> :open | user: a | > load": { line.changed([], live: []) },
      "> :open | user: a | > load | > load | … (timer)": { type("> load", "…", live: ["…"]) },
      "> :open | user: a | > load | > load | [#-] | … (timer)": { line.changed(["[#-]"], live: ["[#-]", "…"]) },
    ])
  }
}
