import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct FlowRunnerTests {
  /// The example of the grammar.
  nonisolated static let example = """
    # An empty list says so.
    > :now 2014-05-21T12:00
    > :open todo
      VIPER TODO
      (no upcoming items)

    # Adding is a modal; saving it refreshes the list behind it.
    todo> add
      Add
      name: -
      due: 2014-05-21
    todo/add> save
      ! save is disabled: name is empty
    todo/add> name Get a haircut
      name: Get a haircut
    todo/add> due 2014-05-22
      due: 2014-05-22
    todo/add> save
      VIPER TODO
      Tomorrow [alarm]
        1. Get a haircut — Thursday

    # A store that fails loses nothing that was typed.
    todo> add
      Add
      name: -
      due: 2014-05-21
    todo/add> name Buy milk
      name: Buy milk
    todo/add> :fail store.save with "disk full"
    todo/add> save
      ! disk full
      name: Buy milk
      due: 2014-05-21
    todo/add> cancel
      VIPER TODO
      Tomorrow [alarm]
        1. Get a haircut — Thursday
    todo> :quit

    """

  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func report(_ text: String) async throws -> FlowReport {
    await SmallApp.console().run(flow: try folder.write("a.flow", text))
  }

  /// The text of a report, without the path of its file.
  private func text(_ report: FlowReport) -> String {
    report.text.replacingOccurrences(of: report.path, with: "a.flow")
  }

  private nonisolated static let passesRows: [(String, String)] = [
    (example, "3 phases"), (example.replacing("todo/add>", with: ">").replacing("todo>", with: ">"), "3 phases"),
    (example.replacing("todo> :quit\n", with: ""), "3 phases"),
    (">  :open todo\n  VIPER TODO\n  (no upcoming items)\n> add  \n  Add\n  name: -\n  due: 2001-01-01\n", "1 phase"),
    ("> :open lab\n\n  Lab\n  echo: -\n\nlab> echo \u{A0} \n  echo:\nlab> echo x  \n  echo: x\n", "1 phase"),
  ]

  @Test(
    "a recorded session passes, each time; a bare prompt accepts any screen, and invisible blanks are ignored",
    arguments: passesRows)
  func passes(_ flow: String, _ phases: String) async throws {
    let reports = [try await report(flow), try await report(flow)]
    #expect(reports.map(text) == Array(repeating: "ok   a.flow (\(phases))", count: 2))
    #expect(reports.allSatisfy { $0.passed && !$0.isBadScript })
  }

  @Test("a difference shows its phase in full, with line numbers and how to accept it") func difference() async throws {
    let report = try await report(
      """
      # One
      > :open todo
        VIPER TODO
        (no upcoming items)

      # Two
      todo> add

        Add
        name: something
        due: 2001-01-01
      todo> cancel
        VIPER TODO
        (no upcoming items)

      # Three
      todo> help
      """)
    #expect(!report.passed)
    #expect(!report.isBadScript)
    #expect(
      text(report) == """
        FAIL a.flow
          ok   One
          FAIL Two
              7   todo> add
              9     Add
             10 -   name: something
                +   name: -
             11     due: 2001-01-01
             12 - todo> cancel
                + todo/add> cancel
             13     VIPER TODO
             14     (no upcoming items)
          1 later phase differs, too
          to record this output: small accept a.flow
        """)
  }

  // MARK: The harness

  @Test("a complaint fails its flow even if the file contains it, and is never to be accepted") func complaint()
    async throws
  {
    let complaint =
      "!! a timer is still pending, due in 5s, started at line 4 by 'leave'; cancel it when its screen closes"
    let report = try await report("> :open lab\n  Lab\n  echo: -\nlab> leave\nlab> :quit\n  \(complaint)\n")
    #expect(!report.passed)
    #expect(report.text.contains("!! a timer"))
    #expect(!report.text.contains("small accept"))
  }

  @Test("a data file that was not read is a complaint if the app has asked for one of nearly the same name")
  func files() async throws {
    let app = ConsoleApp("read") { session, _ in
      ConsoleView(.title(session.options["server"] ?? session.files("store.json") ?? "none"))
    }
    var other = app
    other.optionValues = ["server": "s"]
    let flow = "> :open home\n> :stub a -> @a.json\n> :fail a with \"x\"\n> :back\n> :back\n-- a.json --\n1\n"
    let rows: KeyValuePairs<String, [String]> = [
      "store.jsn": ["!! the data file 'store.jsn' was never read; did you mean 'store.json'?"],
      "store.json": [], "other.txt": [],
    ]
    for (name, complaints) in rows {
      let text = flow + "-- \(name) --\nkept\n"
      #expect(try await FlowRunner(app).execute(text).complaints == complaints)
      #expect(try await FlowRunner(other).execute(text).complaints == [])
    }
  }

  @Test("an object that a subscription keeps alive after its module is a complaint, with its place, in each session")
  func subscription() async throws {
    @MainActor final class Listener: Presenter {
      var heard = 0
      /// A subscription that is never disposed.
      init(_ numbers: Property<Int>) {
        numbers.changes.observeValues { _ in MainActor.assumeIsolated { self.heard += 1 } }
      }
    }
    let numbers = MutableProperty(0)
    let module = Module(Route<Void, Never>("ear")) { _, _ in
      Assembly(view: ConsoleView(.title(Property(constant: "Ear"))), presenter: Listener(numbers.readOnly))
    }
    let app = ConsoleApp("ears", home: "ear") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let run = try await FlowRunner(app).execute(
      "> :open ear\n  Ear\near> :screen\n  Ear\near> :back\n")
    let complaint = "!! ear#1: presenter Listener is still alive, built at REPLTests/FlowRunnerTests.swift:"
    #expect(run.complaints.map { $0.hasPrefix(complaint) } == [true, true], "\(run.complaints)")
  }

  @Test("a file that is no flow, or that cannot be read, is a bad script, with its place") func badScript() async throws
  {
    let files = [
      try folder.write("a.flow", "> :open todo\nbad\n"), try folder.write("b.flow", "# Nothing yet\n"),
      try folder.write("c.flow", Array("# T\r\n> a ".utf8) + [0xC3, 0x28, 10]), folder.url, folder.file("gone.flow"),
    ]
    var texts: [String] = []
    for file in files {
      let report = await SmallApp.console().run(flow: file)
      texts.append(report.text.replacing(folder.path, with: "") + (report.isBadScript && !report.passed ? "" : "?"))
    }
    #expect(
      texts == [
        "BAD  /a.flow:2:1:\n     'bad' is neither a phase (#), a command (screen> …), output (two blanks in\n"
          + "     front) nor a data file (-- name --)",
        "BAD  /b.flow:\n     there is no command in it; write one, such as > :open todo",
        "BAD  /c.flow:2:5:\n     this is not UTF-8; save the file as UTF-8",
        "BAD  :\n     it is a folder; name a file that ends in .flow",
        "BAD  /gone.flow:\n     there is no such file",
      ])
  }

  @Test("a bad script shows its first ten mistakes, and counts the others; so does accept") func mistakes() async throws
  {
    for (count, more) in [(10, nil), (11, "1 more mistake"), (12, "2 more mistakes")] as [(Int, String?)] {
      try folder.write("a.flow", (1...count).map { ">:\($0)\n" }.joined())
      let reason = "a blank is missing after '>'"
      let all = (1...10).map { "a.flow:\($0):2: \(reason)" } + (more.map { ["a.flow: \($0)"] } ?? [])
      let ran = await folder.run("run", folder.path), accepted = await folder.run("accept", folder.path)
      // A reason stands below its place if it does not fit beside it.
      let shown = all.map { "BAD  \($0)\n" }.joined()
      #expect(ran.text.replacing(/:\s+/, with: ": ") == shown + "0 passed, 1 failed\n")
      #expect(accepted.errors.replacing(/:\s+/, with: ": ") == shown)
      #expect([ran.code, accepted.code] == [2, 2])
    }
  }

  @Test("progress reports each line before it runs, without secrets, and again while it takes its time")
  func progress() async throws {
    let app = ConsoleApp("secret") { session, _ in
      let scheduler = session.environment.scheduler
      let count = Command<Void, Void, Never> {
        Signal<Int, Never>.timer(every: .seconds(1), on: scheduler).map { _ in }
      }
      return ConsoleView(.field("password", MutableProperty(""), secret: true), .button("count", count))
    }
    let said = MutableProperty<[String]>([])
    let flow = try FlowParser.parse("> :open home\nhome> password 123456\nhome> count\nhome> :advance 3000s\n")
    _ = await FlowRunner(app).execute(flow) { origin in
      said.modify { $0.append(origin.map { "\($0.line ?? 0) \($0.text)" } ?? "goes on") }
    }
    #expect(
      said.value.filter { $0 != "goes on" } == [
        "1 :open home", "2 password ***", "3 count", "4 :advance 3000s", "4 the end of the flow",
      ])
    #expect(said.value.drop { $0 != "4 :advance 3000s" }.count { $0 == "goes on" } >= 3)
  }
}
