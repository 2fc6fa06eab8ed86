import BuiltPackage
import Fixtures
import Foundation
import Testing

@testable import REPL

/// `diff OLD NEW` with two programs built from the same source; the options of one make it behave as another build.
@Suite struct BuildDifferenceTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Compares the program without options to the program with these options. The path of the folder is left out.
  private func diff(_ options: String, _ paths: String...) async throws -> ProgramRun {
    let new = try program("exec '\(Program.victim.path)' \"$@\" \(options)")
    return try await run([Program.victim.path, new] + (paths.isEmpty ? [folder.path + "/flows"] : paths))
  }

  private func run(_ arguments: [String]) async throws -> ProgramRun {
    let ran = try await Program.runVictim(["diff"] + arguments, in: folder)
    return ProgramRun(code: ran.code, text: ran.text.replacing("\(folder.path)/", with: ""))
  }

  /// A program that consists of one line.
  private func program(_ line: String) throws -> String {
    let file = try folder.write("new build", "#!/bin/sh\n\(line)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file.path
  }

  private func write(_ flows: KeyValuePairs<String, String>) throws {
    for (name, text) in flows { try folder.write("flows/\(name).flow", text) }
  }

  @Test("0: no screen differs; the recorded output of the flows makes no difference") func same() async throws {
    try write(["a": "> :open home\n  Something else\nhome> fine\n"])
    #expect(try await diff("") == ProgramRun(code: 0, text: "1 flow: no screen differs\n"))
  }

  @Test("2: a flow with the same mistake in both builds compares nothing") func mistaken() async throws {
    try write(["a": "> :open hmoe\nhome> fine\n"])
    let mistake =
      "line 1: there is no module for 'hmoe'; did you mean 'home'? and 1 more problem, which may follow from it"
    let ran = try await diff("")
    #expect(ran.code == 2)
    #expect(folder.shown(ran.text) == "BAD flows/a.flow: \(mistake) 1 flow: no screen differs ")
  }

  @Test("1: each change is shown once, with its command, and then where; what changes nothing is left out")
  func differs() async throws {
    try write([
      "a": "# T\n> :open last\nlast> :open home\n\nhome> password secret\n", "b": "> :open last\n",
      "c": "> :open home\n",
    ])
    let shown = """
      DIFF 2 places in 2 flows
            3   > :open home
              -   Home
              +   Start
        flows/a.flow:3
        flows/c.flow:1
      3 flows: 2 screens differ in 2

      """
    #expect(try await diff("--title=Start") == ProgramRun(code: 1, text: shown))
  }

  @Test("a page shows the screens side by side, under the names of the two programs") func page() async throws {
    try write(["a": "> :open home\n", "b": "> :open last\n"])
    let ran = try await diff("--title=Start", folder.path + "/flows", "--html", folder.path + "/p.html")
    let reading = MarkupReading(try folder.read("p.html"))
    #expect(ran.code == 1, "\(ran.text)")
    #expect(reading.problem == nil, "\(ran.text)")
    func texts(_ name: String) -> [String] { reading.all(name).map { $0.text.replacing("\(folder.path)/", with: "") } }
    // The first difference is also at the top.
    func twice(_ texts: [String]) -> [String] { texts + texts }
    #expect(
      ["title", "th", "tr", "summary"].map(texts) == [
        ["victim: 2 flows: 1 screen differs in 1"], twice([Program.victim.path, "new build"]),
        twice([Program.victim.path + "new build", "home>home>", "−Home+Start", "password: -password: -"]),
        ["flows/a.flow ✗ differs", "flows/b.flow ✓ same"],
      ])
  }

  @Test("if the final screens are equal, the printed lines are compared") func onTheWay() async throws {
    try write(["a": "> :open home\nhome> wait\nhome> :advance 1s\nhome> :quit\n"])
    let shown = """
      DIFF 1 place in 1 flow
            3   > :advance 1s
              -   +100ms
              +   +200ms
        flows/a.flow:3
      1 flow: 1 screen differs

      """
    #expect(try await diff("--delay=200") == ProgramRun(code: 1, text: shown))
  }

  @Test("alerts and complaints count as part of the screen, also at the end") func said() async throws {
    try write([
      "a": "> :open bad\n", "b": "> :open home\nhome> wait\n", "always": "> :never shows \"Start\"\n",
    ])
    let ran = try await diff("--bad=fine --delay=90 --title=Start")
    let missing = ran.text.missing(
      "  -   ! there is no module for 'bad'", "+   !! the promise :never shows \"Start\"", "     2   > (the end)\n",
      "due in 90ms")
    #expect(ran.code == 1, "\(ran.text)")
    #expect(missing == [], "\(ran.text)")
  }

  @Test(
    "a flow that ends or hangs one of the programs differs; the others are still compared",
    arguments: [("crash", "the program crashed while"), ("leave", "the program ended while")])
  func stopped(_ bad: String, _ words: String) async throws {
    try write(["a": "> :open bad\n", "b": "> :open home\nhome> crash\n", "c": "> :open last\n"])
    let ran = try await diff("--bad=\(bad)"), text = ran.text
    #expect(ran.code == 1, "\(text)")
    #expect(text.hasPrefix("DIFF 1 place in 1 flow\n"), "\(text)")
    #expect(text.contains("\n  flows/a.flow:1\n"), "\(text)")
    #expect(text.replacing(/\s+/, with: " ").contains(words), "\(text)")
    #expect(text.hasSuffix("\n3 flows: 1 screen differs in 1\n"), "\(text)")
  }

  @Test("revisions of git are built in working trees, which are removed, on Ctrl-C as well")
  func revisions() async throws {
    try write(["a": "> :open home\n"])
    // Stands for the compiler: the built program has the title of its revision.
    let swift = try folder.write(
      "bin/swift",
      """
      #!/bin/sh
      cd "$3" || exit
      if [ -n "$6" ]; then echo "$3"; exit; fi
      if [ ! -e title ]; then
        echo "Compiling"; for number in 1 2 3 4 5 6; do echo "a.swift:$number: error: no title"; done; exit 1
      fi
      if [ "$(cat title)" = Slow ]; then echo $$ > "$TMPDIR/slow"; exec sleep 1000; fi
      if [ "$(cat title)" = Mute ]; then printf '#!/bin/sh\n' > "$5"; chmod +x "$5"; exit; fi
      echo '#!/bin/sh' > "$5"
      printf 'exec "%s" "$@" --title=%s\\n' '\(Program.victim.path)' "$(cat title)" >> "$5"
      chmod +x "$5"

      """)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
    let script = """
      set -e
      export PATH="$PWD/bin:$PATH" GIT_CEILING_DIRECTORIES="$PWD/.." TMPDIR="$PWD/trees"
      mkdir trees
      commit() { git add -A title 2>&1; git -c user.name=a -c user.email=a@example.com commit --allow-empty -qm "$1"; }
      git init -q 2>&1
      git -c user.name=a -c user.email=a@example.com commit --allow-empty -qm none
      echo One > title; commit one
      echo Two > title; commit two
      echo Mute > title; commit mute
      echo Slow > title; commit slow
      '\(Program.victim.path)' diff HEAD~3 HEAD~2 flows || echo "exit $?"
      '\(Program.victim.path)' diff HEAD~4 HEAD flows 2>&1 || echo "exit $?"
      '\(Program.victim.path)' diff HEAD~1 HEAD~2 flows 2>&1 || echo "exit $?"
      mkfifo trees/slow
      '\(Program.victim.path)' diff HEAD HEAD~2 flows 2>&1 & diff=$!
      read compiler < trees/slow
      kill -INT $diff
      wait $diff || echo "exit $?"
      kill -0 $compiler 2> /dev/null && echo "it still compiles"
      git worktree list | wc -l
      """
    let ran = try await onOwnThread { [folder] in try ToolRun(["/bin/sh", "-c", script], in: folder.url) }
    let missing = ran.text.missing(
      "      1   > :open home\n        -   One\n        +   Two\n  flows/a.flow:1\n1 flow: 1 screen differs\nexit 1\n",
      "victim: the revision HEAD~4 cannot be built: 'swift build' failed\n  a.swift:1: error: no title\n",
      "  a.swift:5: error: no title\nexit 2\nvictim: HEAD~1 gives no report: ")
    #expect(missing == [], "\(ran.text)")
    #expect(ran.text.hasSuffix("\nexit 2\nexit 130\n1\n"), "\(ran.text)")
  }

  @Test("2: a command line that cannot be understood, a program that cannot run flows, or a file that is not a flow")
  func usage() async throws {
    try write(["a": "> :open home\n"])
    let flows = folder.path + "/flows", victim = Program.victim.path
    let few =
      "victim: diff needs two programs, the old and the new, and the path of a flow or a folder of flows\n"
      + "victim --help lists commands and options\n"
    let silent =
      "victim: /usr/bin/true gives no report: the program ended before the first command, with exit code 0; name an app "
      + "that is built with this library\n"
    let refused: KeyValuePairs<[String], String> = [
      [victim, victim]: few,
      [victim, folder.path + "/gone", flows]:
        "victim: there is no program gone, and no such revision of git; name one of them\n",
      ["/usr/bin/true", victim, flows]: silent,
    ]
    var runs: [ProgramRun] = []
    for (arguments, _) in refused { runs.append(try await run(arguments)) }
    #expect(runs == refused.map { ProgramRun(code: 2, text: $1) })
    // A folder is no program, and no folder is no flow.
    let codes = [
      try await run([victim, flows, flows]).code, try await run([victim, victim, folder.path + "/none"]).code,
    ]
    #expect(codes == [2, 69])
    try folder.write("flows/b.flow", "what\n")
    try folder.write("flows/c.flow", "# Nothing yet\n")
    let bad = try await diff("--title=Start")
    let missing = bad.text.missing(
      "\n  flows/a.flow:1\n", "flows/b.flow:1:1:\n     'what' is neither",
      "flows/c.flow:\n     there is no command in it; write one, such as > :open home\n",
      "\n3 flows: 1 screen differs in 1\n")
    #expect(bad.code == 2)
    #expect(missing == [])
  }
}
