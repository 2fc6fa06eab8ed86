import Fixtures
import Foundation
import Testing

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

  private func run(_ arguments: String..., machine: [String: String] = [:], isTerminal: Bool = false) async
    -> ProgramRun
  {
    await folder.run(["run", folder.path] + arguments, machine: machine, isTerminal: isTerminal)
  }

  @Test("the same bytes with 1 job and with 8, in the order of the names") func jobs() async throws {
    try writeFlows()
    var texts: Set<[String]> = []
    for jobs in ["1", "2", "8", "1000"] {
      let tap = folder.path + "/t\(jobs)", junit = folder.path + "/j\(jobs)"
      let ran = await run("--jobs", jobs, "--tap", tap, "--junit", junit)
      #expect(ran.code == 2)
      texts.insert([ran.text, try folder.read("t\(jobs)"), try folder.read("j\(jobs)")])
    }
    #expect(texts.count == 1)
    let names = try #require(texts.first).first?.matches(of: /(?m)^(?:ok  |FAIL|BAD ) (\d+)/).map { String($0.1) }
    #expect(names == (0..<24).map(String.init).sorted())
  }

  @Test("shards together run every flow once, and each prints its number") func shards() async throws {
    try writeFlows()
    let parts = [await run("--shard", "1/2"), await run(machine: ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2"])]
    #expect(parts[0].text.hasSuffix("part 1/2, 12 of 24 flows: 8 passed, 4 failed\n"))
    #expect(parts[1].text.contains("\npart 2/2, 12 of 24 flows: 4 passed, 8 failed\n"))
    #expect(await run("--shard", "1/2", machine: ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2"]) == parts[0])
  }

  @Test("a shard without flows passes, and writes the status file that a machine asks for") func emptyShard()
    async throws
  {
    try folder.write("a.flow", "> :quit\n")
    #expect(
      await run("--shard", "2/2", machine: ["TEST_SHARD_STATUS_FILE": folder.path + "/sign"])
        == ProgramRun(code: 0, text: "part 2/2, 0 of 1 flows: 0 passed, 0 failed\n"))
    #expect(folder.names == ["a.flow", "sign"])
  }

  @Test("2: variables of a machine that give no valid shard") func badShard() async throws {
    try folder.write("a.flow", "> :quit\n")
    #expect(
      await run(machine: ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"])
        == ProgramRun(
          code: 2, errors: "small: CI_NODE_INDEX=5 and CI_NODE_TOTAL=4 are not a valid part; unset them\n"))
  }

  @Test("a report on the standard output is alone there; one that cannot be written is an error") func reports()
    async throws
  {
    try folder.write("a.flow", "# A\n> :quit\n")
    #expect(await run("--tap", "-") == ProgramRun(code: 0, text: "TAP version 14\n1..1\nok 1 - a.flow: A\n"))
    #expect(await run("--junit", "-").text.hasPrefix("<?xml"))
    let unwritten = await run("--tap", folder.path + "/no/t")
    #expect(unwritten.code == 2 && unwritten.text == "ok   a.flow (1 phase)\n1 passed, 0 failed\n")
    #expect(unwritten.errors.hasPrefix("small: no/t cannot be written: "))
  }

  @Test("coverage lists unreached screens and commands, and fails below the demanded share") func coverage()
    async throws
  {
    try folder.write("a.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\ntodo> :open lab\n  Lab\n  echo: -\n")
    let listed = await run("--coverage")
    let missing = listed.text.missing(
      "\ncoverage: 8% (screens 2 of 4, ways 0 of 1, commands 0 of 18)\n  no flow opens add\n",
      "\n  no flow goes from todo to add\n  no flow types cancel on add\n")
    #expect(listed.code == 0 && missing == [])
    for (share, code, errors) in [
      ("8", 0, ""), ("9.5", 1, "small: coverage is below 9.5%; write flows for what is listed\n"),
      ("10", 1, "small: coverage is below 10%; write flows for what is listed\n"),
    ] as [(String, Int32, String)] {
      #expect(await run("--coverage=\(share)") == ProgramRun(code: code, text: listed.text, errors: errors))
    }
  }

  @Test("a shard cannot demand a coverage; it can list unreached screens")
  func sharedCoverage() async throws {
    try folder.write("a.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n")
    try folder.write("b.flow", "> :open lab\n  Lab\n  echo: -\n")
    let refused = ProgramRun(
      code: 2,
      errors: "small: --coverage=5.5 needs all flows, and this is part 2/3; require it in a run of all flows, "
        + "or write --coverage alone\n")
    #expect(await run("--coverage=5.5", "--shard=2/3") == refused)
    #expect(await run("--coverage=5.5", machine: ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"]) == refused)
    #expect(await run("--coverage", "--shard=2/2").text.contains("\npart 2/2: coverage: 4% (screens 1 of 4, "))
    // One shard of one contains all flows.
    #expect(await run("--coverage=5", "--shard=1/1").code == 0)
  }

  @Test("a trace is shown under its flow, and written for a viewer") func trace() async throws {
    try folder.write(
      "a.flow",
      "> :open lab\n  Lab\n  echo: -\nlab> tick\nlab> :advance 400ms\n  +300ms\n  tick 1\n> :advance 1s\n  +400ms\n  again 2\n"
    )
    let json = folder.path + "/t.json", traced = await run("--trace", "--trace-json", json)
    let missing = traced.text.missing(
      "\n  one column is 50ms ([ ] at work, ^ failed, | over, * several at once)\n  typed",
      "\n  lab#1 status  a-----b---------*  a= b=tick 1 c=tick 2 d=again 2\n")
    #expect(traced.code == 0 && missing == [], "\(traced)")
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
    #expect(reading.problem == nil && reading.all("title").first?.text == "small: 12 passed, 12 failed")
    let counts = [
      ("details", "flow"), ("svg", "map"), ("svg", "marbles"), ("pre", "messages"), ("table", "difference"),
    ].map { reading.all($0.0, class: $0.1).count }
    #expect(counts == [24, 1, 20, 4, 8])
    #expect(reading.all("pre").contains { $0.text.hasPrefix("coverage: ") })
    // On the standard output, only the page is written.
    let text = await run("--html", "-", "--tap", folder.path + "/t").text
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"))
  }

  @Test("under GitHub Actions each failure is a workflow command, beside a report that is alone on the standard output")
  func annotations() async throws {
    try folder.write("a.flow", "> :open lab\n  Lap\n")
    try folder.write("b.flow", "> :quit\n")
    let machine = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder.path]
    let annotation = "::error file=a.flow,line=1::(no title)%0A      1   > :open lab%0A"
    let ran = await run(machine: machine)
    #expect(ran.code == 1 && ran.errors == "" && ran.text.contains("\n" + annotation), "\(ran)")
    #expect(ran.text.components(separatedBy: "::error").count == 2)
    #expect(await !run(machine: ["GITHUB_ACTIONS": "false"]).text.contains("::error"))
    let report = await run("--tap", "-", machine: machine)
    #expect(report.text.hasPrefix("TAP version 14\n") && !report.text.contains("::error"))
    #expect(report.errors.hasPrefix(annotation))
  }

  @Test(
    "colours: --color wins, then NO_COLOR, then the terminal",
    arguments: [
      ([], [:], true, true), ([], [:], false, false), ([], ["NO_COLOR": "1"], true, false),
      ([], ["NO_COLOR": ""], true, true), ([], ["TERM": "dumb"], true, false),
      (["--color"], ["NO_COLOR": "1", "TERM": "dumb"], false, true), (["--color=never"], [:], true, false),
      (["--color=auto"], ["NO_COLOR": "1"], true, false),
    ])
  func colours(_ options: [String], _ machine: [String: String], _ isTerminal: Bool, _ isColored: Bool) async throws {
    try folder.write("a.flow", "> :quit\n")
    let line = "ok   a.flow (1 phase)", shown = isColored ? "\u{1B}[32m\(line)\u{1B}[0m" : line
    #expect(
      await folder.run(["run", folder.path] + options, machine: machine, isTerminal: isTerminal)
        == ProgramRun(code: 0, text: shown + "\n1 passed, 0 failed\n"))
  }
}
