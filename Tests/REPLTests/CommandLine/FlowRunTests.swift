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

  private func run(_ arguments: String..., machine: [String: String] = [:]) async -> ProgramRun {
    await folder.run(["run", folder.path] + arguments, machine: machine)
  }

  private nonisolated static let unknownRows: [(String, String?)] = [
    ("never offers pnig", "names 'pnig', which no screen offers; did you mean 'ping'?"),
    ("never busy after xyzzy", "names 'xyzzy', which no screen offers; name a command of the app"),
    ("always field ehco is $x", "names the field 'ehco', which no screen has; did you mean 'echo'?"),
    ("never busy unless field ping is \"-\"", "names the field 'ping', which no screen has; name a field of the app"),
    // Offered by a screen that no flow opens.
    ("never busy since due", nil), ("never busy unless field due is \"-\"", nil),
  ]

  @Test("a promise about a name that the app does not have is a mistake of its file", arguments: unknownRows)
  func unknown(_ promise: String, _ reason: String?) async throws {
    try folder.write("always.flow", ":\(promise)\n")
    try folder.write("a.flow", "> :open lab\n  Lab\n  echo: -\nlab> :\(promise)\n")
    let reports = ["--junit", folder.path + "/j", "--html", folder.path + "/h"]
    let ran = await folder.run(["run", folder.path] + reports, machine: ["GITHUB_ACTIONS": "true"])
    let complaints = [("a.flow", 4), ("always.flow", 1)].map {
      "BAD \($0):\($1):1: the promise :\(promise) (\($0):\($1)) \(reason ?? "")"
    }
    #expect(ran.code == (reason == nil ? 0 : 2), "\(ran.text)\(ran.errors)")
    let found = complaints.filter(folder.shown(ran.text).contains)
    #expect(found == (reason == nil ? [] : complaints), "\(ran.text)")
    #expect(ran.text.matches(of: /::error file=[a-z.]+,line=[14]::/).count == (reason == nil ? 0 : 2), "\(ran.text)")
    #expect(try folder.read("j").matches(of: #/<error /#).count == (reason == nil ? 0 : 2))
    #expect(try MarkupReading(folder.read("h")).all("pre", class: "messages").count == (reason == nil ? 0 : 3))
  }

  @Test("accept names what a promise names and the app does not have") func unaccepted() async throws {
    try folder.write("always.flow", ":never offers pnig\n")
    try folder.write("a.flow", "> :open lab\n")
    let ran = await folder.run("accept", folder.path)
    #expect(ran.code == 2)
    #expect(
      folder.shown(ran.errors).hasPrefix(
        "BAD always.flow:1:1: the promise :never offers pnig (always.flow:1) names 'pnig'"), "\(ran.errors)")
  }

  @Test("a part of the flows does not show that a name is unknown", arguments: 1...2)
  func part(_ number: Int) async throws {
    try folder.write("always.flow", ":never offers other\n")
    try folder.write("a.flow", "> :open lab\n  Lab\n  echo: -\n")
    let whole = await folder.run("run", folder.path), part = await folder.run("run", "--shard=\(number)/2", folder.path)
    #expect(whole.code == 2, "\(whole.text)\(whole.errors)")
    #expect(part.code == 0, "\(part.text)\(part.errors)")
  }

  @Test("a name that is nearly known, and may be one that no flow reaches, is only a hint") func doubt() async throws {
    let app = ConsoleApp("doubt", home: "home") { session in
      let home = Route<Void, Never>("home"), details = Route<Int, Never>("details")
      let save = Command<Void, Void, Never> { .empty }
      session.calls.declare(["pay"])
      return try Navigator(
        stage: session.console, environment: session.environment,
        modules: [
          Module(home) { _, _ in Assembly(view: ConsoleView(.button("save", save)), presenter: nil) },
          Module(details) { _, _ in Assembly(view: ConsoleView(.button("have", save)), presenter: nil) },
        ])
    }
    try folder.write("always.flow", ":never offers have\n:never offers other\n:never 2 calls of pya\n")
    try folder.write("a.flow", "> :open home\n")
    let ran = await folder.run(["run", folder.path], by: app)
    #expect(ran.code == 0, "\(ran.text)")
    #expect(
      ran.errors == "doubt: the promise :never offers have (always.flow:1) names 'have', which no screen offers; "
        + "did you mean 'save'? (no flow opens details)\n"
        + "doubt: the promise :never 2 calls of pya (always.flow:3) names the call 'pya', "
        + "which was neither declared nor made; did you mean 'pay'?\n")
  }

  @Test("reports and a page have the same bytes with 1 job and with 8, in the order of the names")
  func jobs() async throws {
    try writeFlows()
    var texts: Set<[String]> = []
    for jobs in ["1", "2", "8", "1000"] {
      let files = ["junit", "html"]
      let ran = await folder.run(
        ["run", folder.path, "--jobs", jobs] + files.flatMap { ["--\($0)", "\(folder.path)/\($0)"] })
      texts.insert(["\(ran.code)", ran.text] + (try files.map { try folder.read($0) }))
    }
    let all = try #require(texts.first), reading = MarkupReading(all[3])
    let names = all[1].matches(of: /(?m)^(?:ok  |FAIL|BAD ) (\d+)/).map { String($0.1) }
    #expect(texts.count == 1)
    #expect(all[0] == "2")
    #expect(names == (0..<24).map(String.init).sorted())
    // The page shows the sessions, their time lines, the coverage and the differences.
    let parts: [(String, String)] = [
      ("details", "flow"), ("svg", "map"), ("svg", "marbles"), ("pre", "messages"), ("table", "difference"),
    ]
    #expect(parts.map { reading.all($0.0, class: $0.1).count } == [24, 1, 20, 4, 9])
    #expect(reading.problem == nil)
    #expect(reading.all("title").first?.text == "small: 12 passed, 12 failed")
    #expect(reading.all("pre").contains { $0.text.hasPrefix("coverage: ") })
  }

  @Test("shards together run every flow once, and each prints its number; a machine may choose them by its variables")
  func shards() async throws {
    try writeFlows()
    func machine(_ index: Int) -> [String: String] { ["CI_NODE_INDEX": "\(index)", "CI_NODE_TOTAL": "2"] }
    let runs = [
      await run("--shard", "1/2"), await run("--shard", "1/2", machine: machine(2)), await run(machine: machine(1)),
      await run(machine: machine(2)), await run(machine: machine(3)),
      await run("--shard", "25/25", machine: ["TEST_SHARD_STATUS_FILE": folder.path + "/sign"]),
    ]
    #expect(runs[0] == runs[1])
    #expect(runs[0] == runs[2])
    #expect(
      runs[2...].map { $0.text.split(separator: "\n").last ?? $0.errors[...] } == [
        "part 1/2, 12 of 24 flows: 8 passed, 4 failed", "part 2/2, 12 of 24 flows: 4 passed, 8 failed",
        "small: CI_NODE_INDEX=3 and CI_NODE_TOTAL=2 are not a valid part; unset them\n",
        "part 25/25, 0 of 24 flows: 0 passed, 0 failed",
      ])
    // A machine may ask for a file as a sign that the program reads its variables.
    #expect(runs.map(\.code) == [2, 2, 2, 2, 2, 0])
    #expect(folder.names.contains("sign"))
  }

  @Test("a report on the standard output is alone there; one that cannot be written is an error")
  func reports() async throws {
    try folder.write("a.flow", "# A\n> :quit\n")
    let runs = [
      await run("--junit", "-"), await run("--html", "-", "--junit", folder.path + "/t"),
      await run("--trace-json", "-"), await run("--junit", folder.path + "/no/t"),
    ]
    #expect(
      zip(runs, ["<?xml", "<!DOCTYPE html>", "{", "ok   a.flow (1 phase)\n1 passed, 0 failed\n"]).allSatisfy {
        $0.text.hasPrefix($1)
      }, "\(runs)")
    #expect(runs[1].text.hasSuffix("</html>\n"), "\(runs)")
    #expect(runs[3].code == 2)
    #expect(runs[3].errors.hasPrefix("small: no/t cannot be written: "))
  }

  @Test("coverage lists unreached screens and commands, and fails below the demanded share, which no shard can demand")
  func coverage() async throws {
    try folder.write("a.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n")
    try folder.write("b.flow", "> :open lab\n  Lab\n  echo: -\n")
    let listed = await run("--coverage"), machine = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"]
    let parts = listed.text.missing(
      "\ncoverage: 8% (screens 2 of 4, ways 0 of 1, commands 0 of 18)\n  no flow opens add\n",
      "\n  no flow goes from todo to add\n  no flow types cancel on add\n")
    #expect(listed.code == 0)
    #expect(parts == [])
    let refused = ProgramRun(
      code: 2,
      errors: "small: --coverage=5.5 needs all flows, and this is part 2/3; require it in a run of all flows, "
        + "or write --coverage alone\n")
    func below(_ share: String) -> ProgramRun {
      ProgramRun(
        code: 1, text: listed.text, errors: "small: coverage is below \(share)%; write flows for what is listed\n")
    }
    let runs = [
      await run("--coverage=8"), await run("--coverage=9.5"), await run("--coverage=10"),
      await run("--coverage=5.5", "--shard=2/3"), await run("--coverage=5.5", machine: machine),
    ]
    #expect(runs == [ProgramRun(code: 0, text: listed.text), below("9.5"), below("10"), refused, refused])
    // A shard may list its own; one shard of one contains all flows.
    let shards = [await run("--coverage", "--shard=2/2"), await run("--coverage=5", "--shard=1/1")]
    #expect(shards.map(\.code) == [0, 0], "\(shards)")
    #expect(shards[0].text.contains("\npart 2/2: coverage: 4% (screens 1 of 4, "), "\(shards)")
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
    #expect(traced.code == 0, "\(traced)")
    #expect(missing == [], "\(traced)")
    // Each of two flows has its own names.
    try folder.write("b.flow", "> :open lab\n  Lab\n  echo: -\n")
    let one = try folder.read("t.json")
    _ = await run("--trace-json", json, "--jobs", "8")
    let two = try folder.read("t.json")
    #expect(one.contains("\"status\""))
    #expect(two.contains("b.flow lab#1"))
  }

  @Test("under GitHub Actions each failure is a workflow command, beside a report that is alone on the standard output")
  func annotations() async throws {
    try folder.write("a.flow", "> :open lab\n  Lap\n")
    try folder.write("b.flow", "> :quit\n")
    let machine = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder.path]
    let runs = [
      await run(machine: machine), await run("--junit", "-", machine: machine),
      await run(machine: ["GITHUB_ACTIONS": "false"]),
    ]
    let annotation = "::error file=a.flow,line=1::(no title)%0A      1   > :open lab%0A"
    #expect(
      runs.map { [$0.text, $0.errors].map { $0.components(separatedBy: annotation).count - 1 } } == [
        [1, 0], [0, 1], [0, 0],
      ])
    #expect(runs[0].text.contains("\n::error"))
    #expect(runs[1].text.hasPrefix("<?xml"))
    #expect(runs.map { ($0.text + $0.errors).components(separatedBy: "::error").count } == [2, 2, 1])
  }

  @Test(
    "colours: --color wins, then NO_COLOR, then the terminal",
    arguments: [
      ([], [:], true, true), ([], [:], false, false), ([], ["NO_COLOR": "1"], true, false),
      ([], ["NO_COLOR": ""], true, true), ([], ["TERM": "dumb"], true, false),
      (["--color"], ["NO_COLOR": "1", "TERM": "dumb"], false, true), (["--color=never"], [:], true, false),
      (["--color=auto"], ["NO_COLOR": "1"], true, false),
    ] as [([String], [String: String], Bool, Bool)])
  func colours(_ options: [String], _ machine: [String: String], _ isTerminal: Bool, _ isColored: Bool) async throws {
    try folder.write("a.flow", "> :quit\n")
    let line = "ok   a.flow (1 phase)", shown = isColored ? "\u{1B}[32m\(line)\u{1B}[0m" : line
    #expect(
      await folder.run(["run", folder.path] + options, machine: machine, isTerminal: isTerminal)
        == ProgramRun(code: 0, text: shown + "\n1 passed, 0 failed\n"))
  }

  @Test("a test lists the flows of a folder as its arguments, and a folder without flows does not pass as none")
  func flowsInFolder() async throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/Flows", withIntermediateDirectories: true)
    func flows() -> [String] { ConsoleApp.flows(in: "Flows", file: folder.path + "/Tests.swift").map(\.path) }
    let none = flows(), report = await SmallApp.console().run(flow: folder.file("Flows"))
    for name in ["Flows/b/x.flow", "Flows/a.flow"] { try folder.write(name, "> :quit\n") }
    #expect(
      [none, flows()] == [["/Flows"], ["/Flows/a.flow", "/Flows/b/x.flow"]].map { $0.map { folder.path + $0 } })
    #expect(!report.passed)
  }
}
