import Testing

@testable import REPL

/// `:promises`, `:unlike` and `:delay` in a flow.
@MainActor @Suite struct StandingPromisesTests {
  private func run(_ text: String, _ mistake: FindApp.Mistake? = nil) async throws -> FlowResult {
    try await FlowRunner(FindApp.console(mistake)).execute(text)
  }

  private nonisolated static let start = "> :open find\n  Find\n  word: -\n"

  private nonisolated static let delayed = start + "> word a\n  word: a\n> :delay find.get 1s\n"

  private nonisolated static let flows: [String: Bool] = [
    "> :promises\n> :open find\nfind> word a\n  word: a\n": true,
    "> :promises\n> :open find\nfind> word a\n  word: b\n": false, "> :promises\n> :open fnd\n": false,
    "> :promises\n> :open find\n> wrd a\n": false, "> :promises\n> :open find\n> :event foo 1\n": false,
    "> :promises\n> wrd a\n  ! there is no command 'wrd' while nothing is open; help lists the commands\n": true,
    "> :promises\n> :open find\n> find\n": true, "> :promises\n> :open find\nhome> word a\n": false,
    "> :open find\n": false, "\(start)> :unlike\n> word a\n  word: b\n": true,
    "\(delayed)> find\n  …\n> word b\n  word: b\n  …\n> :advance 1s\n  +1s\n  found a\n": true,
    "\(delayed)> :fail find.get with \"no\"\n> find\n  …\n> :advance 1s\n  +1s\n  ! no\n  word: a\n": true,
  ]

  @Test(
    "after :promises only recorded output and mistakes are compared; :unlike refuses it; :delay delays an answer, but not the work",
    arguments: flows)
  func compared(_ text: String, _ isClean: Bool) async throws {
    let run = try await run(text)
    #expect(run.isClean == isClean, "\(run.outputs) \(run.complaints)")
  }

  private nonisolated static let complaints: [(FindApp.Mistake?, String, [String])] = [
    (
      .endlessWork, "> :promises\n> :open find\n> word a\n> :fail find.get with \"no\"\n> find\n",
      ["!! the screen stays busy, but nothing is under way"]
    ),
    (
      .noReason, start + "> :promises\n",
      ["!! 'find' is disabled and does not say why; give its command a reason"]
    ),
    // A screen may be busy while it waits for a call.
    (nil, "> :promises\n> :open find\n> word a\n> :delay find.get forever\n> find\n  …\n> :advance 1h\n  …\n", []),
    (
      nil, start + "> :unlike\n> word a\n  word: a\n> :delay find.gte 1s\n",
      [
        "!! ':unlike' stands above this command, but it prints what is recorded",
        "!! the delay of 'find.gte', set at line 7, was never used; take it out",
      ]
    ),
  ]

  @Test("each line complains about the promise that it breaks; each delay has to be used", arguments: complaints)
  func broken(_ mistake: FindApp.Mistake?, _ text: String, _ complaints: [String]) async throws {
    #expect(try await run(text, mistake).complaints == complaints)
  }
}
