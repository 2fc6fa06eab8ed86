import Foundation
import Testing

@testable import REPL
@testable import REPLTools

/// `:trace`, `:trace NAME` and `:event`.
@MainActor @Suite struct SessionTraceTests {
  private func outputs(_ commands: String...) async throws -> [[String]] {
    try await SmallApp.outputs(commands.map { "> \($0)\n" }.joined())
  }

  @Test("all named signals, commands and calls are drawn on one axis") func marbles() async throws {
    let outputs = try await outputs(
      ":trace", ":open lab", ":stub lab.ping -> \"a\" after 1s", "ping", ":advance 3s", ":trace")
    #expect(outputs[0] == ["(nothing happened)"])
    let dashes = String(repeating: "-", count: 49)
    // What is too long for a terminal is on a line of its own.
    #expect(
      outputs[5] == [
        "one column is 20ms ([ ] at work, ^ failed, | over, * several at once)", "typed          *-\(dashes)",
        "      a=:trace b=:open lab c=:stub lab.ping -> \"a\" after 1s d=ping e=:advance", "      3s",
        "lab#1 status   a\(dashes)b  a= b=a", "lab#1 ping     [\(dashes)]", "route          a-\(dashes)",
        "      a=root lab lab#1", "call lab.ping  [\(dashes)]",
      ])
  }

  @Test(
    "in a picture, what happens at one time stands in the order in which lines were typed, calls before their effects")
  func order() async throws {
    let text =
      "> :open lab\n> ping\n> :fail lab.ping with \"no\"\n> ping\n> :stub lab.ping -> \"b\" after 1s\n> ping\n> :advance 2s\n"
    let run = try await FlowRunner(SmallApp.console(), keepsTrace: true).execute(text)
    let entries = run.trace.timeLine
    let marks = entries.filter { ["typed", "call lab.ping", "lab#1 ping"].contains($0.row) }
    #expect(
      marks.map { "\($0.row) \($0.kind)" } == [
        "typed value(\":open lab\")", "typed value(\"ping\")", "call lab.ping value(\"answered\")", "lab#1 ping began",
        "lab#1 ping ended", "typed value(\":fail lab.ping with \\\"no\\\"\")", "typed value(\"ping\")",
        "call lab.ping failed(\"no\")", "lab#1 ping began", "lab#1 ping ended", "lab#1 ping failed(\"no\")",
        "typed value(\":stub lab.ping -> \\\"b\\\" after 1s\")", "typed value(\"ping\")", "call lab.ping began",
        "lab#1 ping began", "typed value(\":advance 2s\")", "call lab.ping ended", "lab#1 ping ended",
      ])
    #expect(marks.map(\.time).suffix(2) == [.seconds(1), .seconds(1)])
    #expect(entries.contains { $0.row == "lab#1 status" && $0.kind == .value("pong") })
  }

  @Test("in a Chrome trace each call that began has an end, also a failed one") func chrome() async throws {
    struct Chrome: Decodable {
      struct Event: Decodable { let name: String, ph: String, ts: Int, tid: Int, id: String? }
      let traceEvents: [Event]
    }
    let text = "> :open lab\n> :fail lab.ping with \"no\" after 2s\n> ping\n> wait\n> :advance 3s\n"
    let run = try await FlowRunner(SmallApp.console(), keepsTrace: true).execute(text)
    var all = SessionTrace()
    all.add(run.trace, named: "a.flow")
    for (json, flow) in [(run.trace.chromeJSON, ""), (all.chromeJSON, "a.flow ")] {
      let events = try JSONDecoder().decode(Chrome.self, from: Data(json.utf8)).traceEvents
      let spans = Dictionary(grouping: events.filter { "be".contains($0.ph) }) { $0.id ?? "" }
      #expect(
        spans.mapValues { $0.map { "\($0.ph) \($0.ts)" } } == [
          "\(flow)call lab.ping": ["b 0", "e 2000000"], "\(flow)call lab.wait": ["b 0", "e 1000000"],
          "\(flow)lab#1 ping": ["b 0", "e 2000000"],
        ])
      #expect(events.map(\.ts).sorted() == events.map(\.ts))
    }
  }

  @Test("a name is followed until it is given again, also the lines of a screen at the moment it is shown")
  func following() async throws {
    let outputs = try await outputs(
      ":open lab", ":trace xyzzy", ":trace statsu", ":trace status", "ping", "tick", ":advance 1s", ":trace status",
      "ping", ":open todo", ":trace shown", "add", ":trace shown", ":trace")
    let list = ["VIPER TODO", "(no upcoming items)"]
    #expect(
      outputs.dropFirst().dropLast() == [
        ["! the trace has no name 'xyzzy'; :trace shows all names"],
        ["! the trace has no name 'statsu'; did you mean 'status'?"], ["(status is followed)"],
        ["pong", "~ lab#1 status: pong"], [],
        [
          "+300ms", "tick 1", "+800ms", "again 2", "~ +300ms lab#1 status: tick 1", "~ +800ms lab#1 status: tick 2",
          "~ +800ms lab#1 status: again 2",
        ],
        ["(status is no longer followed)"], ["pong"], list, ["(shown is followed)"],
        ["Add", "name: -", "due: 2001-01-01", "~ add#3 shown: Add / name: - / due: 2001-01-01"],
        ["(shown is no longer followed)"],
      ])
    #expect(outputs.last?.contains { $0.contains("shown  ") } == false)
  }

  @Test("a followed name is followed after :restart, too") func restarted() async throws {
    let outputs = try await outputs(":open lab", ":trace status", "ping", ":restart", ":open lab", "ping")
    #expect(outputs[2] == ["pong", "~ lab#1 status: pong"])
    #expect(outputs.last == ["pong", "~ lab#1 status: pong"])
  }

  @Test("an event goes to the modules that listen to it; if there are none, the closest name is suggested")
  func events() async throws {
    let said = try await outputs(
      ":event say \"x\"", ":open lab", ":event say \"hello\"", ":event sya \"x\"", ":event say 1"
    ).map { $0.first ?? "" }
    #expect(
      said.dropLast() == [
        "! no screen is open to receive 'say'", "Lab", "hello",
        "! no open module listens to 'sya'; did you mean 'say'?",
      ])
    #expect(said.last?.hasPrefix("! ") == true)
  }
}
