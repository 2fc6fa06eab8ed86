import BuiltPackage
import Fixtures
import Foundation
import Testing

@testable import REPL

/// `diff OLD NEW` with two programs built from the same source; the options of one make it behave as another build.
@Suite struct BuildDifferenceTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Compares the program without options to the program with these options.
  private func diff(_ options: String, _ paths: String...) async throws -> ToolRun {
    let new = try program("exec '\(Program.victim.path)' \"$@\" \(options)")
    return try await run(
      ["diff", Program.victim.path, new] + (paths.isEmpty ? [folder.path + "/flows"] : paths))
  }

  private func run(_ arguments: [String]) async throws -> ToolRun {
    try await onOwnThread { [folder] in
      try ToolRun([Program.victim.path] + arguments, in: folder.url, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }
  }

  /// A program that consists of one line.
  private func program(_ line: String) throws -> String {
    let file = try folder.write("new build", "#!/bin/sh\n\(line)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file.path
  }

  private func shown(_ ran: ToolRun) -> String { ran.text.replacing("\(folder.path)/", with: "") }

  @Test("0: no screen differs; the recorded output of the flows makes no difference") func same() async throws {
    try folder.write("flows/a.flow", "> :open home\n  Something else\nhome> fine\n")
    let ran = try await diff("")
    #expect(ran.code == 0)
    #expect(shown(ran) == "1 flow: no screen differs\n")
  }

  @Test("1: only the screens that differ are shown, with file, line and command, the same difference in full once")
  func differs() async throws {
    try folder.write("flows/a.flow", "# T\n> :open last\nlast> :open home\n\nhome> password secret\n")
    try folder.write("flows/b.flow", "> :open last\n")
    try folder.write("flows/c.flow", "> :open home\n")
    let ran = try await diff("--title=Start")
    #expect(ran.code == 1)
    #expect(
      shown(ran) == """
        DIFF flows/a.flow
              3   > :open home
                    home>
                -   Home
                +   Start
                    password: -
              5   > password secret
                    (the same 2 lines differ again)
        DIFF flows/c.flow
              1   > :open home
                    (the same 2 lines differ again)
        3 flows: 3 screens differ in 2

        """)
  }

  @Test("a page shows the screens side by side, under the names of the two programs") func page() async throws {
    try folder.write("flows/a.flow", "> :open home\n")
    try folder.write("flows/b.flow", "> :open last\n")
    let ran = try await diff("--title=Start", folder.path + "/flows", "--html", folder.path + "/p.html")
    #expect(ran.code == 1, "\(ran.text)")
    let reading = MarkupReading(try folder.read("p.html"))
    #expect(reading.problem == nil && reading.all("title").first?.text == "victim: 2 flows: 1 screen differs in 1")
    #expect(reading.all("th").map(\.text) == [Program.victim.path, folder.path + "/new build"])
    #expect(reading.all("tr").map(\.text).dropFirst() == ["home>home>", "−Home+Start", "password: -password: -"])
    #expect(
      reading.all("summary").map { $0.text.replacing("\(folder.path)/", with: "") } == [
        "flows/a.flow ✗ differs", "flows/b.flow ✓ same",
      ])
  }

  @Test("if the final screens are equal, the printed lines are compared") func onTheWay()
    async throws
  {
    try folder.write("flows/a.flow", "> :open home\nhome> wait\nhome> :advance 1s\nhome> :quit\n")
    let ran = try await diff("--delay=200")
    #expect(ran.code == 1)
    #expect(
      shown(ran) == """
        DIFF flows/a.flow
              3   > :advance 1s
                -   +100ms
                +   +200ms
                    waited
                    password: -
        1 flow: 1 screen differs

        """)
  }

  @Test("alerts and complaints count as part of the screen, also at the end") func said() async throws {
    try folder.write("flows/a.flow", "> :open bad\n")
    try folder.write("flows/b.flow", "> :open home\nhome> wait\n")
    try folder.write("flows/always.flow", "> :never shows \"Start\"\n")
    let ran = try await diff("--bad=fine --delay=90 --title=Start")
    #expect(ran.code == 1)
    #expect(shown(ran).contains("  -   ! there is no module for 'bad'"))
    #expect(shown(ran).contains("+   !! the promise :never shows \"Start\""))
    #expect(shown(ran).contains("     2   > (the end)\n") && shown(ran).contains("due in 90ms"))
  }

  @Test("a flow that ends or holds up one of the programs differs; the others are compared all the same")
  func stopped() async throws {
    try folder.write("flows/a.flow", "> :open bad\n")
    try folder.write("flows/b.flow", "> :open home\nhome> crash\n")
    try folder.write("flows/c.flow", "> :open last\n")
    for (bad, words) in [("crash", "the program crashed while"), ("leave", "the program ended while")] {
      let ran = try await diff("--bad=\(bad)")
      #expect(ran.code == 1)
      #expect(shown(ran).hasPrefix("DIFF flows/a.flow\n") && ran.text.replacing(/\s+/, with: " ").contains(words))
      #expect(shown(ran).hasSuffix("\n3 flows: 1 screen differs in 1\n"))
    }
  }

  @Test("2: a command line that cannot be understood, a program that runs no flow, a file that is none") func usage()
    async throws
  {
    try folder.write("flows/a.flow", "> :open home\n")
    let flows = folder.path + "/flows", victim = Program.victim.path
    let few = "victim: diff needs two programs, the old and the new, and the path of a flow or a folder of flows\n"
    for paths in [[], [victim], [victim, victim]] {
      let ran = try await run(["diff"] + paths)
      #expect(ran.code == 2 && ran.text.hasPrefix(few))
    }
    let missing = try await run(["diff", victim, folder.path + "/gone", flows])
    #expect(missing.code == 2 && shown(missing) == "victim: there is no program gone\n")
    let silent = try await run(["diff", "/bin/true", victim, flows])
    #expect(
      silent.code == 2
        && silent.text
          == "victim: /bin/true gives no transcript: the program ended before the first command, with exit "
          + "code 0; name an app that is built with this library\n"
    )
    let unstarted = try await run(["diff", victim, try program("").replacing("new build", with: "flows"), flows])
    #expect(unstarted.code == 2, "\(unstarted.text)")
    try folder.write("flows/b.flow", "what\n")
    let bad = try await diff("--title=Start")
    #expect(bad.code == 2 && shown(bad).contains("victim: flows/b.flow: line 1, column 1: 'what' is neither"))
    #expect(shown(bad).hasPrefix("DIFF flows/a.flow\n") && shown(bad).hasSuffix("2 flows: 1 screen differs in 1\n"))
    #expect(try await run(["diff", victim, victim, folder.path + "/none"]).code == 69)
  }
}
