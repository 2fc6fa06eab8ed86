import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct FlowRunnerTests {
  /// The example of the grammar.
  static let example = """
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
    await FlowRunner(SmallApp.console()).run(try folder.write("a.flow", text))
  }

  /// The text of a report, without the path of its file.
  private func text(_ report: FlowReport) -> String {
    report.text.replacingOccurrences(of: report.path, with: "a.flow")
  }

  // MARK: Passing

  @Test("a recorded session passes, with one line of report") func passes() async throws {
    let file = try folder.write("a.flow", Self.example)
    let report = await SmallApp.console().run(flow: file)
    #expect(report.passed && !report.isBadScript)
    #expect(text(report) == "ok   a.flow (3 phases)")
  }

  @Test("invisible blanks are ignored: before a colon and after a command") func blanks() async throws {
    let flow = ">  :open todo\n  VIPER TODO\n  (no upcoming items)\n> add  \n  Add\n  name: -\n  due: 2001-01-01\n"
    #expect(try await SmallApp.run(flow).isClean)
  }

  @Test("a bare prompt accepts any screen") func barePrompt() async throws {
    let text = Self.example.replacingOccurrences(of: "todo/add>", with: ">").replacingOccurrences(
      of: "todo>", with: ">")
    #expect(try await report(text).passed)
  }

  @Test("a flow gives the same twice, because sessions share no state") func twice() async throws {
    let runner = FlowRunner(SmallApp.console()), file = try folder.write("a.flow", Self.example)
    #expect(await runner.run(file).passed)
    #expect(await runner.run(file).passed)
  }

  @Test("the end of the file closes the app, as :quit does") func endOfFile() async throws {
    #expect(try await report(Self.example.replacingOccurrences(of: "todo> :quit\n", with: "")).passed)
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

  @Test("line numbers are those of the file, also below a blank line") func blankAbove() async throws {
    let text = text(try await report("> :open todo\n\n  VIPER TODO\n  (nothing)\n"))
    #expect(text.contains("\n      3     VIPER TODO\n      4 -   (nothing)\n"))
  }

  @Test("another screen than the recorded one is a difference") func screen() async throws {
    let text = text(
      try await report("> :open todo\n  VIPER TODO\n  (no upcoming items)\ntodo/add> :tree\n  todo#1 *\n"))
    #expect(text.contains("      4 - todo/add> :tree\n        + todo> :tree\n"))
  }

  @Test("a repeated change is counted instead of shown again") func folded() async throws {
    let wrong = "  VIPER DONE\n  (no items)\n"
    let text = text(try await report("> :open todo\n\(wrong)todo> :screen\n\(wrong)"))
    #expect(text.contains("-   VIPER DONE"))
    #expect(text.contains("(the same 4 lines differ again)"))
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
      #expect(run.complaints == [complaint])
      #expect(!run.isClean)
    }
    let report = try await report("> :open lab\n  Lab\n  echo: -\n\(commands)\nlab> :quit\n  \(complaint)\n")
    #expect(!report.passed)
    #expect(!report.text.contains("small accept"))
  }

  @Test("a living object of a closed module is a complaint, with the place where it was built") func leak() async throws
  {
    let run = try await SmallApp.run("> :open leaky\n  Leaky\nleaky> :quit\n")
    #expect(run.complaints.count == 1)
    let complaint = run.complaints.first ?? ""
    #expect(
      complaint.hasPrefix("!! leaky#1: presenter LeakyPresenter is still alive, built at REPLTests/SmallApp.swift:"))
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
    #expect(run.complaints.count == 2)
    #expect(run.complaints.allSatisfy { $0.hasPrefix("!! ear#1: presenter Listener is still alive, built at ") })
  }

  // MARK: Bad scripts

  @Test("a file that is not a flow is a bad script, with its line") func badScript() async throws {
    let report = try await report("> :open todo\nhello\n")
    #expect(!report.passed && report.isBadScript)
    #expect(text(report).hasPrefix("BAD  a.flow:2:1:\n     'hello' is neither a phase (#), a command"))
  }

  @Test("a file without commands is a bad script") func noCommands() async throws {
    let report = try await report("# Nothing yet\n")
    #expect(report.isBadScript)
    #expect(text(report) == "BAD  a.flow:\n     there is no command in it; write one, such as > :open todo")
  }

  @Test("a file that is not UTF-8 is a bad script, with its line") func notText() async throws {
    let file = try folder.write("b.flow", Array("# T\r\n> a ".utf8) + [0xC3, 0x28, 10])
    let report = await FlowRunner(SmallApp.console()).run(file)
    #expect(report.isBadScript)
    #expect(report.text == "BAD  \(report.path):2:5:\n     this is not UTF-8; save the file as UTF-8")
  }

  @Test("a path that cannot be read is a bad script") func unreadable() async throws {
    for (url, reason) in [
      (folder.url, "it is a folder; name a file"), (folder.file("gone.flow"), "there is no such file"),
    ] {
      let report = await FlowRunner(SmallApp.console()).run(url)
      #expect(report.isBadScript)
      #expect(report.text == "BAD  \(report.path):\n     \(reason)")
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
