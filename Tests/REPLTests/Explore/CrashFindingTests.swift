import BuiltPackage
import Fixtures
import Testing

@testable import REPL

/// Sessions that crash or hang their process.
@MainActor @Suite struct CrashFindingTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a crash is found, and shown by the fewest lines; the exploration goes on", arguments: [1, 2])
  func crash(_ jobs: Int) async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\nhome> fine\n")
    let run = try await Program.runVictim(
      ["explore", "--walk", "--runs", "16", "--jobs", "\(jobs)", "--deeds", "fine,crash,leave", "a.flow"], in: folder)
    let missing = run.text.missing(
      "A promise is broken: the program crashed while 'crash' ran, by signal", "explored: 16 variations in ",
      "the program ended while 'leave' ran, with exit code 3")
    #expect(run.code == 1, "\(run.text)")
    #expect(missing == [], "\(run.text)")
    let lines = try folder.read("found/crash-crash.flow").split(separator: "\n")
    #expect(lines[0] == "# Found by exploring; run it with --deeds fine,crash,leave.")
    #expect(lines[1].hasPrefix("# Cause: the program crashed while"))
    #expect(lines[2].hasPrefix("# A promise is broken: the program crashed while 'crash' ran, by signal"))
    #expect(lines.suffix(2) == ["> :open home", "> crash"])
  }

  @Test("flows that end their process by the same cause are one finding, in the fewest lines; the others are explored")
  func base() async throws {
    try folder.write("a.flow", "> :open home\nhome> fine\nhome> crash\n")
    try folder.write("c.flow", "> :open home\nhome> crash\n")
    try folder.write("b.flow", "> :open home\n  Home\n  password: -\n")
    let run = try await Program.runVictim(
      ["explore", "--faults", "--runs", "1", "a.flow", "b.flow", "c.flow"], in: folder)
    #expect(run.text.missing("the program crashed while 'crash' ran", "1 finding\n") == [], "\(run.text)")
    #expect(try folder.read("found/crash-crash.flow").hasSuffix("> :open home\n> crash\n"))
  }
}
