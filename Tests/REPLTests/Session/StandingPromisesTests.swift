import Testing

@testable import REPL

/// `:promises`, `:unlike` and `:delay` in a flow.
@MainActor @Suite struct StandingPromisesTests {
  private func run(_ text: String, _ mistake: FindApp.Mistake? = nil) async throws -> FlowResult {
    try await FlowRunner(FindApp.console(mistake)).execute(text)
  }

  @Test("after :promises, only recorded output is compared") func compared() async throws {
    #expect(try await run("> :promises\n> :open find\nfind> word a\n  word: a\n").isClean)
    #expect(try await !run("> :promises\n> :open find\nfind> word a\n  word: b\n").isClean)
    #expect(try await !run("> :promises\n> :open find\nhome> word a\n").isClean)
    #expect(try await !run("> :open find\n").isClean)
  }

  @Test("each line complains about the promise that it breaks") func broken() async throws {
    let busy = try await run(
      "> :promises\n> :open find\n> word a\n> :fail find.get with \"no\"\n> find\n", .endlessWork)
    #expect(busy.complaints == ["!! the screen stays busy, but nothing is under way"])
    let reason = try await run("> :open find\n  Find\n  word: -\n> :promises\n", .noReason)
    #expect(reason.complaints == ["!! 'find' is disabled and does not say why; give its command a reason"])
  }

  @Test("a screen may be busy while it waits for a call, even one that never answers") func waiting() async throws {
    let flow = "> :promises\n> :open find\n> word a\n> :delay find.get forever\n> find\n  …\n> :advance 1h\n  …\n"
    #expect(try await run(flow).complaints == [])
  }

  @Test("the command below ':unlike' must not print its recorded output") func unlike() async throws {
    let start = "> :open find\n  Find\n  word: -\n"
    #expect(try await run(start + "> :unlike\n> word a\n  word: b\n").isClean)
    let same = try await run(start + "> :unlike\n> word a\n  word: a\n")
    #expect(same.complaints == ["!! ':unlike' stands above this command, but it prints what is recorded"])
  }

  @Test(":delay delays an answer and a failure; the call's work is done at once")
  func delay() async throws {
    let start = "> :open find\n  Find\n  word: -\n> word a\n  word: a\n> :delay find.get 1s\n"
    #expect(try await run(start + "> find\n  …\n> word b\n  word: b\n  …\n> :advance 1s\n  +1s\n  found a\n").isClean)
    let failing = "> :fail find.get with \"no\"\n> find\n  …\n> :advance 1s\n  +1s\n  ! no\n  word: a\n"
    let run = try await run(start + failing)
    #expect(run.isClean, "\(run.complaints) \(run.phases)")
  }

  @Test("a delay that no call uses is a complaint") func unused() async throws {
    let run = try await run("> :open find\n  Find\n  word: -\n> :delay find.gte 1s\n")
    #expect(run.end == ["!! the delay of 'find.gte', set at line 4, was never used; take it out"])
  }

  @Test("a delay that cannot be parsed is an error") func words() {
    #expect(throws: MetaCommandError("something is missing; write :delay NAME DUR|forever")) {
      try MetaCommand.parse(":delay store.save")
    }
    #expect(throws: (any Error).self) { try MetaCommand.parse(":delay store.save soon") }
    #expect(throws: (any Error).self) { try MetaCommand.parse(":promises now") }
    #expect((try? MetaCommand.parse(":delay store.save forever")) == .delay("store.save", by: nil))
    #expect((try? MetaCommand.parse(":delay store.save 2s")) == .delay("store.save", by: .seconds(2)))
  }
}
