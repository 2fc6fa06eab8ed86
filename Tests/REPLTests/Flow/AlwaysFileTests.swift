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
    #expect(accepted.code == 1)
    #expect(accepted.errors == refusal)
    let texts = try ["a/b/c.flow", "d.flow"].map(folder.read)
    #expect(texts == ["> :open lab\n  Lab\n", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n"])
    #expect(ran.code == 1, "\(ran)")
    #expect(ran.text.missing("ok   d.flow (1 phase)\n", "1 passed, 1 failed\n") == [], "\(ran)")
  }

  @Test("a file of promises is not run, neither with its folder nor alone") func notRun() async throws {
    let file = try folder.write("always.flow", "> :never open lab\n"), alone = await folder.run("run", folder.path)
    try folder.write("b.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n")
    #expect(await [alone.code, folder.run("run", folder.path).code] == [69, 0])
    #expect(ConsoleApp.flows(in: folder.path).map(\.lastPathComponent) == ["b.flow"])
    for verb in ["run", "accept"] {
      let ran = await folder.run(verb, file.path), said = folder.shown(ran.text + ran.errors)
      let reason = "it has promises for the flows in its folder, and no commands to run; name one of those flows"
      #expect(ran.code == 2, "\(ran)")
      #expect(said.contains(reason), "\(ran)")
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
    for verb in ["run", "accept"] {
      let ran = await folder.run(verb, folder.path), said = (ran.text + ran.errors).replacing(/\s+/, with: " ")
      #expect(ran.code == 2, "\(ran)")
      #expect(said.contains("always.flow:\(problem)"), "\(ran)")
    }
  }

  @Test("a link to a missing file is reported") func link() async throws {
    try folder.write("b.flow", "> :open lab\n")
    try FileManager.default.createSymbolicLink(atPath: folder.file("always.flow").path, withDestinationPath: "nowhere")
    for verb in ["run", "accept"] {
      let ran = await folder.run(verb, folder.path), said = (ran.text + ran.errors).replacing(/\s+/, with: " ")
      #expect(ran.code == 2, "\(ran)")
      #expect(said.contains("always.flow:1:1: there is no such file"), "\(ran)")
    }
  }

  @Test("all mistakes are reported, of each file")
  func several() async throws {
    try folder.write("always.flow", ":alwas busy\n:never at tood\nadd\n")
    try folder.write("a/always.flow", ":never bsy\n")
    try folder.write("a/b.flow", "> :opne lab\ntodo> ad\n")
    try folder.write("a/c.flow", "> :open lab\n")
    let promises = ["always.flow:1:1:", "always.flow:3:1:", "a/always.flow:1:8:"]
    for (verb, file, places) in [
      ("run", "a/c.flow", promises), ("accept", "a/c.flow", promises), ("run", "a/b.flow", ["a/b.flow:1:3:"]),
    ] {
      let ran = await folder.run(verb, folder.path + "/" + file)
      let found = (ran.text + ran.errors).replacing(/\s+/, with: " ").matches(of: /[a-z.\/]+:\d+:\d+:/)
      #expect(ran.code == 2, "\(ran)")
      #expect(found.map { String($0.output) } == places, "\(ran)")
    }
  }

  @Test("a promise about a screen that does not exist is a complaint, in either file") func screens() async throws {
    try folder.write("always.flow", ":never busy and not at tood\n:never shows \"x\" unless at lab or at todo/ad\n")
    try folder.write("b.flow", "> :open lab\n  Lab\n  echo: -\nlab> :never at xyzzy\n")
    let ran = await folder.run("run", folder.path), shown = ran.text.replacing(/\s+/, with: " ")
    let missing = shown.missing(
      "!! the promise :never busy and not at tood (", "names 'tood', which is no screen; did you mean 'todo'?",
      "names 'ad', which is no screen; did you mean 'add'?",
      "!! the promise :never at xyzzy (line 4) names 'xyzzy', which is no screen; name a screen of the app")
    #expect(ran.code == 1)
    #expect(missing == [], "\(shown)")
  }
  @Test("a test's app may be a part of the one that a folder's promises are about") func part() async throws {
    try folder.write("always.flow", ":always offers back unless at shop\n")
    let alone = try folder.write("a.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n")
    let typed = try folder.write("b.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n> :never at shop\n")
    let runs = await [SmallApp.console().run(flow: alone), SmallApp.console().run(flow: typed)].map {
      $0.description.replacing(/\s+/, with: " ")
    }
    #expect(runs[0].contains("is broken: "))
    #expect(!runs[0].contains("names 'shop'"))
    #expect(runs[1].contains("names 'shop', which is no screen"))
  }
}
