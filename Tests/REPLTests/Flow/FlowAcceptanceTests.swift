import Fixtures
import Foundation
import Signals
import Testing

@testable import REPL

@MainActor @Suite struct FlowAcceptanceTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The text of the flow after `accept`.
  private func accepted(_ text: String) async throws -> String {
    let file = try folder.write("a.flow", text)
    let lines = try await FlowAcceptance(FlowRunner(SmallApp.console()), evenErrors: true).accept(file).lines
    #expect(lines.first?.text == "wrote \(file.relativePath)")
    return try folder.read("a.flow")
  }

  /// The reason and the details with which a flow is refused; it has to stay as it is.
  private func refusal(_ text: String, by app: ConsoleApp = SmallApp.console()) async throws -> [String] {
    let file = try folder.write("a.flow", text)
    let error = await #expect(throws: FlowRefusal.self) { try await FlowAcceptance(FlowRunner(app)).accept(file) }
    #expect(try folder.read("a.flow") == text)
    return error.map { [$0.reason] + $0.details } ?? []
  }

  @Test(
    "outputs and prompts that are missing or wrong are replaced, and the accepted flow passes",
    arguments: [
      FlowRunnerTests.example.replacing(/(?m)^  .*\n/, with: ""),
      FlowRunnerTests.example.replacing("  (no upcoming items)\n", with: "")
        .replacing("  due: 2014-05-22\n", with: "  a\n\n  b\n"),
      FlowRunnerTests.example.replacing("todo/add>", with: ">"),
      FlowRunnerTests.example.replacing("todo/add>", with: "todo>"),
    ])
  func replaced(_ text: String) async throws {
    #expect(try await accepted(text) == FlowRunnerTests.example)
    #expect(await FlowRunner(SmallApp.console()).run(folder.file("a.flow")).passed)
  }

  @Test("a file whose outputs are as recorded is not written") func same() async throws {
    let file = try folder.write("a.flow", FlowRunnerTests.example)
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    #expect(
      try await FlowAcceptance(FlowRunner(SmallApp.console())).accept(file).lines.map(\.text) == [
        "same \(file.relativePath)"
      ]
    )
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1))
  }

  @Test("bare prompts are filled in, and wrong ones corrected") func prompts() async throws {
    let example = FlowRunnerTests.example
    #expect(try await accepted(example.replacingOccurrences(of: "todo/add>", with: ">")) == example)
    #expect(try await accepted(example.replacingOccurrences(of: "todo/add>", with: "todo>")) == example)
  }

  @Test("all other bytes stay") func everythingElse() async throws {
    let text = """

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
    let after = text.replacingOccurrences(of: "  old", with: "  Add\n  name: -\n  due: 2001-01-01")
    #expect(try await accepted(text).utf8.elementsEqual(after.utf8))
  }

  @Test(
    "line ends and a byte order mark stay, and new lines have the line end of their command",
    arguments: [
      (
        "> :open todo\r\n  x\n\r\ntodo> add\n\ntodo/add> cancel",
        "> :open todo\r\n  VIPER TODO\r\n  (no upcoming items)\r\n\r\ntodo> add\n  Add\n  name: -\n  due: 2001-01-01\n\n"
          + "todo/add> cancel\n  VIPER TODO\n  (no upcoming items)"
      ),
      ("> :open todo\r\n", "> :open todo\r\n  VIPER TODO\r\n  (no upcoming items)\r\n"),
      (
        "> :open lab\n  Lab\n  echo: -\nlab> x\n  y",
        "> :open lab\n  Lab\n  echo: -\nlab> x\n  ! there is no command 'x' on lab; help lists the commands"
      ),
      ("> \n  gone", "> "), ("\u{FEFF}todo> :open lab\n", "\u{FEFF}> :open lab\n  Lab\n  echo: -\n"),
    ])
  func lineEnds(_ text: String, _ accepted: String) async throws {
    #expect(try await self.accepted(text) == accepted)
  }

  @Test(
    "complaints are never recorded, and the file is not changed",
    arguments: [
      (
        "> :open lab\nlab> leave\n",
        "!! a timer is still pending, due in 5s, started at line 2 by 'leave'; cancel it when its screen closes"
      ),
      ("> :quit\n> :open lab\n", "!! this comes after :quit"),
      ("> :now today\n", "!! 'today' is not a date; write one such as 2014-05-21 or 2014-05-21T12:00"),
    ])
  func refused(_ text: String, _ complaint: String) async throws {
    #expect(try await refusal(text) == ["this cannot be recorded", complaint])
  }

  @Test("changes are printed as a difference of each changed phase") func difference() async throws {
    let text = "# Same\n> :open lab\n  Lab\n  echo: -\n# New\nlab> echo a\n  echo: b\nlab> echo c\n"
    let file = try folder.write("a.flow", text)
    let lines = try await FlowAcceptance(FlowRunner(SmallApp.console())).accept(file).lines
    #expect(
      lines.map(\.text) == [
        "wrote \(file.relativePath)", "  # New", "      6   lab> echo a", "      7 -   echo: b", "        +   echo: a",
        "      8   lab> echo c", "        +   echo: c",
      ])
    #expect(lines.map(\.style) == [.plain, .plain, .plain, .removed, .added, .plain, .added])
  }

  @Test(
    "a command, a route or an event that does not exist is refused, unless by --even-errors or if already recorded",
    arguments: [
      ("> :open todo\ntodo> ad\n", "line 2: there is no command 'ad' on todo; did you mean 'add'?"),
      ("> :open tood\n", "line 1: there is no module for 'tood'; did you mean 'todo'?"),
      ("> :open lab?value=1\n", "line 1: lab takes no input; leave it out"),
      ("> add\n", "line 1: there is no command 'add' while nothing is open; help lists the commands"),
      ("> :open lab\nlab> :event sya \"x\"\n", "line 2: no open module listens to 'sya'; did you mean 'say'?"),
    ])
  func mistaken(_ text: String, _ reason: String) async throws {
    #expect(
      try await refusal(text) == ["this does not exist", reason, "correct it, or accept it with --even-errors"])
    // A run does not suggest to accept it.
    let file = folder.file("a.flow"), runner = FlowRunner(SmallApp.console()), line = reason.prefix { $0 != ":" }
    #expect(await runner.run(file).text.hasSuffix("\n  correct \(line): names that do not exist are not accepted"))
    #expect(try await accepted(text).contains("  ! "))
    #expect(try await FlowAcceptance(runner).accept(file).lines.map(\.text) == ["same \(file.relativePath)"])
  }

  @Test("a command that is disabled, or that the app refuses, is accepted") func refusals() async throws {
    let file = try folder.write("b.flow", FlowRunnerTests.example.replacing(/(?m)^  .*\n/, with: ""))
    let lines = try await FlowAcceptance(FlowRunner(SmallApp.console())).accept(file).lines
    #expect(lines.first?.text == "wrote \(file.relativePath)")
  }

  @Test("a flow whose output differs from run to run is not accepted") func unsteady() async throws {
    let count = MutableProperty(0)
    let app = ConsoleApp("unsteady") { _, _ in
      count.value += 1
      return ConsoleView(.title("run \(count.value)"))
    }
    let detail = "line 1 first; let time, ids and chance come from the session's environment, and stub real calls"
    #expect(try await refusal("> :open home\n", by: app) == ["its output differs from run to run", detail])
  }

  @Test(
    "a flow without commands, or with a merge conflict, is not accepted",
    arguments: [
      ("", "there is no command in it; write one, such as > :open todo"),
      ("# A\n", "there is no command in it; write one, such as > :open todo"),
      ("-- a.json --\n1\n", "there is no command in it; write one, such as > :open todo"),
      (
        "> :open todo\n<<<<<<< HEAD\n  a\n=======\n  b\n>>>>>>> main\n",
        "line 2, column 1: this line is left from a merge conflict; resolve the conflict first"
      ),
    ])
  func invalid(_ text: String, _ reason: String) async throws {
    let file = try folder.write("a.flow", text)
    let error = await #expect(throws: (any Error).self) {
      try await FlowAcceptance(FlowRunner(SmallApp.console())).accept(file)
    }
    #expect(error.map { "\($0)" } == reason)
    #expect(try folder.read("a.flow") == text)
  }
}
