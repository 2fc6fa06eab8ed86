import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct CommandLineProgramTests {
  private let folder: TemporaryFolder
  private let terminal = RecordedTerminal()
  private static let passing = "> :open lab\n  Lab\n  echo: -\n"
  private static let differing = "> :open lab\n  Lap\n  echo: -\n"

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String..., machine: [String: String] = [:]) async -> Int32 {
    await SmallApp.console().main(
      arguments, terminal: terminal.terminal(), machine: machine,
      environment: .fixed(by: VirtualDate(VirtualTimeScheduler())))
  }

  /// The written text, without the path of the folder.
  private var text: String { terminal.text.replacingOccurrences(of: folder.path + "/", with: "") }

  @Test("0: flows that pass, in the order of their names, folders all the way down") func passed() async throws {
    for name in ["b.flow", "a/z.flow", "a/deep/er.flow", "c.FLOW", "a/notes.txt", "Z.flow"] {
      try folder.write(name, Self.passing)
    }
    try folder.write("d.flow/inner.flow", Self.passing)
    #expect(await run("run", folder.path) == 0)
    #expect(
      text == ["Z", "a/deep/er", "a/z", "b", "d.flow/inner"].map { "ok   \($0).flow (1 phase)\n" }.joined()
        + "5 passed, 0 failed\n")
    #expect(terminal.errorText.isEmpty)
  }

  @Test("a folder may be a link to one, or end in a slash") func linkedFolder() async throws {
    try folder.write("real/a.flow", Self.passing)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/real")
    #expect(await run("run", folder.path + "/link", folder.path + "/real/") == 0)
    #expect(text == "ok   link/a.flow (1 phase)\nok   real/a.flow (1 phase)\n2 passed, 0 failed\n")
  }

  @Test("named files run in the given order") func named() async throws {
    try folder.write("b", Self.passing)
    try folder.write("a", Self.passing)
    #expect(await run("run", folder.path + "/b", folder.path + "/a") == 0)
    #expect(text == "ok   b (1 phase)\nok   a (1 phase)\n2 passed, 0 failed\n")
  }

  @Test("1: a difference; the other flows run all the same") func differs() async throws {
    try folder.write("a.flow", Self.differing)
    try folder.write("b.flow", Self.passing)
    #expect(await run("run", folder.path) == 1)
    #expect(text.hasPrefix("FAIL a.flow\n"))
    #expect(text.hasSuffix("ok   b.flow (1 phase)\n1 passed, 1 failed\n"))
  }

  @Test("1: the harness complains") func complains() async throws {
    try folder.write("a.flow", Self.passing + "lab> leave\n")
    #expect(await run("run", folder.path) == 1)
    #expect(
      text.contains(
        "\n  !! a timer is still pending, due in 5s, started at line 4 by 'leave'; cancel\n     it when its screen closes\n"
      ))
  }

  @Test("2: a bad script, even beside a difference", arguments: ["hello", "> \u{0}\n  x\nx", "# nothing"])
  func bad(_ text: String) async throws {
    try folder.write("a.flow", text)
    try folder.write("b.flow", Self.differing)
    #expect(await run("run", folder.path) == 2)
    #expect(self.text.contains("BAD  a.flow"))
    #expect(self.text.hasSuffix("0 passed, 2 failed\n"))
  }

  @Test("2: a file that is not UTF-8") func unreadable() async throws {
    try folder.write("a.flow", [62, 32, 0xFF, 10])
    #expect(await run("run", folder.path) == 2)
    #expect(text.contains("BAD  a.flow:1:3:\n     this is not UTF-8; save the file as UTF-8\n"))
  }

  @Test("2: a command line that cannot be understood") func usage() async {
    #expect(await run("rnu", "a") == 2)
    #expect(
      terminal.errorText
        == "small: there is no command 'rnu'; did you mean run?\nsmall --help says what there is\n")
    #expect(terminal.text.isEmpty)
  }

  @Test("69: no flow found", arguments: ["run", "accept", "explore"]) func none(_ verb: String) async throws {
    try folder.write("notes.txt", "")
    #expect(await run(verb, folder.path) == 69)
    #expect(terminal.errorText == "small: no flow found in \(folder.path); flows end in .flow\n")
  }

  @Test("69: one of the paths does not exist", arguments: ["run", "accept"])
  func missing(_ verb: String) async throws {
    try folder.write("a.flow", Self.differing)
    #expect(await run(verb, folder.path, folder.path + "/gone.flow") == 69)
    #expect(terminal.errorText == "small: no flow found: there is no \(folder.path)/gone.flow\n")
    #expect(terminal.text.isEmpty)
    #expect(try folder.read("a.flow") == Self.differing)
  }

  @Test("explore begins at a screen that is named in place of a flow") func exploredScreen() async {
    #expect(await run("explore", "--walk", "--runs", "2", "todo") == 0)
    #expect(terminal.text.hasPrefix("explored: 2 ways in ") && terminal.text.hasSuffix("\nnothing found\n"), "\(text)")
    #expect(await run("explore", "--runs", "2", "tood") == 69)
    #expect(terminal.errorText.hasSuffix("small: no flow found: there is no tood\n"))
  }

  @Test("--help lists verbs and options") func help() async {
    #expect(await run("--help") == 0)
    #expect(
      terminal.text == """
          small                     a session, typed or piped
          small run PATH…           runs flows and folders of flows, and compares
          small accept PATH…        writes what they give today into them
          small explore PATH…       plays them, or screens, in other orders, with faults and at random; writes what it finds into found
          small check PATH…         reads them against what the screens declare, without running them
          small graph [PATH…]       draws the screens: what may be typed there, where they lead; flows tell of those that need an input
          small draw FLOW           draws a flow as a session in a terminal, an SVG picture for light and dark pages
          small diff OLD NEW PATH…  runs flows in two builds of the app, and shows the screens that differ
          --help                    this
          --data DIR                where data is
          --tap FILE                a TAP report, one case a phase; - is the standard output
          --junit FILE              a JUnit report, one case a phase
          --html FILE               one page for people: sessions, time lines, coverage, differences
          --svg[=FILE]              where the picture goes; --svg alone prints it
          --animated                the picture types the session
          --timeout DUR             how long a flow or a screen may make no progress; 60s if not given
          --jobs N                  how many flows run at a time, or parts of an exploration, each in its own process
          --orders                  in which order answers come
          --faults                  calls that fail, answer late or never
          --walk                    random sessions; all three kinds if none is given
          --runs N                  how many ways are tried, however long it takes
          --seed N                  which random sessions; the same seed and runs find the same
          --minutes M               how long it explores; one minute if neither this nor --runs is given
          --shard I/N               only the I-th of N parts; a CI engine's variables do the same
          --coverage[=N]            what no flow reached; fails below N percent
          --live                    calls that leave the process are made where a flow sets no stub for them
          --trace                   all that has a name on one axis of time
          --trace-json FILE         the same for a viewer of Chrome traces
          --even-errors             also where a flow names a command or a route that does not exist
          --format FORMAT           dot, mermaid or text
          --color[=WHEN]            always, never or auto
        exit codes: 0 passed, 1 a difference, 2 bad script or usage, 69 no flow found, 130 interrupted

        """)
  }

  @Test("accept --html shows each change, before and after, and the reason of each refusal") func acceptedPage()
    async throws
  {
    try folder.write("a.flow", Self.differing)
    try folder.write("b.flow", Self.passing)
    try folder.write("c.flow", "> :open tood\n")
    let page = folder.path + "/p.html"
    #expect(await run("accept", "--html", page, folder.path) == 1)
    let reading = MarkupReading(try folder.read("p.html"))
    #expect(
      reading.problem == nil && reading.all("title").first?.text == "small: accepted: 1 flow, the same: 1, refused: 1")
    #expect(reading.all("th").map(\.text) == ["recorded before", "recorded now"])
    #expect(reading.all("del").map(\.text) == ["−Lap"] && reading.all("ins").map(\.text) == ["+Lab"])
    #expect(
      reading.all("pre", class: "messages").first?.text.contains("not accepted, because this does not exist") == true)
    let shown = terminal.text
    #expect(await run("accept", "--html", "-", folder.path + "/b.flow") == 0)
    #expect(terminal.text.dropFirst(shown.count).hasPrefix("<!DOCTYPE html>"))
    #expect(await run("accept", "--html", folder.path + "/no/p", folder.path + "/b.flow") == 2)
  }

  @Test("check: 2 and each problem with its place, 0 without; nothing is run or written") func check() async throws {
    try folder.write("a.flow", "> :open tood\nlab> pnig\n")
    try folder.write("b.flow", [62, 32, 0xFF])
    #expect(await run("check", folder.path) == 2)
    #expect(
      text == """
        a.flow:1:3: there is no module for 'tood'; did you mean 'todo'?
        a.flow:2:6: there is no command 'pnig' on lab; did you mean 'ping'?
        b.flow:1:3: this is not UTF-8; save the file as UTF-8
        2 flows checked, 3 problems

        """)
    try folder.write("c/a.flow", Self.differing)
    #expect(await run("check", folder.path + "/c") == 0)
    #expect(text.hasSuffix("1 flow checked, 0 problems\n"))
    #expect(await run("check", folder.path + "/gone") == 69)
  }

  @Test("graph draws the app in the format asked for") func graph() async {
    #expect(await run("graph") == 0)
    #expect(terminal.text.hasPrefix("add\n  type name TEXT, due TEXT, save, cancel\nlab\n  type echo TEXT, "))
    #expect(await run("graph", "--format=mermaid") == 0)
    #expect(terminal.text.contains("\ngraph TD\n") && terminal.text.hasSuffix("  s3 --> s0\n"))
  }

  @Test("graph takes the inputs of screens from flows, passing or not, and names screens without one")
  func graphOfFlows() async throws {
    let item = Route<Int, Never>("item")
    let app = ConsoleApp("items", home: "item") { session in
      let module = Module(item) { router, number in
        router.received(ModuleEvent<String>("rename")).start().stored(in: router.alive)
        return Assembly(
          view: ConsoleView(.title(Property(constant: "\(number)")), .field("name", MutableProperty(""))))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    func graph(_ arguments: String...) async -> (code: Int32, text: String, errors: String) {
      let terminal = RecordedTerminal()
      let code = await app.main(
        ["graph"] + arguments, terminal: terminal.terminal(), machine: [:],
        environment: .fixed(by: VirtualDate(VirtualTimeScheduler())))
      return (code, terminal.text, terminal.errorText)
    }
    let alone = await graph()
    #expect(
      alone.text == "item\n  not known until it is opened: 'item' needs the parameter 'value' (Int): item;value=…\n"
    )
    let missing = "items: what may be typed on item is not known without opening it; "
    #expect(alone.errors == missing + "items graph PATH… learns it from flows that do\n")
    let other = try folder.write("a.flow", "> :screen\n")
    #expect(await graph(other.path).errors == missing + "none of these flows does\n")
    let opening = try folder.write("b.flow", "> :open item?value=7\n  8\n")
    #expect(await graph(opening.path) == (0, "item\n  type name TEXT\n  listens to rename\n", ""))
    #expect(
      await graph(opening.path, "--format", "dot").text.contains("[label=\"item\\nname TEXT\\nlistens to rename\"]"))
    #expect(await graph(folder.path + "/gone").code == 69)
    let bad = await graph(try folder.write("c.flow", "bad\n").path)
    #expect(
      bad.code == 2 && bad.text == alone.text && bad.errors.hasPrefix("BAD  ") && !bad.errors.contains("not known"))
  }

  @Test("accept rewrites only flows with other output") func accept() async throws {
    try folder.write("a.flow", Self.differing)
    try folder.write("b.flow", Self.passing)
    #expect(await run("accept", folder.path) == 0)
    #expect(
      text
        == "wrote a.flow\n  # (no title)\n      1   > :open lab\n      2 -   Lap\n        +   Lab\n      3     echo: -\nsame b.flow\n"
    )
    #expect(try folder.read("a.flow") == Self.passing)
  }

  @Test("accept: 1 for complaints, 2 for invalid flows; the other flows are written")
  func acceptRefused() async throws {
    try folder.write("a.flow", "> :open lab\nlab> leave\n")
    try folder.write("c.flow", Self.differing)
    #expect(await run("accept", folder.path) == 1)
    #expect(try folder.read("c.flow") == Self.passing)
    #expect(
      terminal.errorText.contains(
        "a.flow: not accepted, because this cannot be recorded:\n  !! a timer is still pending"))
    try folder.write("b.flow", "hello\n")
    #expect(await run("accept", folder.path) == 2)
    #expect(terminal.errorText.contains("b.flow: line 1, column 1: 'hello' is neither"))
  }

  @Test("accept: 1 for a flow with unknown names, unless --even-errors is given") func acceptMistaken() async throws {
    try folder.write("a.flow", "> :open lab\nlab> pnig\n")
    #expect(await run("accept", folder.path) == 1)
    #expect(
      terminal.errorText.replacingOccurrences(of: folder.path + "/", with: "") == """
        a.flow: not accepted, because this does not exist:
          line 2: there is no command 'pnig' on lab; did you mean 'ping'?
          correct it, or accept it with --even-errors

        """)
    #expect(await run("accept", "--even-errors", folder.path) == 0)
    #expect(await run("run", folder.path) == 0)
    #expect(await run("run", "--even-errors", folder.path) == 2)
  }

  @Test("the name of a file is printed as text, wherever it is") func names() async throws {
    let name = "a\nok   b\u{1B}[2J\u{202E}.flow", shown = "a\\nok   b\\u{1B}[2J\\u{202E}.flow"
    try folder.write(name, Self.passing)
    #expect(await run("run", "--tap", "-", folder.path) == 0)
    #expect(await run("run", "--junit", "-", folder.path) == 0)
    for verb in ["run", "accept"] { #expect(await run(verb, folder.path) == 0) }
    try folder.write(name, Self.differing)
    #expect(await run("run", folder.path) == 1)
    #expect(await run("accept", folder.path) == 0)
    try folder.write(name, "> :open lba\n")
    for verb in ["run", "accept", "check"] { #expect(await run(verb, folder.path) > 0) }
    try folder.write(name, "bad")
    for verb in ["run", "accept", "check"] { #expect(await run(verb, folder.path) > 0) }
    #expect(await run("graph", folder.path) == 2)
    #expect(await run("run", folder.path + "/\(name)/gone") == 69)
    #expect(await run("run", "--tap", folder.path + "/\(name)/t", folder.path) == 2)
    let all = terminal.text + terminal.errorText
    #expect(!all.contains("\u{1B}") && !all.contains("\u{202E}") && !all.contains("\nok   b"))
    #expect(all.components(separatedBy: shown).count == 18, "\(all)")
  }

  @Test("accept is refused under CI=true, and nothing is written") func acceptUnderCI() async throws {
    try folder.write("a.flow", Self.differing)
    #expect(await run("accept", folder.path, machine: ["CI": "true"]) == 2)
    #expect(
      terminal.errorText == "small: accept is for people: CI=true, and a build must not approve itself\n")
    #expect(try folder.read("a.flow") == Self.differing)
    #expect(await run("run", folder.path, machine: ["CI": "true"]) == 1)
  }
}
