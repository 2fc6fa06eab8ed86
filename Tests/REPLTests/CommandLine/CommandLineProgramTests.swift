import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct CommandLineProgramTests {
  private let folder: TemporaryFolder
  private static let passing = "> :open lab\n  Lab\n  echo: -\n"
  private static let differing = "> :open lab\n  Lap\n  echo: -\n"

  init() throws { folder = try TemporaryFolder() }

  @Test("0: flows that pass, in the order of their names, folders all the way down") func passed() async throws {
    for name in ["b.flow", "a/z.flow", "a/deep/er.flow", "c.FLOW", "a/notes.txt", "Z.flow", "d.flow/inner.flow"] {
      try folder.write(name, Self.passing)
    }
    let lines = ["Z", "a/deep/er", "a/z", "b", "d.flow/inner"].map { "ok   \($0).flow (1 phase)\n" }
    #expect(await folder.run("run", folder.path) == ProgramRun(code: 0, text: lines.joined() + "5 passed, 0 failed\n"))
  }

  @Test("a folder may be a link to one, or end in a slash") func linkedFolder() async throws {
    try folder.write("real/a.flow", Self.passing)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/real")
    #expect(
      await folder.run("run", folder.path + "/link", folder.path + "/real/")
        == ProgramRun(code: 0, text: "ok   link/a.flow (1 phase)\nok   real/a.flow (1 phase)\n2 passed, 0 failed\n"))
  }

  @Test("named files run in the given order; a difference gives 1, and the other flows still run")
  func named() async throws {
    try folder.write("b", Self.differing)
    try folder.write("a", Self.passing)
    let ran = await folder.run("run", folder.path + "/b", folder.path + "/a")
    #expect(ran.code == 1 && ran.text.hasPrefix("FAIL b\n"))
    #expect(ran.text.hasSuffix("ok   a (1 phase)\n1 passed, 1 failed\n"))
  }

  @Test("1: the harness complains") func complains() async throws {
    try folder.write("a.flow", Self.passing + "lab> leave\n")
    let ran = await folder.run("run", folder.path)
    let complaint = """

        !! a timer is still pending, due in 5s, started at line 4 by 'leave'; cancel
           it when its screen closes

      """
    #expect(ran.code == 1 && ran.text.contains(complaint), "\(ran)")
  }

  @Test("2: a bad script, even beside a difference", arguments: ["hello", "> \u{0}\n  x\nx", "# nothing"])
  func bad(_ text: String) async throws {
    try folder.write("a.flow", text)
    try folder.write("b.flow", Self.differing)
    let ran = await folder.run("run", folder.path)
    #expect(ran.code == 2 && ran.text.hasPrefix("BAD  a.flow") && ran.text.hasSuffix("0 passed, 2 failed\n"))
  }

  @Test("2: a command line that cannot be understood") func usage() async {
    #expect(
      await folder.run("rnu", "a")
        == ProgramRun(
          code: 2,
          errors: "small: there is no command 'rnu'; did you mean run?\nsmall --help lists commands and options\n"))
  }

  @Test(
    "69: no flow found, or one of the paths does not exist; no flow runs or changes",
    arguments: ["run", "accept", "explore"])
  func none(_ verb: String) async throws {
    try folder.write("notes.txt", "")
    let none = "small: no flow found in \(folder.path); flows end in .flow\n"
    #expect(await folder.run(verb, folder.path) == ProgramRun(code: 69, errors: none))
    try folder.write("a.flow", Self.differing)
    #expect(
      await folder.run(verb, folder.path, folder.path + "/gone.flow")
        == ProgramRun(code: 69, errors: "small: no flow found: there is no gone.flow\n"))
    #expect(try folder.read("a.flow") == Self.differing)
  }

  @Test(
    "an app that cannot be built is an error of the commands that need it",
    arguments: [
      ([], 2, [], "broken: "), (["graph"], 2, [], "broken: "), (["run", "quit.flow"], 0, ["ok   quit.flow"], ""),
      (["run", "quit.flow", "--coverage"], 2, ["ok   quit.flow"], "broken: "),
      (["run", "open.flow"], 1, ["!! the app cannot be built: no\\ndisk\n"], ""),
      (["check", "open.flow"], 2, ["open.flow:1:1: the app cannot be built: no\\ndisk\n"], ""),
    ] as [([String], Int32, [String], String)])
  func unbuildable(_ arguments: [String], _ code: Int32, _ texts: [String], _ errors: String) async throws {
    for name in ["quit", "open x"] { try folder.write("\(name.prefix(4)).flow", "> :\(name)\n") }
    let app = ConsoleApp("broken", home: "x") { _ in throw CallFailure("no\ndisk") }
    let ran = await folder.run(arguments.map { $0.hasSuffix(".flow") ? folder.path + "/\($0)" : $0 }, by: app)
    #expect(ran.code == code && texts.allSatisfy(ran.text.contains), "\(ran)")
    #expect(ran.errors == (errors.isEmpty ? "" : errors + "the app cannot be built: no\\ndisk\n"))
  }

  @Test("explore begins at a screen that is named in place of a flow") func exploredScreen() async {
    let explored = await folder.run("explore", "--walk", "--runs", "2", "todo")
    #expect(explored.code == 0 && explored.text.hasPrefix("explored: 2 ways in "))
    #expect(explored.text.hasSuffix("\nnothing found\n"), "\(explored)")
    let missing = await folder.run("explore", "--runs", "2", "tood")
    #expect(missing == ProgramRun(code: 69, errors: "small: no flow found: there is no tood\n"))
  }

  @Test("--help lists verbs and options") func help() async {
    let help = """
        small                     starts a session, at a terminal or on a pipe
        small run PATH…           runs flows or folders of flows, and compares their output with the recorded output
        small accept PATH…        records the present output in the flows
        small explore PATH…       plays flows or screens in other orders, with faults and at random; writes its findings into found
        small check PATH…         checks flows against the declarations of the screens
        small graph [PATH…]       draws the screens, their commands and the ways between them; flows show screens that need an input
        small draw FLOW           draws a flow as a session in a terminal, an SVG picture for light and dark pages
        small diff OLD NEW PATH…  runs flows in two builds of the app, and shows the screens that differ
        --help                    prints this text
        --data DIR                where data is
        --tap FILE                writes a TAP report, one case for each phase; - is the standard output
        --junit FILE              writes a JUnit report, one case for each phase
        --html FILE               writes one page for people: sessions, time lines, coverage, differences
        --svg[=FILE]              writes the picture into FILE; --svg alone prints it
        --animated                animates the picture
        --timeout DUR             stops a flow or a screen that makes no progress for this time; 60s by default
        --jobs N                  runs N flows, or parts of an exploration, at a time, each in its own process
        --orders                  explores other orders of answers
        --faults                  explores calls that fail, answer late or never answer
        --walk                    explores random sessions; all three kinds by default
        --runs N                  tries N variations, however long that takes
        --seed N                  chooses the random sessions; the same seed and --runs give the same findings
        --minutes M               explores for M minutes; one minute if neither this nor --runs is given
        --shard I/N               runs part I of N; the variables of CI engines choose it, too
        --coverage[=N]            lists the parts of the app that no flow reached; fails below N percent
        --live                    lets calls without a stub do their real work
        --trace                   prints the time line of each flow
        --trace-json FILE         writes the time lines for a viewer of Chrome traces
        --even-errors             also accepts commands, routes and events that do not exist
        --format FORMAT           dot, mermaid or text
        --color[=WHEN]            always, never or auto
      exit codes: 0 passed, 1 a difference, 2 bad script or usage, 69 no flow found, 130 interrupted

      """
    #expect(await folder.run("--help") == ProgramRun(code: 0, text: help))
  }

  @Test("accept --html shows each change, before and after, and the reason of each refusal") func acceptedPage()
    async throws
  {
    try folder.write("a.flow", Self.differing)
    try folder.write("b.flow", Self.passing)
    try folder.write("c.flow", "> :open tood\n")
    #expect(await folder.run("accept", "--html", folder.path + "/p.html", folder.path).code == 1)
    let reading = MarkupReading(try folder.read("p.html"))
    #expect(
      ["title", "th", "del", "ins"].map { reading.all($0).map(\.text) } == [
        ["small: accepted: 1 flow, the same: 1, refused: 1"], ["recorded before", "recorded now"], ["−Lap"], ["+Lab"],
      ])
    #expect(
      reading.all("pre", class: "messages").first?.text.contains("not accepted, because this does not exist") == true)
    let shown = await folder.run("accept", "--html", "-", folder.path + "/b.flow")
    #expect(shown.code == 0 && shown.text.hasPrefix("<!DOCTYPE html>"))
    #expect(await folder.run("accept", "--html", folder.path + "/no/p", folder.path + "/b.flow").code == 2)
  }

  @Test("check: 2 and each problem with its place, 0 without; nothing is run or written") func check() async throws {
    try folder.write("a.flow", "> :open tood\nlab> pnig\n")
    try folder.write("b.flow", [62, 32, 0xFF])
    let problems = """
      a.flow:1:3: there is no module for 'tood'; did you mean 'todo'?
      a.flow:2:6: there is no command 'pnig' on lab; did you mean 'ping'?
      b.flow:1:3: this is not UTF-8; save the file as UTF-8
      2 flows checked, 3 problems

      """
    #expect(await folder.run("check", folder.path) == ProgramRun(code: 2, text: problems))
    try folder.write("c/a.flow", Self.differing)
    #expect(
      await folder.run("check", folder.path + "/c") == ProgramRun(code: 0, text: "1 flow checked, 0 problems\n"))
    #expect(await folder.run("check", folder.path + "/gone").code == 69)
  }

  @Test("graph draws the app in the format asked for") func graph() async {
    let text = await folder.run("graph"), mermaid = await folder.run("graph", "--format=mermaid")
    #expect(
      text.code == 0 && text.text.hasPrefix("add\n  type name TEXT, due TEXT, save, cancel\nlab\n  type echo TEXT, "))
    #expect(mermaid.code == 0 && mermaid.text.hasPrefix("graph TD\n") && mermaid.text.hasSuffix("  s3 --> s0\n"))
  }

  @Test("graph takes the inputs of screens from flows, passing or not, and names screens without one")
  func graphOfFlows() async throws {
    let app = ConsoleApp("items", home: "item") { session in
      let module = Module(Route<Int, Never>("item")) { router, number in
        router.received(ModuleEvent<String>("rename")).start().stored(in: router.alive)
        return Assembly(view: ConsoleView(.title("\(number)"), .field("name", MutableProperty(""))))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    func graph(_ arguments: String...) async -> ProgramRun { await folder.run(["graph"] + arguments, by: app) }
    let unknown = "item\n  not known until it is opened: 'item' needs the parameter 'value' (Int): item;value=…\n"
    let missing = "items: the commands of item are unknown; "
    #expect(
      await graph()
        == ProgramRun(
          code: 0, text: unknown, errors: missing + "items graph PATH… learns them from flows that open the screen\n"))
    let other = try folder.write("a.flow", "> :screen\n")
    #expect(await graph(other.path).errors == missing + "no given flow opens the screen\n")
    let opening = try folder.write("b.flow", "> :open item?value=7\n  8\n")
    #expect(await graph(opening.path) == ProgramRun(code: 0, text: "item\n  type name TEXT\n  listens to rename\n"))
    #expect(
      await graph(opening.path, "--format", "dot").text.contains("[label=\"item\\nname TEXT\\nlistens to rename\"]"))
    #expect(await graph(folder.path + "/gone").code == 69)
    let bad = await graph(try folder.write("c.flow", "bad\n").path)
    #expect(
      bad.code == 2 && bad.text == unknown && bad.errors.hasPrefix("BAD  ") && !bad.errors.contains("unknown"))
  }

  @Test("accept rewrites only flows with other output") func accept() async throws {
    try folder.write("a.flow", Self.differing)
    try folder.write("b.flow", Self.passing)
    let changes = """
      wrote a.flow
        # (no title)
            1   > :open lab
            2 -   Lap
              +   Lab
            3     echo: -
      same b.flow

      """
    #expect(await folder.run("accept", folder.path) == ProgramRun(code: 0, text: changes))
    #expect(try folder.read("a.flow") == Self.passing)
  }

  @Test("accept: 1 for complaints, 2 for invalid flows; the other flows are written")
  func acceptRefused() async throws {
    try folder.write("a.flow", "> :open lab\nlab> leave\n")
    try folder.write("c.flow", Self.differing)
    let complaint = "a.flow: not accepted, because this cannot be recorded:\n  !! a timer is still pending"
    let complained = await folder.run("accept", folder.path)
    #expect(complained.code == 1 && complained.errors.contains(complaint))
    #expect(try folder.read("c.flow") == Self.passing)
    try folder.write("b.flow", "hello\n")
    let bad = await folder.run("accept", folder.path)
    #expect(bad.code == 2 && bad.errors.contains("b.flow: line 1, column 1: 'hello' is neither"))
  }

  @Test("accept: 1 for a flow with unknown names, unless --even-errors is given") func acceptMistaken() async throws {
    try folder.write("a.flow", "> :open lab\nlab> pnig\n")
    let refusal = """
      a.flow: not accepted, because this does not exist:
        line 2: there is no command 'pnig' on lab; did you mean 'ping'?
        correct it, or accept it with --even-errors

      """
    #expect(await folder.run("accept", folder.path) == ProgramRun(code: 1, errors: refusal))
    for (arguments, code) in [(["accept", "--even-errors"], 0), (["run"], 0), (["run", "--even-errors"], 2)] {
      #expect(await folder.run(arguments + [folder.path]).code == code, "\(arguments)")
    }
  }

  @Test("the name of a file is printed as text, wherever it is") func names() async throws {
    let name = "a\nok   b\u{1B}[2J\u{202E}.flow", shown = "a\\nok   b\\u{1B}[2J\\u{202E}.flow"
    var all = ""
    func run(_ arguments: String..., code: Int32) async {
      let ran = await folder.run(arguments)
      #expect(ran.code == code, "\(arguments)")
      all += ran.text + ran.errors
    }
    for (text, runCode, acceptCode, checkCode) in [
      (Self.passing, 0, 0, 0), (Self.differing, 1, 0, 0), ("> :open lba\n", 1, 1, 2), ("bad", 2, 2, 2),
    ] as [(String, Int32, Int32, Int32)] {
      try folder.write(name, text)
      await run("run", folder.path, code: runCode)
      await run("check", folder.path, code: checkCode)
      await run("accept", folder.path, code: acceptCode)
    }
    await run("graph", folder.path, code: 2)
    try folder.write(name, Self.passing)
    for report in ["--tap", "--junit"] { await run("run", report, "-", folder.path, code: 0) }
    await run("run", folder.path + "/\(name)/gone", code: 69)
    await run("run", "--tap", folder.path + "/\(name)/t", folder.path, code: 2)
    #expect(!all.contains("\u{1B}") && !all.contains("\u{202E}") && !all.contains("\nok   b"))
    #expect(all.components(separatedBy: shown).count == 18, "\(all)")
  }

  @Test("accept is refused under CI=true, and nothing is written") func acceptUnderCI() async throws {
    try folder.write("a.flow", Self.differing)
    #expect(
      await folder.run("accept", folder.path, machine: ["CI": "true"])
        == ProgramRun(
          code: 2, errors: "small: accept is for people: CI=true, and a build must not approve itself\n"))
    #expect(try folder.read("a.flow") == Self.differing)
    #expect(await folder.run("run", folder.path, machine: ["CI": "true"]).code == 1)
  }
}
