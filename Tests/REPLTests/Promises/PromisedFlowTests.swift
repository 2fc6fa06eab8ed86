import Testing

@testable import REPL

@MainActor @Suite struct PromisedFlowTests {
  private func broken(_ text: String, _ place: String, _ reason: String) -> String {
    "!! the promise \(text) (\(place)) is broken: \(reason)"
  }

  @Test("a promise is checked at its line, and after each later command") func flow() async throws {
    let text = ":never shows \"nil\""
    let outputs = try await SmallApp.outputs(
      "> :open lab\nlab> echo nil\nlab> \(text)\nlab> ping\nlab> echo a\nlab> echo nil\n")
    let line = broken(text, "line 3", "lab shows 'echo: nil'")
    #expect(outputs.dropFirst() == [["echo: nil"], [line], ["pong"], ["echo: a"], ["echo: nil", line]])
  }

  @Test("a promise may come before the first screen") func early() async throws {
    let outputs = try await SmallApp.outputs("> :always offers add\n> :open todo\ntodo> add\n")
    let line = broken(":always offers add", "line 1", "todo/add offers name, due, save, cancel")
    #expect(outputs.map(\.last) == [nil, "(no upcoming items)", line])
  }

  @Test("alerts and refusals count as shown") func said() async throws {
    let text = ":never shows \"full\""
    let outputs = try await SmallApp.outputs(
      "> :open lab\n> \(text)\nlab> :fail lab.ping with \"disk full\"\nlab> ping\nlab> bogus full\n> :open todo\ntodo> add\n"
        + "> :never shows \"disabled\"\ntodo/add> save\n")
    #expect(outputs[3].last == broken(text, "line 2", "lab shows '! disk full'"))
    let refusal = "! save is disabled: name is empty"
    #expect(
      outputs.last == [refusal, broken(":never shows \"disabled\"", "line 8", "todo/add shows '\(refusal)'")])
  }

  @Test("screens that come and go while time moves are checked, each at its time") func moments() async throws {
    let text = ":never shows \"tick 1\""
    let outputs = try await SmallApp.outputs("> :open lab\n> \(text)\nlab> tick\nlab> :advance 1s\n")
    #expect(
      outputs[3] == ["+300ms", "tick 1", broken(text, "line 2", "lab shows 'tick 1'"), "+800ms", "again 2"])
    let waited = try await SmallApp.outputs("> :open lab\n> \(text)\nlab> tick\nlab> :wait 1s\n")
    #expect(waited[3] == ["again 2", broken(text, "line 2", "lab shows 'tick 1'")])
  }

  @Test(":within counts virtual time, with or without an event at its end") func within() async throws {
    let start = "> :open lab\n> :within 5s not busy\nlab> :stub lab.ping -> \"late\" after 7s\nlab> ping\n"
    let line = broken(":within 5s not busy", "line 2", "lab is busy (for 5s)")
    for (answer, command, output) in [
      ("7s", ":advance 4999ms", ["…"]), ("7s", ":advance 5s", [line, "…"]),
      ("7s", ":advance 9s", ["+7s", "late", line]),
      ("7s", ":run", ["+7s", "late", line]), ("5s", ":advance 9s", ["+5s", "late"]),
    ] {
      let outputs = try await SmallApp.outputs(start.replacing("7s", with: answer) + "lab> \(command)\n")
      #expect(outputs[4] == output, "\(command)")
    }
  }

  @Test("at the end of a flow, time continues until the deadlines of promises", arguments: [4, 5, 6])
  func end(_ seconds: Int) async throws {
    let text =
      "> :open lab\n> :within 5s not busy\nlab> :stub lab.ping -> \"late\" after \(seconds)s\nlab> ping\n"
    let line = broken(":within 5s not busy", "line 2", "lab is busy (for 5s)")
    let unfinished =
      "!! the call 'lab.ping' is still under way, made at line 4 by 'ping'; advance until it is over, or cancel it"
    for quit in ["", "lab> :quit\n"] {
      let run = try await SmallApp.run(text + quit)
      #expect(run.complaints == (seconds > 5 ? [line] : []) + [unfinished])
    }
    #expect(try await SmallApp.run("> :open lab\n> :within 5s at lab\n").complaints.isEmpty)
  }

  @Test("a broken promise fails the flow, and is not accepted") func fails() async throws {
    let run = try await SmallApp.run("> :never open lab\n> :open lab\n  Lab\n  echo: -\n")
    #expect(run.complaints == [broken(":never open lab", "line 1", "lab is open at lab")])
    #expect(!run.isClean && run.mistakes.isEmpty)
  }

  @Test("a promise that is taken back no longer holds; the others do") func back() async throws {
    let text = "> :open lab\n> :never shows \"x\"\nlab> :never shows \"y\"\nlab> :back\nlab> echo y\nlab> echo x\n"
    let outputs = try await SmallApp.outputs(text)
    #expect(
      outputs.suffix(2) == [["echo: y"], ["echo: x", broken(":never shows \"x\"", "line 2", "lab shows 'echo: x'")]])
  }

  @Test("a typed session may have promises, which are saved") func saved() async throws {
    let session = try SavedSession()
    let text = await session.saving(":open lab", ":never shows \"x\"", ":within 5s not busy", "echo a")
    #expect(text.isEmpty)
    #expect(try session.text.contains("lab> :never shows \"x\"\nlab> :within 5s not busy\nlab> echo a\n  echo: a\n"))
    let broken = try SavedSession()
    let answer = await broken.saving(":open lab", ":never shows \"x\"", "echo x", code: 1)
    #expect(broken.recorded.text.contains("!! the promise :never shows \"x\" is broken: lab shows 'echo: x'\n"))
    #expect(
      answer.contains(
        "! saved, but it will not pass: the promise :never shows \"x\" (line 9) is broken: lab shows 'echo: x'"))
  }
}
