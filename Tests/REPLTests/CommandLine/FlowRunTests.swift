import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// Many flows: several at a time, sharded over machines, with reports for machines.
@MainActor @Suite struct FlowRunTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// 24 flows of every kind: passing, differing, complaining, bad, and waiting for real work.
  private func writeFlows() throws {
    let texts = [
      "> :open lab\n  Lab\n  echo: -\n", "> :open lab\n  Lap\n", "> :open lab\n  Lab\n  echo: -\nlab> leave\n", "bad\n",
      "# A\n> :open lab\n  Lab\n  echo: -\n# B\nlab> fetch\n  fetched\n# C\nlab> tick\nlab> :run\n  +300ms\n  tick 1\n  +800ms\n  again 2\n",
      FlowRunnerTests.example,
    ]
    for number in 0..<24 { try folder.write("\(number)/a.flow", texts[number % texts.count]) }
  }

  private func run(_ arguments: String..., machine: [String: String] = [:], isTerminal: Bool = false) async -> (
    code: Int32, text: String, errors: String
  ) {
    let recorded = RecordedTerminal()
    var terminal = recorded.terminal()
    terminal.isTerminal = isTerminal
    let code = await SmallApp.console().main(
      ["run", folder.path] + arguments, terminal: terminal, machine: machine,
      environment: .fixed(by: VirtualDate(VirtualTimeScheduler())))
    return (code, recorded.text.replacingOccurrences(of: folder.path + "/", with: ""), recorded.errorText)
  }

  @Test("the same bytes with 1 job and with 8, in the order of the names") func jobs() async throws {
    try writeFlows()
    var texts: Set<[String]> = []
    for jobs in ["1", "2", "8", "1000"] {
      let tap = folder.path + "/t\(jobs)", junit = folder.path + "/j\(jobs)"
      let (code, text, _) = await run("--jobs", jobs, "--tap", tap, "--junit", junit)
      #expect(code == 2)
      texts.insert([text, try folder.read("t\(jobs)"), try folder.read("j\(jobs)")])
    }
    #expect(texts.count == 1)
    let names = try #require(texts.first).first?.matches(of: /(?m)^(?:ok  |FAIL|BAD ) (\d+)/).map { String($0.1) }
    #expect(names == (0..<24).map(String.init).sorted())
  }

  @Test("shards together run every flow once, and say which part they are") func shards() async throws {
    try writeFlows()
    let parts = [await run("--shard", "1/2"), await run(machine: ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2"])]
    #expect(parts[0].text.hasSuffix("part 1/2, 12 of 24 flows: 8 passed, 4 failed\n"))
    #expect(parts[1].text.contains("\npart 2/2, 12 of 24 flows: 4 passed, 8 failed\n"))
    #expect(await run("--shard", "1/2", machine: ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2"]) == parts[0])
  }

  @Test("a part without flows passes; a sign is given where one is asked for") func emptyShard() async throws {
    try folder.write("a.flow", "> :quit\n")
    let sign = folder.path + "/sign"
    let (code, text, _) = await run("--shard", "2/2", machine: ["TEST_SHARD_STATUS_FILE": sign])
    #expect(code == 0)
    #expect(text == "part 2/2, 0 of 1 flows: 0 passed, 0 failed\n")
    #expect(FileManager.default.fileExists(atPath: sign))
  }

  @Test("2: a machine's variables that are no part of a whole") func badShard() async throws {
    try folder.write("a.flow", "> :quit\n")
    let (code, _, errors) = await run(machine: ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"])
    #expect(code == 2)
    #expect(errors == "small: CI_NODE_INDEX=5 and CI_NODE_TOTAL=4 are no part of a whole; unset them\n")
  }

  @Test("a report on the standard output is alone there; one that cannot be written is an error") func reports()
    async throws
  {
    try folder.write("a.flow", "# A\n> :quit\n")
    #expect(await run("--tap", "-").text == "TAP version 14\n1..1\nok 1 - a.flow: A\n")
    #expect(await run("--junit", "-").text.hasPrefix("<?xml"))
    let (code, text, errors) = await run("--tap", folder.path + "/no/t")
    #expect(code == 2)
    #expect(text == "ok   a.flow (1 phase)\n1 passed, 0 failed\n")
    #expect(errors.hasPrefix("small: \(folder.path)/no/t cannot be written: "))
  }

  @Test("where the app cannot be built there is no coverage, which is no matter of a difference") func unbuildable()
    async throws
  {
    let file = try folder.write("a.flow", "> :quit\n")
    let app = ConsoleApp("broken", home: "x") { _ in throw CallFailure("no\ndisk") }, recorded = RecordedTerminal()
    func code(_ arguments: String...) async -> Int32 {
      await app.main(
        ["run", file.path] + arguments, terminal: recorded.terminal(), machine: [:],
        environment: .fixed(by: VirtualDate(VirtualTimeScheduler())))
    }
    #expect(await code() == 0)
    #expect(await code("--coverage") == 2)
    #expect(recorded.errorText == "broken: the app cannot be built: no\\ndisk\n")
  }

  @Test("coverage lists unreached screens and commands, and fails below the demanded share") func coverage()
    async throws
  {
    try folder.write("a.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\ntodo> :open lab\n  Lab\n  echo: -\n")
    let (code, text, _) = await run("--coverage")
    #expect(code == 0)
    #expect(text.contains("\ncoverage: 8% (screens 2 of 4, ways 0 of 1, commands 0 of 18)\n  no flow opens add\n"))
    #expect(text.contains("\n  no flow goes from todo to add\n  no flow types cancel on add\n"))
    #expect(await run("--coverage=8").code == 0)
    let refused = await run("--coverage=9.5")
    #expect(refused.code == 1 && refused.errors == "small: coverage is below 9.5%; write flows for what is listed\n")
    #expect(await run("--coverage=10").errors == "small: coverage is below 10%; write flows for what is listed\n")
  }

  @Test("a shard cannot demand a coverage; it can list unreached screens")
  func sharedCoverage() async throws {
    try folder.write("a.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n")
    try folder.write("b.flow", "> :open lab\n  Lab\n  echo: -\n")
    for machine in [[:], ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"]] {
      let refused = await run("--coverage=5.5", machine.isEmpty ? "--shard=2/3" : "--color=never", machine: machine)
      #expect(refused.code == 2 && refused.text == "")
      #expect(
        refused.errors
          == "small: --coverage=5.5 needs all flows, and this is part 2/3; demand it of a run that is not shared, "
          + "or write --coverage alone\n")
    }
    #expect(await run("--coverage", "--shard=2/2").text.contains("\npart 2/2: coverage: 4% (screens 1 of 4, "))
    // One shard of one contains all flows.
    #expect(await run("--coverage=5", "--shard=1/1").code == 0)
  }

  @Test("a trace is shown under its flow, and written for a viewer") func trace() async throws {
    try folder.write(
      "a.flow",
      "> :open lab\n  Lab\n  echo: -\nlab> tick\nlab> :advance 400ms\n  +300ms\n  tick 1\n> :advance 1s\n  +400ms\n  again 2\n"
    )
    let json = folder.path + "/t.json"
    let (code, text, _) = await run("--trace", "--trace-json", json)
    #expect(code == 0, "\(text)")
    #expect(text.contains("\n  one column is 50ms ([ ] at work, ^ failed, | over, * several at once)\n  typed"))
    #expect(text.contains("\n  lab#1 status  a-----b---------*  a= b=tick 1 c=tick 2 d=again 2\n"))
    struct Chrome: Decodable {
      struct Event: Decodable { let name: String, ph: String, ts: Int }
      let traceEvents: [Event]
    }
    let chrome = try JSONDecoder().decode(Chrome.self, from: Data(try folder.read("t.json").utf8))
    #expect(chrome.traceEvents.contains { $0.name == "status" && $0.ts == 300_000 })
    // Each of two flows has its own names.
    try folder.write("b.flow", "> :open lab\n  Lab\n  echo: -\n")
    #expect(await run("--trace-json", json, "--jobs", "8").code == 0)
    #expect(try folder.read("t.json").contains("b.flow lab#1"))
  }

  @Test(
    "colours: --color wins, then NO_COLOR, then the terminal",
    arguments: [
      ([], [:], true, true), ([], [:], false, false), ([], ["NO_COLOR": "1"], true, false),
      ([], ["NO_COLOR": ""], true, true), ([], ["TERM": "dumb"], true, false),
      (["--color"], ["NO_COLOR": "1", "TERM": "dumb"], false, true), (["--color=never"], [:], true, false),
      (["--color=auto"], ["NO_COLOR": "1"], true, false),
    ])
  func colours(_ options: [String], _ machine: [String: String], _ isTerminal: Bool, _ isColored: Bool) throws {
    var terminal = RecordedTerminal().terminal()
    terminal.isTerminal = isTerminal
    #expect(terminal.isColored(try Arguments(options, options: []).color, machine) == isColored)
  }

  @Test(
    "a page shows the session, the time line, the coverage and the differences; it is the same with 1 job and with 8")
  func page() async throws {
    try writeFlows()
    var pages: Set<String> = []
    for jobs in ["1", "8"] {
      _ = await run("--jobs", jobs, "--html", folder.path + "/p.html")
      pages.insert(try folder.read("p.html"))
    }
    #expect(pages.count == 1)
    let reading = MarkupReading(try #require(pages.first))
    #expect(reading.problem == nil)
    #expect(
      reading.all("details", class: "flow").count == 24
        && reading.all("title").first?.text == "small: 12 passed, 12 failed")
    #expect(reading.all("svg", class: "map").count == 1 && reading.all("svg", class: "marbles").count == 20)
    #expect(reading.all("pre", class: "messages").count == 4 && reading.all("table", class: "difference").count == 8)
    #expect(reading.all("pre").contains { $0.text.hasPrefix("coverage: ") })
    // On the standard output, only the page is written.
    let (_, text, _) = await run("--html", "-", "--tap", folder.path + "/t")
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"))
  }

  @Test("under GitHub Actions each failure is a workflow command, beside a report that is alone on the standard output")
  func annotations() async throws {
    try folder.write("a.flow", "> :open lab\n  Lap\n")
    try folder.write("b.flow", "> :quit\n")
    let machine = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder.path]
    let (code, text, errors) = await run(machine: machine)
    #expect(code == 1 && errors == "")
    #expect(text.contains("\n::error file=a.flow,line=1::(no title)%0A      1   > :open lab%0A"))
    #expect(text.components(separatedBy: "::error").count == 2)
    #expect(await !run(machine: ["GITHUB_ACTIONS": "false"]).text.contains("::error"))
    let silent = await run("--tap", "-", machine: machine)
    #expect(silent.text.hasPrefix("TAP version 14\n") && !silent.text.contains("::error"))
    #expect(silent.errors.hasPrefix("::error file=a.flow,line=1::"))
  }

  @Test("a terminal gets colours, a pipe does not") func colored() async throws {
    try folder.write("a.flow", "> :quit\n")
    #expect(await run(isTerminal: true).text == "\u{1B}[32mok   a.flow (1 phase)\u{1B}[0m\n1 passed, 0 failed\n")
    #expect(await run().text == "ok   a.flow (1 phase)\n1 passed, 0 failed\n")
  }
}
