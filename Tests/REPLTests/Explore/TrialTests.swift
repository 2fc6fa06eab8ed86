import Testing

@testable import REPL

@MainActor @Suite struct TrialTests {
  private func trial(_ lines: String...) -> Trial { Trial(lines.map { Trial.Line(text: $0) }) }

  @Test("lines that are not needed are removed, and arguments become simple") func lines() async {
    let start = trial("a", "name Walter", "b", "c", ":advance 2h", "d", "save")
    var shrinking = Shrinking { trial in
      let names = trial.lines.map(\.name)
      return names.contains("name") && names.contains(":advance") && names.last == "save"
    }
    #expect(await shrinking.shrunk(start, keeping: 0) == trial("name 1", ":advance 1s", "save"))
  }

  @Test("if the line that adds a row is removed, the rows below it get smaller numbers") func rows() async {
    let start = trial("add a", "save", "add b", "save", "open 2")
    var shrinking = Shrinking { trial in
      let rows = trial.lines.count { $0.name == "save" }
      return trial.lines.last?.text == "open \(rows)" && trial.lines.count { $0.name == "add" } == rows && rows > 0
    }
    #expect(await shrinking.shrunk(start, keeping: 0) == trial("add a", "save", "open 1"))
  }

  @Test("lines at the end can be kept, and an argument that is needed stays") func kept() async {
    var any = Shrinking { _ in true }, named = Shrinking { $0.lines.first?.text == "name Walter" }
    #expect(await any.shrunk(trial("a", "b", "c"), keeping: 2) == trial("b", "c"))
    #expect(await named.shrunk(trial("name Walter"), keeping: 0) == trial("name Walter"))
  }

  @Test("a trial is the flow up to its end, or up to the line that takes commands back") func flow() throws {
    let flow = try FlowParser.parse("> :open find\nfind> word a\nfind> :back\nfind> find\n-- server --\nslow\n")
    let trial = Trial(flow)
    #expect(trial.lines.map { "\($0.number ?? 0) \($0.text)" } == ["1 :open find", "2 word a"])
    #expect(trial.files == ["server": "slow\n"])
  }

  @Test("a finding is written as a flow, with its files and the promise that it breaks") func text() throws {
    var trial = Trial([Trial.Line(text: ":open find"), .choice(":delay find.get 1s")], files: ["a": "b\n"])
    trial.promises = [":never busy", ":never shows \"nil\""]
    #expect(
      trial.text(["broken: :never busy"], prompts: [""], outputs: [0: ["Find", "", "x"]])
        == "# broken: :never busy\n> :promises\n> :never busy\n> :open find\n  Find\n\n  x\n> :delay find.get 1s\n\n-- a --\nb\n"
    )
  }
}
