import Testing

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct ShapeTests {
  private func shapes(_ lines: String...) async -> [[Shape]] { await shapes(lines) }

  private func shapes(_ lines: [String]) async -> [[Shape]] {
    let trial = Trial(([":open find"] + lines).map { Trial.Line(text: $0) })
    return await TrialPlayer(FindApp.console()).play(trial).shapes
  }

  @Test("texts and numbers make no difference") func texts() async {
    #expect(await shapes("word tea", "find", ":advance 1s") == shapes("word 17 cups", "find", ":advance 300ms"))
  }

  private nonisolated static let others = [
    ["word", "find"], ["word tea", "find", "word"], ["word tea?", "find"], ["word tea", "other"],
    ["word tea", ":fail find.get with \"a\"", "find"],
  ]

  @Test("a refusal, an empty field, another screen and a failure make one", arguments: others)
  func others(_ lines: [String]) async {
    #expect(await shapes("word tea", "find").last != shapes(lines).last)
  }

  @Test("a line has one shape of its own, and one together with the line before it") func order() async {
    let once = await shapes("word tea", "find", "find"), twice = await shapes("word tea", ":advance 1s", "find", "find")
    #expect(once[1] == twice[1])
    #expect(once[2][0] == twice[3][0])
    #expect(once[2][1] != twice[3][1])
  }
}
