import Testing

@testable import REPL

/// What `:promises`, `:unlike` and `:delay` do in a flow.
@MainActor @Suite struct StandingPromisesTests {
  private func run(_ text: String, _ mistake: FindApp.Mistake? = nil) async throws -> FlowRunner.Run {
    await FlowRunner(FindApp.console(mistake)).execute(try FlowParser.parse(text))
  }

  @Test("what is not written is not compared; what is written is") func compared() async throws {
    #expect(try await run("> :promises\n> :open find\nfind> word a\n  word: a\n").isClean)
    #expect(try await !run("> :promises\n> :open find\nfind> word a\n  word: b\n").isClean)
    #expect(try await !run("> :promises\n> :open find\nhome> word a\n").isClean)
    #expect(try await !run("> :open find\n").isClean)
  }

  @Test("each line says which promise is broken") func broken() async throws {
    let busy = try await run(
      "> :promises\n> :open find\n> word a\n> :fail find.get with \"no\"\n> find\n", .endlessWork)
    #expect(busy.complaints == ["!! the screen stays busy, and nothing is under way that ends it"])
    let reason = try await run("> :open find\n  Find\n  word: -\n> :promises\n", .noReason)
    #expect(reason.complaints == ["!! 'find' is disabled and does not say why; give its command a reason"])
  }

  @Test("a screen that waits for a call is busy for a reason, even if that never answers") func waiting() async throws {
    let flow = "> :promises\n> :open find\n> word a\n> :delay find.get forever\n> find\n  …\n> :advance 1h\n  …\n"
    #expect(try await run(flow).complaints == [])
  }

  @Test("what stands below ':unlike' must not be printed") func unlike() async throws {
    let start = "> :open find\n  Find\n  word: -\n"
    #expect(try await run(start + "> :unlike\n> word a\n  word: b\n").isClean)
    let same = try await run(start + "> :unlike\n> word a\n  word: a\n")
    #expect(same.complaints == ["!! ':unlike' stands above this, which prints what is written all the same"])
  }

  @Test("a call answers later than by itself: an answer and a failure; its work is done at once") func delay()
    async throws
  {
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

  @Test("what cannot be a delay is said") func words() {
    #expect(throws: MetaCommandError("something is missing; write :delay NAME DUR|forever")) {
      try MetaCommand.parse(":delay store.save")
    }
    #expect(throws: (any Error).self) { try MetaCommand.parse(":delay store.save soon") }
    #expect(throws: (any Error).self) { try MetaCommand.parse(":promises now") }
    #expect((try? MetaCommand.parse(":delay store.save forever")) == .delay("store.save", by: nil))
    #expect((try? MetaCommand.parse(":delay store.save 2s")) == .delay("store.save", by: .seconds(2)))
  }
}
