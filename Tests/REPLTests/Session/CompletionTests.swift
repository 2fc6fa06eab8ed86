import Fixtures
import Foundation
import Testing

@testable import REPL

@MainActor @Suite struct CompletionTests {
  private let runner = LineRunner { Session(scripted: SmallApp.console()) }

  private func words(_ line: String) -> [String] { Completion(runner.session).words(line) }

  @Test("commands of the screen and of the session") func commands() async {
    _ = await runner.run(":open todo")
    #expect(words("") == ["add", "help"])
    _ = await runner.run("add")
    #expect(words("") == ["cancel", "due", "help", "name", "save"])
    #expect(words("na") == ["name"])
    #expect(words(":o") == [":open"])
    #expect(words(":s") == [":save", ":screen", ":stub"])
    #expect(words("name B") == [])
    #expect(words("  na") == ["name"] && words(" :op") == [":open"] && words("  :open t") == ["todo"])
  }

  @Test("routes, at the start and within a path") func routes() async {
    #expect(words(":open t") == [])
    _ = await runner.run(":open todo")
    #expect(words(":open t") == ["todo"])
    #expect(words(":open ") == ["add", "lab", "leaky", "todo"])
    #expect(words(":open /todo/a") == ["/todo/add"])
  }

  @Test("names of calls and trace entries, and help") func names() async {
    for line in [":open lab", "ping"] { _ = await runner.run(line) }
    #expect(words(":stub l") == ["lab.ping"])
    #expect(words(":fail ") == ["lab.ping"])
    #expect(words(":trace s") == ["shown", "status"])
    #expect(words(":help lo") == ["locale"])
  }

  @Test("files and folders") func files() throws {
    let folder = try TemporaryFolder()
    try folder.write("one.flow", "")
    try folder.write("only/two.flow", "")
    try folder.write(".hidden", "")
    #expect(words(":save \(folder.path)/o") == ["\(folder.path)/one.flow", "\(folder.path)/only/"])
    #expect(words(":save \(folder.path)/") == ["\(folder.path)/one.flow", "\(folder.path)/only/"])
    #expect(words(":save /no/such/") == [])
  }
}
