import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct AlwaysFileTests {
  private let folder: TemporaryFolder
  private let terminal = RecordedTerminal()
  private static let passing = "> :open lab\n  Lab\n  echo: -\n"

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) async -> Int32 {
    await SmallApp.console().main(
      arguments, terminal: terminal.terminal(), machine: [:],
      environment: .fixed(by: VirtualDate(VirtualTimeScheduler())))
  }

  /// The output, without the path of the folder.
  private var text: String {
    (terminal.text + terminal.errorText).replacingOccurrences(of: folder.path + "/", with: "")
  }

  @Test("promises hold for the flows of their folder and of those below, the outermost first")
  func folders() async throws {
    try folder.write("always.flow", "# What every screen keeps.\n\n> :never open lab\n")
    try folder.write("a/always.flow", "> :always at todo\n")
    let file = try folder.write("a/b/c.flow", Self.passing)
    try folder.write("other.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n")
    #expect(
      try AlwaysFile.promises(for: file).map(\.place) == [
        "\(folder.path)/always.flow:3", "\(folder.path)/a/always.flow:1",
      ])
    #expect(await run("run", folder.path) == 1)
    #expect(text.contains("ok   other.flow (1 phase)\n") && text.hasSuffix("1 passed, 1 failed\n"))
    #expect(await run("accept", file.path) == 1)
    #expect(
      text.hasSuffix(
        """
        a/b/c.flow: not accepted, because this cannot be recorded:
          !! the promise :never open lab (always.flow:3) is broken: lab is open at lab
          !! the promise :always at todo (a/always.flow:1) is broken: the screen is lab

        """))
  }

  @Test("a file of promises is not run, neither with its folder nor alone") func notRun() async throws {
    let file = try folder.write("always.flow", "> :never open lab\n")
    #expect(await run("run", folder.path) == 69)
    try folder.write("b.flow", "> :open todo\n  VIPER TODO\n  (no upcoming items)\n")
    #expect(await run("run", folder.path) == 0)
    #expect(ConsoleApp.flows(in: folder.path).map(\.lastPathComponent) == ["b.flow"])
    for verb in ["run", "accept"] { #expect(await run(verb, file.path) == 2) }
    #expect(text.components(separatedBy: "it has promises for the flows in its folder").count == 3)
    #expect(try folder.read("always.flow") == "> :never open lab\n")
  }

  @Test("the '>' is optional; a byte order mark, blanks and titles are ignored") func lines() throws {
    let promises = try AlwaysFile.promises(
      "\u{FEFF}:never busy\r\n\n  \n# A title\n> :always at todo\n>  :within 5s busy\n")
    #expect(promises.map(\.line) == [1, 5, 6])
    #expect(promises.map(\.promise.text) == [":never busy", ":always at todo", ":within 5s busy"])
  }

  @Test(
    "a line that is not a promise is an error with its place",
    arguments: [
      (
        "> :open todo\n",
        "1:1: always.flow has promises only, one a line: :always, :never or :within; write the rest in a flow"
      ),
      ("# T\ntodo> add\n", "2:1: always.flow has promises only, one a line: "),
      (":never busy\n  output\n", "2:1: always.flow has promises only, one a line: "),
      ("> :alwas busy\n", "1:3: there is no ':alwas'; did you mean ':always'?"),
      (":alwas busy\n", "1:1: there is no ':alwas'; did you mean ':always'?"),
      ("> :never bsy\n", "1:10: there is no condition 'bsy'; did you mean 'busy'?"),
      (":never bsy\n", "1:8: there is no condition 'bsy'; did you mean 'busy'?"),
    ])
  func wrong(_ written: String, _ problem: String) async throws {
    try folder.write("always.flow", written)
    try folder.write("b.flow", Self.passing)
    #expect(await run("run", folder.path) == 2)
    #expect(await run("accept", folder.path) == 2)
    #expect(await run("check", folder.path) == 2)
    #expect(text.contains("\nalways.flow:\(problem)"))
    let flat = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    #expect(flat.components(separatedBy: "always.flow:\(problem)").count == 5)
  }

  @Test("accept refuses a flow that breaks a promise, and accepts one that keeps all") func accept() async throws {
    try folder.write("always.flow", "> :never shows \"nil\"\n")
    try folder.write("a.flow", "> :open lab\nlab> echo nil\n")
    try folder.write("b.flow", "> :open lab\n")
    #expect(await run("accept", folder.path) == 1)
    #expect(
      text.contains("a.flow: not accepted, because this cannot be recorded:\n  !! the promise :never shows \"nil\" ("))
    #expect(try folder.read("a.flow") == "> :open lab\nlab> echo nil\n")
    #expect(try folder.read("b.flow") == Self.passing)
  }

  @Test("check reports screens and commands that do not exist, in either file") func check() async throws {
    let wrong = [":always offers sav", ":never at tood", ":always busy unless open todo or at todo/ad"]
    try folder.write("always.flow", wrong.joined(separator: "\n"))
    try folder.write("b.flow", "> :never offers pnig\n> :open lab\n")
    #expect(await run("check", folder.path) == 2)
    #expect(
      text == """
        always.flow:1:1: no screen offers 'sav'; did you mean 'save'?
        always.flow:2:1: there is no screen 'tood'; did you mean 'todo'?
        always.flow:3:1: there is no screen 'ad'; did you mean 'add'?
        b.flow:1:3: no screen offers 'pnig'; did you mean 'ping'?
        2 flows checked, 4 problems

        """)
    try folder.write("always.flow", ":always offers save unless at lab or open todo\n")
    try folder.write("b.flow", "> :never offers bogus\n  ! on purpose\n> :open lab\n")
    #expect(await run("check", folder.path) == 0)
  }

  @Test("the commands of a screen with an input are learnt from the flow; without one there is no complaint")
  func inputs() async {
    let module = Module(Route<Int, Never>("page")) { _, _ in
      Assembly(view: ConsoleView(.button("turn", Command<Void, Void, Never> { .empty })))
    }
    let app = ConsoleApp("pages", home: "page") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    func problems(_ text: String) async -> [String] { await FlowCheck(app).problems(text).map(\.text) }
    #expect(await problems("> :always offers turn\n> :open page;value=1\n") == [])
    #expect(
      await problems("> :always offers trun\n> :open page;value=1\n") == [
        "no screen offers 'trun'; did you mean 'turn'?"
      ])
    #expect(await problems("> :always offers trun\n> :tree\n") == [])
  }
}
