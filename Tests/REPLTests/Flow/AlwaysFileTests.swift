import Fixtures
import Foundation
import Testing

@testable import REPL

@MainActor @Suite struct AlwaysFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("promises hold for the flows of their folder and of those below, the outermost first; others are accepted")
  func folders() async throws {
    try folder.write("always.flow", "# What every screen keeps.\n\n> :never open lab\n")
    try folder.write("a/always.flow", "> :always at todo\n")
    try folder.write("a/b/c.flow", "> :open lab\n  Lab\n")
    try folder.write("d.flow", "> :open todo\n")
    let refusal = """
      a/b/c.flow: not accepted, because this cannot be recorded:
        !! the promise :never open lab (always.flow:3) is broken: lab is open at lab
        !! the promise :always at todo (a/always.flow:1) is broken: the screen is lab

      """
    let accepted = await folder.run("accept", folder.path), ran = await folder.run("run", folder.path)
    #expect(accepted.code == 1 && accepted.errors == refusal)
    let texts = try ["a/b/c.flow", "d.flow"].map(folder.read)
    #expect(texts == ["> :open lab\n  Lab\n", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n"])
    #expect(ran.code == 1 && ran.text.missing("ok   d.flow (1 phase)\n", "1 passed, 1 failed\n") == [], "\(ran)")
  }

  @Test("a file of promises is not run, neither with its folder nor alone") func notRun() async throws {
    let file = try folder.write("always.flow", "> :never open lab\n"), alone = await folder.run("run", folder.path)
    try folder.write("b.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n")
    #expect(await [alone.code, folder.run("run", folder.path).code] == [69, 0])
    #expect(ConsoleApp.flows(in: folder.path).map(\.lastPathComponent) == ["b.flow"])
    for verb in ["run", "accept"] {
      let ran = await folder.run(verb, file.path), said = ran.text + ran.errors
      #expect(ran.code == 2 && said.contains("it has promises for the flows in its folder"), "\(ran)")
    }
  }

  @Test("the '>' is optional; a byte order mark, blanks and titles are ignored") func lines() {
    let (promises, mistakes) = AlwaysFile.read(
      "\u{FEFF}:never busy\r\n\n  \n# A title\n> :always at todo\n>  :within 5s busy\n")
    #expect(
      promises.map { "\($0.line) \($0.promise.text)" } == ["1 :never busy", "5 :always at todo", "6 :within 5s busy"])
    #expect(mistakes == [])
  }

  @Test(
    "a line that is not a promise is an error with its place",
    arguments: [
      "> :open todo\n":
        "1:1: always.flow has promises only, one a line: :always, :never or :within; write the rest in a flow",
      "# T\ntodo> add\n": "2:1: always.flow has promises only, one a line: ",
      ":never busy\n  output\n": "2:1: always.flow has promises only, one a line: ",
      "> :alwas busy\n": "1:3: there is no ':alwas'; did you mean ':always'?",
      ":alwas busy\n": "1:1: there is no ':alwas'; did you mean ':always'?",
      "> :never bsy\n": "1:10: there is no condition 'bsy'; did you mean 'busy'?",
      ":never bsy\n": "1:8: there is no condition 'bsy'; did you mean 'busy'?",
    ])
  func wrong(_ written: String, _ problem: String) async throws {
    try folder.write("always.flow", written)
    try folder.write("b.flow", "> :open lab\n")
    for verb in ["run", "accept", "check"] {
      let ran = await folder.run(verb, folder.path), said = (ran.text + ran.errors).replacing(/\s+/, with: " ")
      #expect(ran.code == 2 && said.contains("always.flow:\(problem)"), "\(ran)")
    }
  }

  @Test("a link to a missing file is reported") func link() async throws {
    try folder.write("b.flow", "> :open lab\n")
    try FileManager.default.createSymbolicLink(atPath: folder.file("always.flow").path, withDestinationPath: "nowhere")
    for verb in ["run", "accept", "check"] {
      let ran = await folder.run(verb, folder.path), said = (ran.text + ran.errors).replacing(/\s+/, with: " ")
      #expect(ran.code == 2 && said.contains("always.flow:1:1: there is no such file"), "\(ran)")
    }
  }

  @Test("all mistakes are reported, of each file; check reports those of the other lines and of the flow, too")
  func several() async throws {
    try folder.write("always.flow", ":alwas busy\n:never at tood\nadd\n")
    try folder.write("a/always.flow", ":never bsy\n")
    try folder.write("a/b.flow", "> :opne lab\ntodo> ad\n")
    try folder.write("a/c.flow", "> :open lab\n")
    let promises = ["always.flow:1:1:", "always.flow:3:1:", "a/always.flow:1:8:"]
    for (verb, file, places) in [
      ("run", "a/c.flow", promises), ("accept", "a/c.flow", promises), ("run", "a/b.flow", ["a/b.flow:1:3:"]),
      ("check", "a/b.flow", promises + ["a/b.flow:1:3:", "a/b.flow:2:7:"]),
      ("check", "always.flow", ["always.flow:1:1:", "always.flow:2:1:", "always.flow:3:1:"]),
    ] {
      let ran = await folder.run(verb, folder.path + "/" + file)
      let found = (ran.text + ran.errors).replacing(/\s+/, with: " ").matches(of: /[a-z.\/]+:\d+:\d+:/)
      #expect(ran.code == 2 && found.map { String($0.output) } == places, "\(ran)")
    }
  }

  @Test("check reports a mistake in promises once, for however many flows they hold") func once() async throws {
    for name in ["a", "b/c", "b/d"] { try folder.write("\(name).flow", "> :open lab\n") }
    try folder.write("b/always.flow", ":never busy\n")
    try folder.write("always.flow", ":never bsy\n")
    let problem = "always.flow:1:8: there is no condition 'bsy'; did you mean 'busy'?\n"
    let runs = await folder.runs(["", "/b", "/b/c.flow", "/always.flow"].map { ["check", folder.path + $0] })
    #expect(
      runs.map(\.text) == [
        "\(problem)3 flows and 2 files of promises checked, 1 problem\n",
        "\(problem)2 flows and 1 file of promises checked, 1 problem\n", "\(problem)1 flow checked, 1 problem\n",
        "\(problem)1 file of promises checked, 1 problem\n",
      ])
  }

  @Test("check reports screens and commands that do not exist, in either file") func check() async throws {
    let wrong = [":always offers sav", ":never busy and not at tood", ":always busy unless open todo or at todo/ad"]
    try folder.write("always.flow", wrong.joined(separator: "\n"))
    try folder.write("b.flow", "> :never offers pnig\n> :open lab\n")
    let problems = """
      always.flow:1:1: no screen offers 'sav'; did you mean 'save'?
      always.flow:2:1: there is no screen 'tood'; did you mean 'todo'?
      always.flow:3:1: there is no screen 'ad'; did you mean 'add'?
      b.flow:1:3: no screen offers 'pnig'; did you mean 'ping'?
      1 flow and 1 file of promises checked, 4 problems

      """
    #expect(await folder.run("check", folder.path) == ProgramRun(code: 2, text: problems))
    try folder.write("always.flow", ":always offers save unless at lab or open todo\n")
    try folder.write("b.flow", "> :never offers bogus\n  ! on purpose\n> :open lab\n")
    #expect(await folder.run("check", folder.path).code == 0)
  }
}
