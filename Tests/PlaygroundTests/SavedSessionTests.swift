import Effort
import Fixtures
import Foundation
import Home
import Testing

@testable import REPL

/// Saved sessions of the sample apps must pass as flows.
@MainActor @Suite(.inTurn) struct SavedSessionTests {
  private static let texts = [
    "user": ["tangent", "", "jane"], "password": ["123456", "", "wrong"], "main": ["cats", "猫", " "],
    "name": ["Milk", "e\u{301}", "Call \"Bob\" after 2s", ""],
    "due": ["2001-01-01", "2001-01-05", "2001-01-12", "2014-01-01", "tomorrow"],
  ]
  private static let faults = [
    "todo": [
      ":fail store.save with \"disk full\"", ":fail store.delete with \"no\"",
      ":fail store.changes with \"lost\"",
    ],
    "one": [":fail login.post with \"lost\"", ":stub login.post -> {\"code\": 300, \"message\": \"no\"} once"],
    "search": [":fail search.get with \"lost\"", ":fail picture.get with \"lost\""],
  ]
  private static let lines = [
    ":screen", ":tree", "help", "nonsense", ":back", ":cancel", ":calls", ":trace shown", " ",
  ]

  @Test(
    "saved random sessions of each sample app, with faults, pauses and mistakes, pass without complaints",
    arguments: ["todo", "one", "search"])
  func saved(_ sample: String) async throws {
    for seed in 0..<Effort.runs(short: 6, full: 20, all: 100) {
      let folder = try TemporaryFolder()
      let typist = Typist(
        PlaygroundApp.console(keepingIn: folder.url), options: ["store": ["memory", "file", "sqlite"][seed % 3]],
        seed: UInt64(seed), texts: Self.texts,
        lines: Self.lines + Self.faults[sample, default: []] + [":open \(sample)"])
      await typist.type(":open \(sample)")
      for _ in 0..<25 { await typist.step() }
      // A flow saves pictures to another path, and reports the difference.
      let problem = try await typist.saved { $0.contains("'download'") }.problem
      if let problem { Issue.record("\(sample), session \(seed)\n\(problem)") }
    }
  }

  @Test("changes after an omitted line are saved, each at its time") func afterALineThatIsLeftOut() async throws {
    let folder = try TemporaryFolder()
    let typist = Typist(PlaygroundApp.console(keepingIn: folder.url), seed: 0, texts: [:], lines: [])
    for line in [":open search", "setting", "start"] { await typist.type(line) }
    await typist.wait(.milliseconds(700))
    for line in [":calls", ":fail search.get with \"unused\""] {
      await typist.type(line)
      await typist.wait(.seconds(1))
    }
    await typist.type("stop")
    let (problem, flow) = try await typist.saved()
    #expect(problem == nil)
    #expect(flow.contains("the timer is stopped, ticks: 5"))
  }

  @Test(":back keeps stored items, in each kind of store", arguments: ["memory", "file", "sqlite"])
  func takenBack(_ store: String) async throws {
    let folder = try TemporaryFolder()
    let typist = Typist(
      PlaygroundApp.console(keepingIn: folder.url), options: ["store": store], seed: 0, texts: [:], lines: [])
    for line in [":open todo", "add", "name Milk", "save", ":screen"] { await typist.type(line) }
    #expect(await typist.type(":back") == ["VIPER TODO", "Today [check]", "  1. Milk"])
  }
}
