import Fixtures
import Foundation
import Testing

@testable import REPL

@MainActor @Suite struct CompletionTests {
  private let runner = LineRunner { Session(scripted: SmallApp.console()) }

  private func words(_ line: String) -> [String] { Completion(runner.session).words(line) }

  /// Expects each line to be completed with these words.
  private func completes(
    _ expected: KeyValuePairs<String, [String]>, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (line, words) in expected { #expect(self.words(line) == words, "'\(line)'", sourceLocation: sourceLocation) }
  }

  @Test("commands of the screen and of the session are completed") func commands() async {
    _ = await runner.run(":open todo")
    completes(["": ["add", "help"]])
    _ = await runner.run("add")
    completes([
      "": ["cancel", "due", "help", "name", "save"], "na": ["name"], ":o": [":open"],
      ":s": [":save", ":screen", ":stub"], "name B": [], "  na": ["name"], " :op": [":open"], "  :open t": ["todo"],
    ])
  }

  @Test("routes are completed, at the start and within a path") func routes() async {
    completes([":open t": []])
    _ = await runner.run(":open todo")
    completes([
      ":open t": ["todo"], ":open ": ["add", "lab", "leaky", "todo"], ":open /todo/a": ["/todo/add"],
    ])
  }

  @Test("names of calls and of trace entries are completed, and topics of help") func names() async {
    for line in [":open lab", "ping"] { _ = await runner.run(line) }
    completes([
      ":stub l": ["lab.ping"], ":fail ": ["lab.ping"], ":trace s": ["shown", "status"], ":help lo": ["locale"],
    ])
  }

  @Test("files and folders are completed") func files() throws {
    let folder = try TemporaryFolder(), all = ["\(folder.path)/one.flow", "\(folder.path)/only/"]
    for name in ["one.flow", "only/two.flow", ".hidden"] { try folder.write(name, "") }
    completes([":save \(folder.path)/o": all, ":save \(folder.path)/": all, ":save /no/such/": []])
  }
}
