import BuiltPackage
import Fixtures
import Signals
import Testing

@testable import REPL
@testable import REPLTools

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
      "The program crashed while 'crash' ran, by signal", "explored: 16 variations in ",
      "The program ended while 'leave' ran, with exit code 3")
    #expect(run.code == 1, "\(run.text)")
    #expect(missing == [], "\(run.text)")
    let lines = try folder.read("found/crash-crash.flow").split(separator: "\n")
    #expect(lines[0] == "# Found by exploring; run it with --deeds fine,crash,leave.")
    #expect(lines[1].hasPrefix("# Cause: the program crashed while"))
    #expect(lines[2].hasPrefix("# The program crashed while 'crash' ran, by signal"))
    #expect(lines.suffix(2) == ["> :open home", "> crash"])
  }

  @Test("flows that end their process by the same cause are one finding, in the fewest lines; the others are explored")
  func base() async throws {
    try folder.write("a.flow", "> :open home\nhome> fine\nhome> crash\n")
    try folder.write("c.flow", "> :open home\nhome> crash\n")
    try folder.write("b.flow", "> :open home\n  Home\n  password: -\n")
    let run = try await Program.runVictim(
      ["explore", "--faults", "--runs", "1", "a.flow", "b.flow", "c.flow"], in: folder)
    #expect(run.text.missing("The program crashed while 'crash' ran", "1 finding\n") == [], "\(run.text)")
    #expect(try folder.read("found/crash-crash.flow").hasSuffix("> :open home\n> crash\n"))
  }

  @Test("a crash on the data of a flow is found, and shown with the data") func data() async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\n\n-- data.json --\n[7]\n")
    let run = try await Program.runVictim(
      ["explore", "--walk", "--runs", "16", "--deeds", "fine,load", "a.flow"], in: folder)
    #expect(run.code == 1, "\(run.text)")
    #expect(run.text.contains("The program crashed while 'load' ran"), "\(run.text)")
    #expect(try folder.read("found/crash-load.flow").hasSuffix("> :open home\n> load\n\n-- data.json --\n[7]\n"))
  }

  @Test("a session reports its whole trial up to each line") func reports() async {
    var trial = Trial([Trial.Line(text: ":open find", number: 2), .closing])
    (trial.files, trial.hasOtherData) = (["data.json": "[7]"], true)
    let player = TrialPlayer(FindApp.console()), reported = MutableProperty<[Trial?]>([])
    player.progress = { trial in reported.modify { $0.append(trial) } }
    _ = await player.play(trial)
    #expect(reported.value == [trial.with([]), trial.with(trial.lines.prefix(1)), trial, nil])
  }

  private nonisolated static let lives: [(Int, Int32, String)] = [
    (1, 2, " of a.flow' ran, by signal "),
    (2, 1, "; these lines did not repeat it\n"),
  ]

  @Test("a crash that does not happen again is reported", arguments: lives)
  func once(_ lives: Int, _ code: Int32, _ part: String) async throws {
    try folder.write("a.flow", "> :open home\n  Home\n  password: -\n")
    for life in 0..<lives { try folder.write("lives/\(life)", "") }
    let run = try await Program.runVictim(
      ["explore", "--walk", "--runs", "16", "--deeds", "shoot", "--lives", "lives", "a.flow"], in: folder)
    #expect(run.code == code, "\(run.text)")
    #expect(run.text.missing(part, "Fatal error: shot") == [], "\(run.text)")
  }

  @Test("commands that crash at the same place have one cause, and symptoms of their own") func place() {
    let stops = ["crash", "fall"].map { command in
      FlowStop(
        path: "", lines: [Origin(text: command)], problem: "the program crashed while '\(command)' ran",
        place: "a.swift:7")
    }
    #expect(Set(stops.map(\.cause.text)) == ["the program crashed while ran; a.swift:7"])
    #expect(stops.map(\.symptom.text) == ["crash", "fall"].map { "the program crashed while ran; \($0)" })
  }
}
