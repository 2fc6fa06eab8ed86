import Fixtures
import Foundation
import Testing

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct CompletionTests {
  @Test("commands, routes, names of calls and trace entries, topics of help, files and folders are completed")
  func completed() async throws {
    let folder = try TemporaryFolder(), files = ["\(folder.path)/one.flow", "\(folder.path)/only/"]
    for name in ["one.flow", "only/two.flow", ".hidden"] { try folder.write(name, "") }
    // The words after each line.
    let steps: KeyValuePairs<String, [String: [String]]> = [
      "": [":open t": [], ":save \(folder.path)/o": files, ":save \(folder.path)/": files, ":save /no/such/": []],
      ":open todo": [
        "": ["add", "help"], ":open t": ["todo"], ":open ": ["add", "lab", "leaky", "todo"],
        ":open /todo/a": ["/todo/add"],
      ],
      "add": [
        "": ["cancel", "due", "help", "name", "save"], "na": ["name"], ":o": [":open"],
        ":s": [":save", ":screen", ":stub"], "name B": [], "  na": ["name"], " :op": [":open"], "  :open t": ["todo"],
      ],
      ":open lab": [:],
      "ping": [
        ":stub l": ["lab.ping"], ":fail ": ["lab.ping"], ":trace s": ["shown", "status"], ":help lo": ["locale"],
      ],
    ]
    let runner = LineRunner { Session(scripted: SmallApp.console()) }
    for (line, words) in steps {
      if !line.isEmpty { _ = await runner.run(line) }
      let session = runner.session
      #expect(words.reduce(into: [:]) { $0[$1.key] = session.completions(of: $1.key) } == words, "after '\(line)'")
    }
  }

  @Test("a call that the app declares is completed before it is made") func declared() async {
    let app = ConsoleApp("declaring") { session, _ in
      session.calls.declare(["store.load", "store.save"])
      return ConsoleView()
    }
    let runner = LineRunner { Session(scripted: app) }
    _ = await runner.run(":open home")
    let words = ["stub", "fail", "delay"].map { runner.session.completions(of: ":\($0) store.s") }
    #expect(words == Array(repeating: ["store.save"], count: 3))
  }
}
