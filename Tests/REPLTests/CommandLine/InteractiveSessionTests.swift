import Foundation
import REPL
import Signals
import Testing
import VIPER

@Suite @MainActor struct InteractiveSessionTests {
  @Test("on a pipe, prompt and command are echoed: the output is a flow that passes") func piped() async throws {
    let typed = await Typed(lines: ["add", "text Get a haircut", "save", "opne 1", "", "open 1", ":quit"])
    #expect(
      typed.output == [
        "> :open notes", "  NOTES", "  (no notes)", "notes> add", "  Add", "  text: -", "  password: -", "  stars: 3",
        "notes/add> text Get a haircut", "  text: Get a haircut", "notes/add> save", "  NOTES", "  Other",
        "    1. Get a haircut", "notes> opne 1", "  ! there is no command 'opne' on notes; did you mean 'open'?",
        "notes> ", "notes> open 1", "  opened Get a haircut", "notes> :quit", "",
      ])
    #expect(typed.code == 0)
    #expect(try await report(typed.output.joined(separator: "\n")).passed)
  }

  @Test("the end of input ends the session well") func endOfInput() async {
    let typed = await Typed()
    #expect(typed.output == ["> :open notes", "  NOTES", "  (no notes)", ""])
    #expect(typed.code == 0)
  }

  @Test("at a terminal, the prompt is the visible screen, and what was typed is not echoed") func terminal() async {
    let typed = await Typed(lines: ["add"], isInteractive: true)
    #expect(
      typed.output == [
        "> :open notes", "  NOTES", "  (no notes)", "notes>   Add", "  text: -", "  password: -", "  stars: 3",
        "notes/add> ", "",
      ])
  }

  @Test("what an app announces comes first, as a phase") func announcements() async {
    #expect(await Typed(["--data", "/x"]).output.first == "# data: /x")
  }

  @Test("secrets and escape sequences are not echoed") func echo() async {
    let typed = await Typed(lines: ["add", "password 123456", "text \u{1B}[2J"])
    #expect(typed.output.contains("notes/add> password ***"))
    #expect(typed.output.contains("notes/add> text \\u{1B}[2J"))
    #expect(!typed.output.joined().contains("123456"))
  }

  @Test(
    "time is real here, and lines that would move it say so", arguments: [":now 2014-05-21", ":advance 1s", ":run"])
  func realTime(_ line: String) async {
    let name = line.prefix { $0 != " " }
    #expect(
      await Typed(lines: [line]).output.contains("  ! time is real here; \(name) is for flows, where it is virtual"))
  }

  @Test("lines for the session that cannot be understood are told by the harness") func unknownMeta() async {
    #expect(await Typed(lines: [":opne x"]).output.contains("  !! there is no ':opne'; did you mean ':open'?"))
  }

  @Test("what happens while nobody types is printed before the next prompt", arguments: [true, false])
  func late(_ isInteractive: Bool) async {
    let alerts = Signal<String, Never>.pipe()
    let app = ConsoleApp("late", home: "x") { session in
      let module = Module(Route<Void, Never>("x")) { _, _ in
        Assembly(view: ConsoleView(.title(Property(constant: "X")), .alert("", alerts.signal)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let (input, continuation) = AsyncStream<String>.makeStream()
    // The alert is sent when the first prompt is out, and the input ends when the alert is.
    let step = MutableProperty(0)
    let typed = await Typed(input: input, isInteractive: isInteractive, app: app) { written in
      let isPrompted = isInteractive ? written.hasSuffix("x> ") : written.hasSuffix("  X\n")
      if step.value == 0, isPrompted {
        step.value = 1
        DispatchQueue.global().async { alerts.input.send("disk full") }
      } else if step.value == 1, written.contains("disk full"), !isInteractive || written.hasSuffix("x> ") {
        step.value = 2
        continuation.finish()
      }
    }
    #expect(
      typed.output
        == (isInteractive
          ? ["> :open x", "  X", "x> ", "  ! disk full", "x> ", ""] : ["> :open x", "  X", "  ! disk full", ""]))
  }

  @Test("a screen that never stands still keeps nobody from typing") func restless() async {
    let count = MutableProperty(0), isOver = MutableProperty(false)
    @Sendable func turn() {
      guard !isOver.value else { return }
      count.modify { $0 += 1 }
      MainScheduler.main.schedule { turn() }
    }
    let app = ConsoleApp("restless", home: "x") { session in
      let module = Module(Route<Void, Never>("x")) { _, _ in
        turn()
        return Assembly(view: ConsoleView(.label("count", count.map { "\($0)" })))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let typed = await Typed(lines: ["hepl"], app: app)
    isOver.value = true
    #expect(typed.code == 0)
    #expect(typed.output.contains("  ! there is no command 'hepl' on x; did you mean 'help'?"))
  }
}
