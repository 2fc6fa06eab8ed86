import Testing

@testable import REPL

/// `:promises`, `:unlike` and `:delay` in a flow.
@MainActor @Suite struct StandingPromisesTests {
  private func run(_ text: String, _ mistake: FindApp.Mistake? = nil) async throws -> FlowResult {
    try await FlowRunner(FindApp.console(mistake)).execute(text)
  }

  @Test(
    "after :promises, only recorded output is compared",
    arguments: [
      ("> :promises\n> :open find\nfind> word a\n  word: a\n", true),
      ("> :promises\n> :open find\nfind> word a\n  word: b\n", false),
      ("> :promises\n> :open find\nhome> word a\n", false), ("> :open find\n", false),
    ])
  func compared(_ text: String, _ isClean: Bool) async throws { #expect(try await run(text).isClean == isClean) }

  @Test(
    "each line complains about the promise that it breaks; a screen may be busy while it waits for a call",
    arguments: [
      (
        FindApp.Mistake.endlessWork, "> :promises\n> :open find\n> word a\n> :fail find.get with \"no\"\n> find\n",
        ["!! the screen stays busy, but nothing is under way"]
      ),
      (
        .noReason, "> :open find\n  Find\n  word: -\n> :promises\n",
        ["!! 'find' is disabled and does not say why; give its command a reason"]
      ),
      (
        nil, "> :promises\n> :open find\n> word a\n> :delay find.get forever\n> find\n  …\n> :advance 1h\n  …\n", []
      ),
    ])
  func broken(_ mistake: FindApp.Mistake?, _ text: String, _ complaints: [String]) async throws {
    #expect(try await run(text, mistake).complaints == complaints)
  }

  private static let start = "> :open find\n  Find\n  word: -\n"

  @Test("the command below ':unlike' must not print its recorded output; each delay has to be used") func unlike()
    async throws
  {
    #expect(try await run(Self.start + "> :unlike\n> word a\n  word: b\n").isClean)
    let same = try await run(Self.start + "> :unlike\n> word a\n  word: a\n> :delay find.gte 1s\n")
    #expect(
      same.complaints == [
        "!! ':unlike' stands above this command, but it prints what is recorded",
        "!! the delay of 'find.gte', set at line 7, was never used; take it out",
      ])
  }

  @Test(
    ":delay delays an answer and a failure; the call's work is done at once",
    arguments: [
      "> find\n  …\n> word b\n  word: b\n  …\n> :advance 1s\n  +1s\n  found a\n",
      "> :fail find.get with \"no\"\n> find\n  …\n> :advance 1s\n  +1s\n  ! no\n  word: a\n",
    ])
  func delay(_ text: String) async throws {
    let run = try await run(Self.start + "> word a\n  word: a\n> :delay find.get 1s\n" + text)
    #expect(run.isClean, "\(run.complaints) \(run.phases)")
  }
}
