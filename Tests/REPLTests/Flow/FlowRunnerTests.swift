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

  // MARK: Passing

  @Test("a recorded session passes, with one line of report, and once more, because sessions share no state")
  func passes() async throws {
    let file = try folder.write("a.flow", Self.example), runner = FlowRunner(SmallApp.console())
    for _ in 0..<2 {
      let report = await runner.run(file)
      #expect(report.passed && !report.isBadScript && text(report) == "ok   a.flow (3 phases)", "\(report.text)")
    }
  }

  @Test(
    "a bare prompt accepts any screen, the end of the file closes the app, and invisible blanks are ignored",
    arguments: [
      example.replacing("todo/add>", with: ">").replacing("todo>", with: ">"),
      example.replacing("todo> :quit\n", with: ""),
      ">  :open todo\n  VIPER TODO\n  (no upcoming items)\n> add  \n  Add\n  name: -\n  due: 2001-01-01\n",
    ])
  func lenient(_ text: String) async throws {
    let report = try await report(text)
    #expect(report.passed, "\(report.text)")
  }

  // MARK: Differing

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
      todo/add> cancel
        VIPER TODO
        (no upcoming items)

      # Three
      todo> help
      """)
    #expect(!report.passed && !report.isBadScript)
    #expect(
      text(report) == """
        FAIL a.flow
          ok   One
          FAIL Two
              7   todo> add
              8     Add
              9 -   name: something
                +   name: -
             10     due: 2001-01-01
             11   todo/add> cancel
             12     VIPER TODO
             13     (no upcoming items)
          1 later phase differs, too
          if that is right: small accept a.flow
        """)
  }

  @Test(
    "another output or screen is a difference, with the line numbers of the file, also below a blank line",
    arguments: [
      ("> :open todo\n\n  VIPER TODO\n  (nothing)\n", "\n      3     VIPER TODO\n      4 -   (nothing)\n"),
      (
        "> :open todo\n  VIPER TODO\n  (no upcoming items)\ntodo/add> :tree\n  todo#1 *\n",
        "      4 - todo/add> :tree\n        + todo> :tree\n"
      ),
    ])
  func lines(_ flow: String, _ lines: String) async throws {
    let text = text(try await report(flow))
    #expect(text.contains(lines), "\(text)")
  }

  @Test("trailing blanks, and blank lines around an output, are ignored") func invisible() async throws {
    #expect(
      try await SmallApp.outputs("> :open lab\nlab> echo \u{A0} \nlab> echo x  \n").dropFirst() == [
        ["echo:"], ["echo: x"],
      ])
  }

  // MARK: The harness

  @Test(
    "leftovers at the end are complaints, and the flow fails",
    arguments: [
      ("lab> :stub lab.ping -> \"a\"", "!! the stub of 'lab.ping', set at line 4, was never used; take it out"),
      (
        "lab> :fail lab.ping with \"no\"",
        "!! the failure of 'lab.ping' with \"no\", set at line 4, was never used; take it out"
      ),
      (
        "lab> leave",
        "!! a timer is still pending, due in 5s, started at line 4 by 'leave'; cancel it when its screen closes"
      ),
      (
        "lab> :advance 1s\nlab> leave-twice\nlab> :advance 2s",
        "!! 2 timers are still pending, due in 3s, started at line 5 by 'leave-twice'; cancel it when its screen closes"
      ),
    ])
  func leftOver(_ commands: String, _ complaint: String) async throws {
    for end in ["", "\nlab> :quit"] {
      let run = try await SmallApp.run("> :open lab\n  Lab\n  echo: -\n\(commands)\(end)\n")
      #expect(run.complaints == [complaint] && !run.isClean)
    }
    let report = try await report("> :open lab\n  Lab\n  echo: -\n\(commands)\nlab> :quit\n  \(complaint)\n")
    #expect(!report.passed && !report.text.contains("small accept"))
  }

  @Test("a living object of a closed module is a complaint, with the place where it was built") func leak() async throws
  {
    let run = try await SmallApp.run("> :open leaky\n  Leaky\nleaky> :quit\n")
    let complaint = "!! leaky#1: presenter LeakyPresenter is still alive, built at REPLTests/SmallApp.swift:"
    #expect(run.complaints.map { $0.hasPrefix(complaint) } == [true], "\(run.complaints)")
  }

  @Test("a subscription that outlives its module is a complaint, in each session")
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
    let run = try await FlowRunner(app, limits: Settling.Limits(moment: .zero)).execute(
      "> :open ear\n  Ear\near> :screen\n  Ear\near> :back\n")
    let complaint = "!! ear#1: presenter Listener is still alive, built at "
    #expect(run.complaints.map { $0.hasPrefix(complaint) } == [true, true], "\(run.complaints)")
  }

  // MARK: Bad scripts

  @Test(
    "a file that is no flow is a bad script, with its line",
    arguments: [
      (
        "> :open todo\nbad\n",
        ":2:1:\n     'bad' is neither a phase (#), a command (screen> …), output (two blanks in\n     front) nor a data file (-- name --)"
      ),
      ("# Nothing yet\n", ":\n     there is no command in it; write one, such as > :open todo"),
    ])
  func badScript(_ flow: String, _ problem: String) async throws {
    let report = try await report(flow)
    #expect(!report.passed && report.isBadScript && text(report) == "BAD  a.flow\(problem)", "\(report.text)")
  }

  @Test("a path that cannot be read is a bad script") func unreadable() async throws {
    for (url, reason) in [
      (folder.url, "it is a folder; name a file"), (folder.file("gone.flow"), "there is no such file"),
      (
        try folder.write("b.flow", Array("# T\r\n> a ".utf8) + [0xC3, 0x28, 10]),
        "this is not UTF-8; save the file as UTF-8"
      ),
    ] {
      let report = await SmallApp.console().run(flow: url), place = url.path.hasSuffix("b.flow") ? ":2:5" : ""
      #expect(report.isBadScript && report.text == "BAD  \(report.path)\(place):\n     \(reason)", "\(report.text)")
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
