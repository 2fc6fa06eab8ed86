import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct CommandLineProgramTests {
  private let folder: TemporaryFolder
  private nonisolated static let passing = "> :open lab\n  Lab\n  echo: -\n"
  private nonisolated static let differing = "> :open lab\n  Lap\n  echo: -\n"

  init() throws { folder = try TemporaryFolder() }

  /// An app whose only screen needs an input.
  private static func items() -> ConsoleApp {
    ConsoleApp("items", home: "item") { session in
      let module = Module(Route<Int, Never>("item")) { router, number in
        router.received(ModuleEvent<String>("rename")).start().stored(in: router.alive)
        return Assembly(view: ConsoleView(.title("\(number)"), .field("name", MutableProperty(""))))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
  }

  @Test(
    "0: flows that pass, in the order of their names, folders all the way down; a folder may be a link or end in a slash"
  )
  func passed() async throws {
    for name in ["b.flow", "a/z.flow", "a/deep/er.flow", "c.FLOW", "a/notes.txt", "Z.flow", "d.flow/inner.flow"] {
      try folder.write(name, Self.passing)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: folder.path + "/a")
    let runs = await folder.runs([["run", folder.path], ["run", folder.path + "/link", folder.path + "/d.flow/"]])
    let flows = [["Z", "a/deep/er", "a/z", "b", "d.flow/inner"], ["link/deep/er", "link/z", "d.flow/inner"]]
    #expect(
      runs
        == flows.map { names in
          let lines = names.map { "ok   \($0).flow (1 phase)\n" }.joined()
          return ProgramRun(code: 0, text: lines + "\(names.count) passed, 0 failed\n")
        })
  }

  @Test(
    "1: a difference or a complaint; 2: a bad script, even beside a difference; the others still run, in the given order",
    arguments: [
      (differing, 1, "FAIL d\n"), (passing + "lab> leave\n", 1, "FAIL d\n"), ("hello", 2, "BAD  d:1:1:\n"),
      ("> \u{0}\n  x\nx", 2, "BAD  d:3:1:"), ("# nothing", 2, "BAD  d:\n     there is no command in it; "),
    ] as [(String, Int32, String)])
  func failed(_ text: String, _ code: Int32, _ start: String) async throws {
    for (name, text) in ["a": Self.passing, "b": Self.differing, "d": text] { try folder.write(name, text) }
    let ran = await folder.run(["run"] + ["d", "b", "a"].map { "\(folder.path)/\($0)" })
    #expect(ran.code == code, "\(ran)")
    #expect(ran.text.hasPrefix(start), "\(ran)")
    #expect(ran.text.contains("FAIL b\n"), "\(ran)")
    #expect(ran.text.hasSuffix("ok   a (1 phase)\n1 passed, 2 failed\n"), "\(ran)")
  }

  @Test("2: a command line that cannot be understood") func usage() async {
    let errors = "small: there is no command 'rnu'; did you mean run?\nsmall --help lists commands and options\n"
    #expect(await folder.run("rnu", "a") == ProgramRun(code: 2, errors: errors))
  }

  @Test(
    "69: no flow found, or one of the paths does not exist; no flow runs or changes",
    arguments: ["run", "accept", "explore"])
  func none(_ verb: String) async throws {
    try folder.write("notes.txt", "")
    let none = await folder.run(verb, folder.path)
    try folder.write("a.flow", Self.differing)
    let missing = await folder.run(verb, folder.path, folder.path + "/gone.flow")
    #expect(
      [none, missing] == [
        ProgramRun(code: 69, errors: "small: no flow found in \(folder.path); flows end in .flow\n"),
        ProgramRun(code: 69, errors: "small: no flow found: there is no gone.flow\n"),
      ])
    #expect(try folder.read("a.flow") == Self.differing)
  }

  @Test("an app that cannot be built is an error of the commands that need it") func unbuildable() async throws {
    let quit = try folder.write("quit.flow", "> :quit\n").path
    let app = ConsoleApp("broken", home: "x") { _ in throw CallFailure("no\ndisk") }
    let reason = "the app cannot be built: no\\ndisk\n", passed = "ok   quit.flow (1 phase)\n1 passed, 0 failed\n"
    #expect(
      await folder.runs([[], ["graph"], ["run", quit], ["run", quit, "--coverage"]], by: app) == [
        ProgramRun(code: 2, errors: "broken: \(reason)"), ProgramRun(code: 2, errors: "broken: \(reason)"),
        ProgramRun(code: 0, text: passed), ProgramRun(code: 2, text: passed, errors: "broken: \(reason)"),
      ])
    let open = try folder.write("open.flow", "> :stub a -> 1\n> :open x\n  X\nx> a\n  1\n# Later\nx> :quit\n").path
    // The cause alone: no complaint about what follows from it.
    let text = """
      FAIL open.flow
        FAIL (no title)
            1   > :stub a -> 1
            2   > :open x
            3 -   X
              +   !! \(reason)\
        !! stopped at line 2; the lines after it did not run
        1 later phase was not run
        complaints (!!) are never accepted; correct their causes first
      0 passed, 1 failed

      """
    #expect(await folder.run("run", open, by: app) == ProgramRun(code: 1, text: text))
  }

  @Test(
    "2: output that a full disk does not take; a closed output is a mistake of the commands whose result it is",
    arguments: [
      (["--help"], true), (["graph"], true), (["draw", "a.flow"], true), (["run", "--junit", "-", "a.flow"], true),
      (["run", "a.flow"], false), (["explore", "--walk", "--runs", "1", "todo"], false),
      ([], false),
    ])
  func full(_ arguments: [String], _ isResult: Bool) async throws {
    let full = try await run(arguments, failingWith: .ENOSPC), closed = try await run(arguments, failingWith: .EPIPE)
    let errors = "small: the output cannot be written: the standard output is full or closed\n"
    #expect(full == ProgramRun(code: 2, errors: errors))
    #expect(closed == (isResult ? full : ProgramRun(code: 0)))
  }

  /// The exit code and the errors of a run whose output takes one text.
  private func run(_ arguments: [String], failingWith failure: POSIXErrorCode) async throws -> ProgramRun {
    let file = try folder.write("a.flow", Self.passing).path, recorded = RecordedTerminal()
    var terminal = recorded.terminal()
    terminal.failure = { recorded.text.isEmpty ? nil : failure }
    recorded.pipe()
    let code = await SmallApp.console().main(
      arguments.map { $0 == "a.flow" ? file : $0 }, terminal: terminal, machine: [:], environment: .still)
    return ProgramRun(code: code, errors: recorded.errorText)
  }

  @Test(
    "a report never replaces a file that is read, under any of its names",
    arguments: ["run --junit", "run --html", "run --trace-json", "accept --html", "draw --svg"])
  func reports(_ words: String) async throws {
    let words = words.split(separator: " ").map(String.init), manager = FileManager.default
    let flow = try folder.write("flows/a.flow", Self.differing),
      promises = try folder.write("always.flow", ":never busy\n")
    try manager.createSymbolicLink(at: folder.file("link.xml"), withDestinationURL: flow)
    try manager.createSymbolicLink(at: folder.file("flows/inside.xml"), withDestinationURL: flow)
    try manager.createSymbolicLink(at: folder.file("promises.xml"), withDestinationURL: promises)
    try manager.createSymbolicLink(at: folder.file("folder"), withDestinationURL: folder.file("flows"))
    try manager.linkItem(at: flow, to: folder.file("hard.xml"))
    let read = words[0] == "draw" ? "flows/a.flow" : "flows"
    for name in ["link.xml", "flows/inside.xml", "promises.xml", "folder/inside.xml", "hard.xml"] {
      let ran = await folder.run([words[0], "\(words[1])=\(folder.path)/\(name)", "\(folder.path)/\(read)"])
      let message = "\(words[1]) cannot be '\(name)': the report would replace a file that is read; name another file\n"
      #expect(ran == ProgramRun(code: 2, errors: "small: \(message)small --help lists commands and options\n"))
    }
    #expect(try folder.read("flows/a.flow") == Self.differing)
    #expect(try folder.read("always.flow") == ":never busy\n")
  }

  @Test("explore begins at a screen that is named in place of a flow") func exploredScreen() async {
    let explored = await folder.run("explore", "--walk", "--runs", "2", "todo")
    #expect(explored.code == 0, "\(explored)")
    #expect(explored.text.hasPrefix("explored: 2 variations in "), "\(explored)")
    #expect(explored.text.hasSuffix("\nnothing found\n"), "\(explored)")
    let missing = await folder.run("explore", "--runs", "2", "tood")
    #expect(missing == ProgramRun(code: 69, errors: "small: no flow found: there is no tood; did you mean todo?\n"))
  }

  @Test("explore takes its part from --shard or from the variables of a CI engine, and prints it")
  func exploredPart() async {
    func explore(_ words: [String] = [], machine: [String: String] = [:]) async -> ProgramRun {
      await folder.run(["explore", "--walk", "--runs", "16", "todo"] + words, machine: machine)
    }
    let variables = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"]
    let asked = await explore(["--shard", "2/2"]), machine = await explore(machine: variables)
    #expect(asked.text.hasPrefix("explored part 2/2: 8 variations in "), "\(asked)")
    #expect(asked == machine)
    let wrong = await explore(machine: ["CI_NODE_INDEX": "3", "CI_NODE_TOTAL": "2"])
    #expect(wrong.errors == "small: CI_NODE_INDEX=3 and CI_NODE_TOTAL=2 are not a valid part; unset them\n")
    #expect(wrong.code == 2)
  }

  @Test("explore: 2 for a file that is not a flow, with the reason; the others are explored")
  func unexplored() async throws {
    let good = try folder.write("good/a.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n").path
    try folder.write("always/a.flow", "> :open todo\n")
    try folder.write("always/always.flow", ":nver busy\n")
    let rows = [
      (try folder.write("line.flow", "what\n").path, "BAD line.flow:1:1:"),
      (try folder.write("empty.flow", "# Nothing.\n").path, "there is no command in it; write one"),
      (try folder.write("bytes.flow", [62, 32, 0xFF]).path, "bytes.flow:1:3: this is not UTF-8"),
      (try folder.write("promises/always.flow", ":never busy\n").path, "it has promises for the flows in its folder"),
      (folder.path + "/always", "there is no ':nver'; did you mean ':never'?"),
    ]
    for (path, reason) in rows {
      let ran = await folder.run("explore", "--faults", "--runs", "3", path, good)
      #expect(ran.code == 2, "\(ran)")
      #expect(folder.shown(ran.text).contains(reason), "\(ran)")
      #expect(ran.text.missing(", 1 screen, ", "\nnothing found in the rest\n") == [], "\(ran)")
    }
  }

  @Test("explore: 2 for a named screen that does not open, with the reason") func unopened() async {
    let explored = await folder.run("explore", "--runs", "3", "item", by: Self.items())
    let text = """
      BAD  item:
           'item' needs the parameter 'value' (Int): item;value=…; name a flow that
           opens it
      explored: 0 variations in 1 session, 0 screens, 0 commands
      nothing found in the rest

      """
    #expect(explored == ProgramRun(code: 2, text: text))
  }

  @Test("--help lists verbs and options") func help() async {
    let help = """
        small                     starts a session, at a terminal or on a pipe
        small run PATH…           runs flows or folders of flows, and compares their output with the recorded output
        small accept PATH…        records the present output in the flows
        small explore PATH…       plays flows or screens in other orders, with faults, detours and at random; writes its findings into found
        small graph [PATH…]       draws the screens, their commands and the ways between them; flows show screens that need an input
        small draw FLOW           draws a flow as a session in a terminal, an SVG picture for light and dark pages
        small diff OLD NEW PATH…  runs flows in two builds of the app, and shows the screens that differ
        --help                    prints this text
        --data DIR                where data is
        --junit FILE              writes a JUnit report, one case for each phase; - is the standard output
        --html FILE               writes one page for people: sessions, time lines, coverage, differences
        --svg[=FILE]              writes the picture into FILE; --svg alone prints it
        --animated                animates the picture
        --timeout DUR             stops a flow or a screen that makes no progress for this time; 60s by default
        --jobs N                  runs N flows, or parts of an exploration, at a time, each in its own process
        --orders                  explores other orders of answers
        --faults                  explores calls that fail, answer late or never answer
        --detours                 explores what is done and taken back, and must leave no trace
        --walk                    explores random sessions; all four kinds by default
        --runs N                  tries N variations, however long that takes
        --seed N                  chooses the random sessions; the same seed and --runs give the same findings
        --minutes M               explores for M minutes; one minute if neither this nor --runs is given
        --shard I/N               runs or explores part I of N; the variables of CI engines choose it, too
        --merge                   joins the findings in the folders of several machines, one for each cause, and runs them
        --corpus DIR              reads earlier findings and sessions worth keeping from DIR, and writes new ones there, in place of found
        --coverage[=N]            lists the parts of the app that no flow reached; fails below N percent
        --live                    lets calls without a stub do their real work
        --watch                   runs flows again that change, and all flows when the program changes
        --trace                   prints the time line of each flow
        --trace-json FILE         writes the time lines for a viewer of Chrome traces
        --even-errors             also accepts commands, routes and events that do not exist
        --format FORMAT           dot, mermaid or text
        --color[=WHEN]            always, never or auto
      exit codes: 0 passed, 1 a difference, 2 bad script or usage or lost output, 69 no flow found, 130 interrupted

      """
    #expect(await folder.run("--help") == ProgramRun(code: 0, text: help))
  }

  @Test("2: a home that no module has, wherever screens open") func home() async throws {
    let file = try folder.write("a.flow", "> :open home\n").path
    let app = ConsoleApp("lost", home: "hmoe", build: ConsoleApp("any") { _, _ in ConsoleView() }.build)
    let problem = "lost: the home 'hmoe' cannot be opened: there is no module for 'hmoe'; did you mean 'home'?\n"
    let runs = await folder.runs([[], ["run", file], ["accept", file], ["graph"]], by: app)
    #expect(runs == Array(repeating: ProgramRun(code: 2, errors: problem), count: 4))
  }

  @Test("accept --html shows each change, before and after, and the reason of each refusal")
  func acceptedPage() async throws {
    try folder.write("a.flow", Self.differing)
    let same = try folder.write("b.flow", Self.passing).path
    try folder.write("c.flow", "> :open tood\n")
    let page = folder.path + "/p.html", unwritten = folder.path + "/no/p"
    let lines = [["--html", page, folder.path], ["--html", "-", same], ["--html", unwritten, same]]
    let runs = await folder.runs(lines.map { ["accept"] + $0 })
    #expect(runs.map(\.code) == [1, 0, 2])
    #expect(runs[1].text.hasPrefix("<!DOCTYPE html>"))
    let reading = MarkupReading(try folder.read("p.html"))
    #expect(
      ["title", "th", "del", "ins", "pre"].map { reading.all($0).map { $0.text.replacing(/.*\n */, with: "") } } == [
        ["small: accepted: 1 flow, the same: 1, refused: 1"], ["recorded before", "recorded now"], ["Lap"], ["Lab"],
        Array(repeating: "correct it, or accept it with --even-errors", count: 2),
      ])
  }

  @Test("run --watch clears the terminal before flows run, and says how it ends") func watching() async throws {
    let file = try folder.write("a.flow", Self.passing).path, recorded = RecordedTerminal()
    var terminal = recorded.terminal(), environment = AppEnvironment.still
    terminal.isTerminal = true
    // Ends the watch after the first run.
    terminal.failure = { recorded.text.isEmpty ? nil : .EPIPE }
    environment.scheduler = .immediate
    let code = await SmallApp.console().main(
      ["run", "--watch", file], terminal: terminal, machine: ["NO_COLOR": "1"], environment: environment)
    let text = "\u{1B}[H\u{1B}[2J\u{1B}[3Jok   a.flow (1 phase)\n1 passed, 0 failed\n# watching; Ctrl-C ends\n"
    #expect(code == 0)
    #expect(recorded.text.replacing(folder.path + "/", with: "") == text)
  }

  @Test("graph takes the inputs of screens from flows, passing or not, and names screens without one")
  func graphOfFlows() async throws {
    let app = Self.items()
    let other = try folder.write("a.flow", "> :screen\n").path, bad = try folder.write("c.flow", "bad\n").path
    let opening = try folder.write("b.flow", "> :open item?value=7\n  8\n").path
    let unknown = "item\n  not known until it is opened: 'item' needs the parameter 'value' (Int): item;value=…\n"
    let missing = "items: the commands of item are unknown; "
    #expect(
      await folder.runs(
        [[], [other], [opening], [opening, "--format=mermaid"], [folder.path + "/gone"]].map { ["graph"] + $0 }, by: app
      ) == [
        ProgramRun(
          code: 0, text: unknown, errors: missing + "items graph PATH… learns them from flows that open the screen\n"),
        ProgramRun(code: 0, text: unknown, errors: missing + "no given flow opens the screen\n"),
        ProgramRun(code: 0, text: "item\n  type name TEXT\n  listens to rename\n"),
        ProgramRun(code: 0, text: "graph TD\n  s0[\"item<br>name TEXT<br>listens to rename\"]\n"),
        ProgramRun(code: 69, errors: "items: no flow found: there is no gone\n"),
      ])
    let ran = await folder.run(["graph", bad], by: app)
    #expect(ran.code == 2)
    #expect(ran.text == unknown)
    #expect(ran.errors.hasPrefix("BAD  "))
    #expect(!ran.errors.contains("unknown"))
  }

  @Test("accept rewrites only flows with other output, and none under CI=true; 1 for complaints, 2 for invalid flows")
  func accept() async throws {
    try folder.write("a.flow", Self.differing)
    try folder.write("b.flow", Self.passing)
    let refused = await folder.run("accept", folder.path, machine: ["CI": "true"])
    let unchanged = try folder.read("a.flow"), accepted = await folder.run("accept", folder.path)
    let changes = """
      wrote a.flow
        # (no title)
            1   > :open lab
            2 -   Lap
              +   Lab
            3     echo: -
      same b.flow

      """
    #expect(
      [refused, accepted] == [
        ProgramRun(
          code: 2,
          errors:
            "small: accept does not run when CI is set: a build must not approve itself; a person writes CI=false\n"),
        ProgramRun(code: 0, text: changes),
      ])
    #expect([unchanged, try folder.read("a.flow")] == [Self.differing, Self.passing])
    try folder.write("a.flow", "> :open lab\nlab> leave\n")
    try folder.write("b.flow", Self.differing)
    let complained = await folder.run("accept", folder.path), written = try folder.read("b.flow")
    try folder.write("c.flow", "hello\n")
    let invalid = await folder.run("accept", folder.path)
    #expect([complained.code, invalid.code] == [1, 2])
    #expect(written == Self.passing)
    let missing = invalid.errors.missing(
      "a.flow: not accepted, because this cannot be recorded:\n  !! a timer is still pending",
      "c.flow:1:1:\n     'hello' is neither")
    #expect(missing == [])
  }

  @Test("accept: 1 for a flow with unknown names, unless --even-errors is given") func acceptMistaken() async throws {
    let file = try folder.write("a.flow", "> :open lab\nlab> pnig\n").path
    let refusal = """
      a.flow: not accepted, because it has mistakes:
        line 2: there is no command 'pnig' on lab; did you mean 'ping'?
        correct it, or accept it with --even-errors

      """
    let runs = await folder.runs([
      ["accept", file], ["accept", "--even-errors", file], ["run", file], ["run", "--even-errors", file],
    ])
    #expect(runs[0] == ProgramRun(code: 1, errors: refusal))
    #expect(runs.map(\.code) == [1, 0, 0, 2])
  }

  @Test("the name of a file is printed as text, wherever it is") func names() async throws {
    let name = "a\nok   b\u{1B}[2J\u{202E}.flow", shown = "a\\nok   b\\u{1B}[2J\\u{202E}.flow", path = folder.path
    var runs: [ProgramRun] = []
    for text in [Self.passing, Self.differing, "> :open lba\n", "bad"] {
      try folder.write(name, text)
      runs += await folder.runs(["run", "accept"].map { [$0, path] })
    }
    runs.append(await folder.run("graph", path))
    try folder.write(name, Self.passing)
    runs += await folder.runs([
      ["run", "--junit", "-", path], ["run", path + "/\(name)/gone"],
      ["run", "--junit", path + "/\(name)/t", path],
    ])
    #expect(runs.map(\.code) == [0, 0, 1, 0, 1, 1, 2, 2, 2, 0, 69, 2])
    let all = runs.map { $0.text + $0.errors }.joined()
    #expect(all.missing("\u{1B}", "\u{202E}", "\nok   b").count == 3)
    #expect(all.components(separatedBy: shown).count == 16, "\(all)")
  }

  @Test(
    "a mistyped link is what graph and explore print; what follows from it is counted", arguments: ["graph", "explore"])
  func mistyped(_ verb: String) async throws {
    let file = try folder.write("a.flow", "> :open lba\nlab> ping\nlab> tick\n").path
    let ran = await folder.run(verb, file)
    let shown = (ran.text + ran.errors).replacing(/\s+/, with: " ")
    let mistake =
      "line 1: there is no module for 'lba'; did you mean 'lab'? and 2 more problems, which may follow from it"
    #expect(shown.contains(mistake), "\(shown)")
    #expect(ran.code == (verb == "graph" ? 1 : 2))
    #expect(!shown.contains("there is no command"), "\(shown)")
  }
}
