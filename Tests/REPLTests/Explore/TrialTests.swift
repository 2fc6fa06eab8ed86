import Testing

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct TrialTests {
  private func trial(_ lines: String...) -> Trial { Trial(lines.map { Trial.Line(text: $0) }) }

  private func shrunk(
    _ trial: Trial, keeping kept: Int = 0, _ isStill: @escaping @MainActor ([Trial.Line]) -> Bool
  ) async -> Trial {
    var shrinking = Shrinking { isStill($0.lines) }
    return await shrinking.shrunk(trial, keeping: kept)
  }

  @Test("lines that are not needed are removed, rows below a removed one are renumbered, and arguments become simple")
  func shrinking() async {
    let needed = await shrunk(trial("a", "name Walter", "b", "c", ":advance 2h", "d", "save")) { lines in
      let names = lines.map(\.name)
      return names.contains("name") && names.contains(":advance") && names.last == "save"
    }
    let row = await shrunk(trial("add a", "save", "add b", "save", "open 2")) { lines in
      let rows = lines.count { $0.name == "save" }
      return lines.last?.text == "open \(rows)" && lines.count { $0.name == "add" } == rows && rows > 0
    }
    let kept = await shrunk(trial("a", "b", "c"), keeping: 2) { _ in true }
    let named = await shrunk(trial("name Walter")) { $0.first?.text == "name Walter" }
    #expect(
      [needed, row, kept, named] == [
        trial("name 1", ":advance 1s", "save"), trial("add a", "save", "open 1"), trial("b", "c"), trial("name Walter"),
      ])
  }

  @Test("two or three lines that are needed only together are removed together") func together() async {
    func smallest(_ trial: Trial, _ together: Set<String>) async -> Trial {
      await shrunk(trial) { lines in
        let found = together.intersection(lines.map(\.text))
        return lines.last?.text == "find" && (found.isEmpty || found == together)
      }
    }
    let pair = await smallest(trial("open", ":fail save", "word a", "save", "find"), [":fail save", "save"])
    let three = await smallest(trial("add", "open", "undo", "word a", "redo", "find"), ["add", "undo", "redo"])
    #expect([pair, three] == [trial("find"), trial("find")])
  }

  @Test("two transcripts have marks at the lines that differ") func marks() {
    #expect(
      Verdict.both("one:", ["a", "b", "c"], "other:", ["a", "x", "c"])
        == ["one:", "  a", "- b", "  c", "other:", "  a", "+ x", "  c"])
  }

  @Test("a trial is the flow up to its end, or up to the line that takes commands back; a finding is written as a flow")
  func flow() throws {
    let flow = try FlowParser.parse("> :open find\nfind> word a\nfind> :back\nfind> find\n-- server --\nslow\n")
    var trial = Trial(flow)
    #expect(trial.lines.map { "\($0.number ?? 0) \($0.text)" } == ["1 :open find", "2 word a"])
    trial.lines.append(.choice(":delay find.get 1s"))
    trial.promises = [":never busy", ":never shows \"nil\""]
    #expect(
      trial.text(breaking: "broken: :never busy", prompts: ["", "find"], outputs: [0: ["Find", "", "x"]])
        == "> :promises\n> :never busy\n> :open find\n  Find\n\n  x\nfind> word a\n"
        + "> :delay find.get 1s\n\n-- server --\nslow\n"
    )
  }
}
