import Fixtures
import Foundation
import Signals
import Testing

@testable import REPL
@testable import REPLTools

@MainActor @Suite struct FlowAcceptanceTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Accepts the file `a.flow`, with all mistakes in it or without; returns the first printed line.
  private func accept(evenErrors: Bool = false) async throws -> String? {
    let acceptance = FlowAcceptance(runner: FlowRunner(SmallApp.console()), evenErrors: evenErrors)
    return try await acceptance.accept(folder.file("a.flow")).lines.first?.text.replacing(folder.path, with: "")
  }

  /// Expects a flow to be refused with these reasons, and to stay as it is.
  private func refuses(_ text: String, _ reasons: [String], by app: ConsoleApp = SmallApp.console()) async throws {
    let file = try folder.write("a.flow", text)
    let error = await #expect(throws: (any Error).self) {
      try await FlowAcceptance(runner: FlowRunner(app)).accept(file)
    }
    let said = (error as? FlowRefusal).map { [$0.reason] + $0.details } ?? error.map { ["\($0)"] }
    #expect(said == reasons)
    #expect(try folder.read("a.flow") == text)
  }

  private nonisolated static let replacedRows: [String] = [
    FlowRunnerTests.example.replacing(/(?m)^  .*\n/, with: ""),
    FlowRunnerTests.example.replacing("  (no upcoming items)\n", with: "")
      .replacing("  due: 2014-05-22\n", with: "  a\n\n  b\n"),
    FlowRunnerTests.example.replacing("todo/add>", with: ">"),
    FlowRunnerTests.example.replacing("todo/add>", with: "todo>"),
  ]

  @Test(
    "outputs and prompts that are missing or wrong are replaced, and the accepted flow passes",
    arguments: replacedRows)
  func replaced(_ text: String) async throws {
    let file = try folder.write("a.flow", text)
    #expect(try await accept() == "wrote /a.flow")
    #expect(try folder.read("a.flow") == FlowRunnerTests.example)
    #expect(await FlowRunner(SmallApp.console()).run(file).passed)
  }

  private nonisolated static let everything = """

    #   One  \t
    >\u{20}

    >

    ##Two\u{2028}still two
    > :open todo

      VIPER TODO
      (no upcoming items)


    todo> add\u{20}\u{20}
      old
    \u{20}\t
    # Three

    -- f.json --
      {"a": "\r", \u{85}
    > add\r
    -- g --
    """

  private nonisolated static let texts: [String: String] = [
    everything: everything.replacing("  old", with: "  Add\n  name: -\n  due: 2001-01-01"),
    "> :open todo\r\n  x\n\r\ntodo> add\n\ntodo/add> cancel":
      "> :open todo\r\n  VIPER TODO\r\n  (no upcoming items)\r\n\r\ntodo> add\n  Add\n  name: -\n  due: 2001-01-01\n\n"
      + "todo/add> cancel\n  VIPER TODO\n  (no upcoming items)",
    "> :open todo\r\n": "> :open todo\r\n  VIPER TODO\r\n  (no upcoming items)\r\n",
    "> :open lab\n  Lab\n  echo: -\nlab> x\n  y":
      "> :open lab\n  Lab\n  echo: -\nlab> x\n  ! there is no command 'x' on lab; help lists the commands",
    "> \n  gone": "> ", "\u{FEFF}todo> :open lab\n": "\u{FEFF}> :open lab\n  Lab\n  echo: -\n",
  ]

  @Test(
    "all other bytes stay, line ends and a byte order mark too; a new line ends as its command does", arguments: texts)
  func otherBytes(_ text: String, _ accepted: String) async throws {
    try folder.write("a.flow", text)
    _ = try await accept(evenErrors: true)
    let written = try folder.read("a.flow")
    #expect(written.utf8.elementsEqual(accepted.utf8), "\(written)")
  }

  @Test("changes are printed as a difference of each changed phase") func difference() async throws {
    let text = "# Same\n> :open lab\n  Lab\n  echo: -\n# New\nlab> echo a\n  echo: b\nlab> echo c\n"
    let file = try folder.write("a.flow", text)
    let lines = try await FlowAcceptance(runner: FlowRunner(SmallApp.console())).accept(file).lines
    #expect(
      lines == [
        StyledLine("wrote \(file.relativePath)"), StyledLine("  # New"), StyledLine("      6   lab> echo a"),
        StyledLine("      7 -   echo: b", .removed), StyledLine("        +   echo: a", .added),
        StyledLine("      8   lab> echo c"), StyledLine("        +   echo: c", .added),
      ])
  }

  private nonisolated static let noCommand = ["there is no command in it; write one, such as > :open todo"]

  private nonisolated static let refusals: [String: [String]] = [
    "> :open lab\nlab> leave\n":
      [
        "this cannot be recorded",
        "!! a timer is still pending, due in 5s, started at line 2 by 'leave'; cancel it when its screen closes",
      ],
    "> :quit\n> :open lab\n": ["this cannot be recorded", "!! this comes after the end of the session"], "": noCommand,
    "# A\n": noCommand, "-- a.json --\n1\n": noCommand,
    "> :open todo\n<<<<<<< HEAD\n  a\n=======\n  b\n>>>>>>> main\n":
      ["line 2, column 1: this line is left from a merge conflict; resolve the conflict first"],
  ]

  @Test(
    "a flow with complaints, without commands or with a merge conflict is refused, and not changed", arguments: refusals
  )
  func refused(_ text: String, _ reasons: [String]) async throws { try await refuses(text, reasons) }

  @Test("a flow whose output differs from run to run is not accepted") func unsteady() async throws {
    let count = MutableProperty(0)
    let app = ConsoleApp("unsteady") { _, _ in
      count.value += 1
      return ConsoleView(.title("run \(count.value)"))
    }
    let detail =
      "that of ':open home' first; take time and ids from the session's environment, seed random numbers, "
      + "and stub real calls"
    try await refuses("> :open home\n", ["its output differs from run to run", detail], by: app)
  }

  @Test("output that no flow can contain, such as a message of the app in two lines, is refused") func unwritable()
    async throws
  {
    let app = ConsoleApp("talkative") { session, _ in
      session.console.texts.nothingToCancel = "nothing\nat all"
      return ConsoleView()
    }
    let reason =
      "line 4, column 1: 'at all)' is neither a phase (#), a command (screen> …), output (two blanks in front) "
      + "nor a data file (-- name --)"
    try await refuses("> :open home\n> :cancel\n", ["this output cannot be written in a flow", reason], by: app)
  }

  @Test("the first mistake is printed; what may follow from it is counted") func following() async throws {
    let flow = "> :stub lab.ping -> 1\n> :open lba\nlab> ping\nlab> tick\n"
    let advice = "correct it, or accept it with --even-errors"
    try await refuses(
      flow,
      [
        "it has mistakes", "line 2: there is no module for 'lba'; did you mean 'lab'?",
        "and 3 more problems, which may follow from it", advice,
      ])
    let said = await FlowRunner(SmallApp.console()).run(folder.file("a.flow")).text.replacing("\n    ", with: " ")
    #expect(
      said.hasSuffix(
        "correct line 2: there is no module for 'lba'; did you mean 'lab'? and 3 more problems, which may follow from it"
      ), "\(said)")
    #expect(!said.contains("tick"), "\(said)")
  }

  private nonisolated static let mistakenRows: [(String, String)] = [
    ("> :open todo\ntodo> ad\n", "line 2: there is no command 'ad' on todo; did you mean 'add'?"),
    ("> :open tood\n", "line 1: there is no module for 'tood'; did you mean 'todo'?"),
    ("> :open lab?value=1\n", "line 1: lab takes no input; leave it out"),
    ("> add\n", "line 1: there is no command 'add' while nothing is open; help lists the commands"),
    ("> :open lab\nlab> :event sya \"x\"\n", "line 2: no open module listens to 'sya'; did you mean 'say'?"),
    ("> :open lab\nlab> :back 5\n", "line 2: only 1 command can be taken back"),
  ]

  @Test(
    "a mistake is refused with its reason, unless by --even-errors or if already recorded",
    arguments: mistakenRows)
  func mistaken(_ text: String, _ reason: String) async throws {
    try await refuses(text, ["it has mistakes", reason, "correct it, or accept it with --even-errors"])
    // A run does not suggest to accept it.
    let said = await FlowRunner(SmallApp.console()).run(folder.file("a.flow")).text
    #expect(
      said.replacing("\n    ", with: " ").hasSuffix("\n  mistakes are not accepted; correct \(reason)"), "\(said)")
    #expect(try await [accept(evenErrors: true), accept()] == ["wrote /a.flow", "same /a.flow"])
  }
}
