import Testing

@testable import REPL

@MainActor @Suite struct TrialTests {
  @Test("a trial is the flow up to its end or the line that takes back") func flow() throws {
    let flow = try FlowParser.parse("> :open find\nfind> word a\nfind> :back\nfind> find\n-- server --\nslow\n")
    let trial = Trial(flow)
    #expect(trial.lines.map { "\($0.number ?? 0) \($0.text)" } == ["1 :open find", "2 word a"])
    #expect(trial.files == ["server": "slow\n"])
  }

  @Test("it is written as a flow, with its files and the promise that it is about") func text() throws {
    var trial = Trial([Trial.Line(text: ":open find"), .choice(":delay find.get 1s")], files: ["a": "b\n"])
    trial.promises = [":never busy", ":never shows \"nil\""]
    #expect(
      trial.text(["broken: :never busy"], prompts: [""], outputs: [0: ["Find", "", "x"]])
        == "# broken: :never busy\n> :promises\n> :never busy\n> :open find\n  Find\n\n  x\n> :delay find.get 1s\n\n-- a --\nb\n"
    )
  }
}
