import Fixtures
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// The ways out of screens, as flows show them.
@MainActor @Suite struct HabitsTests {
  enum Mistake: Sendable {
    /// A save that has failed disables `cancel` and `save`.
    case nothingWorks
    /// The terms have no command.
    case noCommand
  }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A list, a sheet above it that saves a name, and terms that are left only once they are read.
  private static func app(_ mistake: Mistake? = nil) -> ConsoleApp {
    ConsoleApp("notes", home: "notes") { session in
      let calls = session.calls.hermetic
      let notes = Module(Route<Void, Never>("notes"), opens: .sheet, .terms) { router, _ in
        Assembly(
          view: ConsoleView(
            .title("Notes"), .button("add", Command { router.present(.sheet) }),
            .button("terms", Command { router.push(.terms) })))
      }
      let sheet = Module(.sheet) { router, _ in
        let name = MutableProperty(""), problem = MutableProperty<String?>(nil)
        let isSaving = name.map { $0.isEmpty ? "there is no name" : nil }
        let save = Command<Void, Void, CallFailure>(
          unless: mistake == .nothingWorks
            ? Property.combineLatest(isSaving, problem) { $0 ?? $1 } : isSaving
        ) { calls.call("notes.save", .just(()), failure: CallFailure.init) }
        save.failures.map { $0.text }.observeValues { problem.value = $0 }.stored(in: router.alive)
        save.values.bind(to: router.finish)
        let cancel = Command<Void, Void, RouteError>(
          unless: mistake == nil ? Property(constant: nil) : problem.readOnly
        ) {
          router.back()
        }
        return Assembly(
          view: ConsoleView(
            .field("name", name), .button("save", save), .button("cancel", cancel),
            .alert("", save.failures.map(\.text))))
      }
      let terms = Module(.terms) { router, _ in
        let isRead = MutableProperty("")
        let accept = Command<Void, Void, RouteError>(
          unless: isRead.map { $0 == "yes" ? nil : "the terms are not read" }
        ) {
          router.back()
        }
        return Assembly(
          view: mistake == .noCommand
            ? ConsoleView(.title("Terms"))
            : ConsoleView(.title("Terms"), .field("read", isRead), .button("accept", accept)))
      }
      return try Navigator(
        stage: session.console, environment: session.environment, modules: [notes, sheet, terms])
    }
  }

  private static let flow =
    "> :promises\n> :open notes\n> add\n> name a\n> save\n> add\n> cancel\n> terms\n"

  private func explore(_ mistake: Mistake?, _ kind: ExplorationKind) async throws -> Found {
    let settings = ExplorationSettings(kinds: [kind], runs: 200, seed: 1)
    return try await Found(
      Self.app(mistake), settings, in: folder, flow: Self.flow + (mistake == .noCommand ? "" : "> read yes\n> accept\n")
    )
  }

  @Test("a screen that is left only after another command is no finding", arguments: ExplorationKind.allCases)
  func none(_ kind: ExplorationKind) async throws {
    let found = try await explore(nil, kind)
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  /// A screen that opens on top of a home.
  private static func app(_ top: Module) -> ConsoleApp {
    ConsoleApp("top", home: "home") { session in
      let home = Module(Route<Void, Never>("home"), opens: .sheet) { router, _ in
        Assembly(view: ConsoleView(.title("Home"), .button("open", Command { router.present(.sheet) })))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [home, top])
    }
  }

  @Test("a way out that no flow takes is one") func unusedWay() async throws {
    let app = Self.app(
      Module(.sheet) { router, _ in
        let name = MutableProperty("a")
        let save = Command<Void, Void, RouteError>(unless: name.map { $0.isEmpty ? "there is no name" : nil }) {
          router.finish(())
        }
        let discard = Command<Void, Void, RouteError> { router.back() }
        return Assembly(
          view: ConsoleView(.field("name", name), .button("save", save), .button("discard", discard)))
      })
    let settings = ExplorationSettings(kinds: [.walk], runs: 200, seed: 1)
    let found = try await Found(app, settings, in: folder, flow: "> :promises\n> :open home\n> open\n> save\n")
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  @Test("a screen without a command that an event closes is no finding") func event() async throws {
    let app = Self.app(
      Module(.sheet) { router, _ in
        router.received(ModuleEvent<Bool>("found")).observeValues { _ in router.finish(()).start() }.stored(
          in: router.alive)
        return Assembly(view: ConsoleView(.title("Waiting for another device")))
      })
    let settings = ExplorationSettings(kinds: [.walk], runs: 100, seed: 1)
    let found = try await Found(
      app, settings, in: folder, flow: "> :promises\n> :open home\n> open\n> :event found true\n")
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  private nonisolated static let rows: [(Mistake, ExplorationKind, String, Int)] = [
    (.nothingWorks, .faults, "'cancel' is disabled at notes/sheet, and 'save' is disabled at notes/sheet", 6),
    (.noCommand, .walk, "No command of notes/terms is enabled, so the screen cannot be left", 2),
  ]

  @Test("a screen at rest that nothing leaves is a finding, which passes once it is mended", arguments: rows)
  func mistake(_ mistake: Mistake, _ kind: ExplorationKind, _ reason: String, _ count: Int) async throws {
    let found = try await explore(mistake, kind), flow = found.flows.values.first { $0.contains(reason) } ?? ""
    #expect(found.text.contains(reason), "\(found.text)")
    #expect(flow.split(separator: "\n").count { $0.contains("> ") } <= count + 1, "\(found.flows)")
    let file = try folder.write("found.flow", flow)
    let today = await Self.app(mistake).run(flow: file), mended = await Self.app().run(flow: file)
    #expect(!today.passed, "\(flow)")
    #expect(mended.passed, "\(mended.text)\n\(flow)")
  }
}

extension Route<Void, Void> { fileprivate static var sheet: Self { Route("sheet", style: .modal) } }
extension Route<Void, Never> { fileprivate static var terms: Self { Route("terms") } }
