import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct PromisedFlowTests {
  private nonisolated static func broken(_ text: String, _ line: Int, _ reason: String) -> String {
    "!! the promise \(text) (line \(line)) is broken: \(reason)"
  }

  private nonisolated static let noNil = broken(":never shows \"nil\"", 3, "lab shows 'echo: nil'")
  private nonisolated static let noCancel = broken(":always offers cancel", 1, "todo offers add")
  private nonisolated static let refusal = "! save is disabled: name is empty"
  private nonisolated static let noTick = ":never shows \"tick 1\""
  private nonisolated static let early = broken(noTick, 2, "lab shows 'tick 1'")

  /// The commands, and the last outputs.
  private nonisolated static let flows: [[String]: [[String]]] = [
    [":open lab", "echo nil", ":never shows \"nil\"", "ping", "echo a", "echo nil"]:
      [["echo: nil"], [noNil], ["pong"], ["echo: a"], ["echo: nil", noNil]],
    // Before the first screen.
    [":always busy", ":always offers save", ":open leaky"]:
      [
        [
          "Leaky", broken(":always busy", 1, "leaky is not busy"),
          broken(":always offers save", 2, "leaky offers nothing"),
        ]
      ],
    [":always offers cancel", ":open todo", "add"]:
      [["VIPER TODO", "(no upcoming items)", noCancel], ["Add", "name: -", "due: 2001-01-01"]],
    // A promise that is taken back no longer holds; the others do.
    [":open lab", ":never shows \"x\"", ":never shows \"y\"", ":back", "echo y", "echo x"]:
      [["echo: y"], ["echo: x", broken(":never shows \"x\"", 2, "lab shows 'echo: x'")]],
    // Alerts and refusals count as shown.
    [":open lab", ":never shows \"full\"", ":fail lab.ping with \"disk full\"", "ping"]:
      [["! disk full", "echo: -", broken(":never shows \"full\"", 2, "lab shows '! disk full'")]],
    [":open todo", "add", ":never shows \"disabled\"", "save"]:
      [[refusal, broken(":never shows \"disabled\"", 3, "todo/add shows '\(refusal)'")]],
    // So do screens that come and go while time moves, each at its time.
    [":open lab", noTick, "tick", ":advance 1s"]: [[], [], ["+300ms", "tick 1", early, "+800ms", "again 2"]],
    [":open lab", noTick, "tick", ":wait 1s"]: [["again 2", early]],
    [":open lab", ":always waiting"]: [[broken(":always waiting", 2, "lab does not wait for work")]],
  ]

  @Test("a promise is checked at its line, after each later command, and at each time between", arguments: flows)
  func flow(_ commands: [String], _ outputs: [[String]]) async throws {
    let all = try await SmallApp.outputs(commands.map { "> \($0)\n" }.joined())
    #expect(all.suffix(outputs.count) == outputs[...])
  }

  private nonisolated static let noAgain = [":open lab", ":never shows \"again\" after ping", "tick", "ping"]
  private nonisolated static let ticks = ["+300ms", "tick 1", "+800ms", "again 2"]
  private nonisolated static let since = noAgain.map { $0.replacing("after", with: "since") }
  private nonisolated static let kept = ":always field name is $name or row 1 is $name after save"

  /// The commands, and the last outputs.
  private nonisolated static let scopedFlows: [[String]: [[String]]] = [
    noAgain + [":advance 1s"]: [ticks + [broken(noAgain[1], 2, "lab shows 'again 2'")]],
    // Another command ends it, if the app accepts it.
    noAgain + ["echo a", ":advance 1s"]: [ticks],
    noAgain + ["help", ":advance 1s"]: [ticks + [broken(noAgain[1], 2, "lab shows 'again 2'")]],
    since + ["echo a", ":advance 1s"]: [ticks + [broken(since[1], 2, "lab shows 'again 2'")]],
    since.dropLast() + [":advance 1s"]: [ticks],
    [":open todo", "add", ":never at add after save", "save"]: [[refusal]],
    // A command that changes nothing on the screen begins it, too.
    [":open lab", ":never at lab after leave", "leave"]: [
      [broken(":never at lab after leave", 2, "the screen is lab")]
    ],
    // A text is taken at once, before the command or after it.
    [":open lab", ":always field echo is $old", "echo a"]:
      [["echo: a", broken(":always field echo is $old", 2, "field echo is 'a', and $old is '-'")]],
    [":open lab", ":never field echo is $old after echo", "echo a", "echo a"]:
      [["echo: a"], [broken(":never field echo is $old after echo", 2, "field echo is 'a'")]],
    [":open lab", ":always field echo is $new since ping", "echo a", "ping", "echo a", "echo b"]:
      [[], ["echo: b", broken(":always field echo is $new since ping", 2, "field echo is 'b', and $new is 'a'")]],
    [kept, ":open todo", "add", "name x", "save", "add", "name y", "save"]:
      [
        [
          "VIPER TODO", "Today [check]", "  1. x", "  2. y",
          broken(kept, 1, "todo has no field name, and row 1 is 'x', and $name is 'y'"),
        ]
      ],
    [":open lab", ":never 2 calls of lab.ping", ":stub lab.ping -> \"x\" after 7s", "ping", "retry"]:
      [["…"], [broken(":never 2 calls of lab.ping", 2, "2 calls of lab.ping under way"), "…"]],
  ]

  @Test("a promise may begin with a command, and compare the texts of two times", arguments: scopedFlows)
  func scope(_ commands: [String], _ outputs: [[String]]) async throws {
    let all = try await SmallApp.outputs(commands.map { "> \($0)\n" }.joined())
    #expect(all.suffix(outputs.count) == outputs[...])
  }

  @Test("rows and fields are read only for promises about them", arguments: [":never busy", ":never row 9 is \"x\""])
  func lazily(_ promise: String) async throws {
    let reads = MutableProperty(0)
    let app = ConsoleApp("reads", home: "home") { session in
      let rows = MutableProperty([1]), go = Command<Void, Void, Never> { .empty }
      return try Navigator(
        stage: session.console, environment: session.environment,
        modules: [
          Module(Route<Void, Never>("home")) { _, _ in
            var list = Control.list("rows", rows, line: { "\($0)" })
            list.rows = {
              reads.modify { $0 += 1 }
              return ["1"]
            }
            return Assembly(view: ConsoleView(list, .button("go", go)), presenter: nil)
          }
        ])
    }
    _ = try await FlowRunner(app).execute("> :open home\n> \(promise)\n> go\n")
    #expect((reads.value > 0) == promise.contains("row"))
  }

  private nonisolated static let start =
    "> :open lab\n> :within 5s not busy\nlab> :stub lab.ping -> \"late\" after 7s\nlab> ping\n"
  private nonisolated static let late = broken(":within 5s not busy", 2, "lab is busy (for 5s)")

  private nonisolated static let withinRows: [(String, String, [String])] = [
    ("7s", ":advance 4999ms", ["…"]), ("7s", ":advance 5s", [late, "…"]), ("7s", ":run", ["+7s", "late", late]),
    ("7s", ":advance 9s", ["+7s", "late", late]), ("5s", ":advance 9s", ["+5s", "late"]),
    ("4s", ":advance 4s\nlab> ping\nlab> :advance 3s", ["…"]), ("9s", ":advance 6s\nlab> :advance 1s", ["…"]),
    ("7s", ":within 0s not busy", [broken(":within 0s not busy", 5, "lab is busy"), "…"]),
  ]

  @Test(
    ":within counts virtual time from when it is not met, with or without an event at its end; it is reported once",
    arguments: withinRows)
  func within(_ answer: String, _ command: String, _ output: [String]) async throws {
    let text = Self.start.replacing("7s", with: answer)
    #expect(try await SmallApp.outputs(text + "lab> \(command)\n").last == output)
  }

  @Test("at the end of a flow, time continues until the last deadline of promises", arguments: ["4s", "5s", "6s"])
  func end(_ answer: String) async throws {
    let unfinished =
      "!! the call 'lab.ping' is still under way, made at line 4 by 'ping'; advance until it is over, or cancel it"
    let early = Self.broken(":within 1s not busy", 5, "lab is busy (for 1s)")
    for end in ["", "lab> :quit\n", ":within 1s not busy\n"] {
      let text = Self.start.replacing("7s", with: answer) + (end.hasPrefix(":") ? "lab> \(end)" : end)
      let broken = (answer == "6s" ? [Self.late] : []) + (end.hasPrefix(":") ? [early] : [])
      #expect(try await SmallApp.run(text).complaints == broken + [unfinished])
    }
  }

  @Test("a typed session may have promises, which are saved") func saved() async throws {
    let session = try SavedSession(), broken = try SavedSession(), rule = ":never shows \"x\""
    let said = await session.saving(":open lab", rule, ":within 5s not busy", "echo a"), text = try session.text
    #expect(said == "")
    #expect(text.contains("lab> \(rule)\nlab> :within 5s not busy\nlab> echo a\n  echo: a\n"))
    let answer = await broken.saving(":open lab", rule, "echo x", code: 1), reason = "is broken: lab shows 'echo: x'"
    #expect(broken.recorded.text.contains("!! the promise \(rule) \(reason)\n"))
    #expect(answer.contains("! saved, but it will not pass: the promise \(rule) (line 9) \(reason)"))
  }
}
