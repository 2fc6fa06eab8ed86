import Effort
import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// What signs in the texts of answers and files, and their order, may not change.
@MainActor @Suite struct DataTrialsTests {
  enum Mistake: CaseIterable, Sendable {
    /// A fruit has the name up to an ampersand, as if it came from a link.
    case cutsName
    /// `open` takes the row's number in the answer, which has another order.
    case opensNumber
  }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private nonisolated static let answered = """
    > :promises
    > :stub fruits.get -> [{"name": "Apple"}, {"name": "Pear"}]
    > :open fruits
    > open 2

    """
  private nonisolated static let stored = """
    > :promises
    > :open fruits
    > open 1

    -- fruits.json --
    [{"name": "Apple"}, {"name": "Pear"}]

    """

  /// Fruits of an answer or a file, in the order of their names.
  private static func app(_ mistake: Mistake? = nil) -> ConsoleApp {
    ConsoleApp("fruits", home: "fruits") { session in
      struct Fruit: Codable { let name: String }
      let fruits = Module(Route<Void, Never>("fruits")) { router, _ in
        let stored = try? session.files("fruits.json").map {
          try JSONDecoder().decode([Fruit].self, from: Data($0.utf8))
        }
        let read = session.calls.hermetic.call(
          "fruits.get", stored.map { Signal<[Fruit], CallFailure>.just($0) }, failure: CallFailure.init)
        let answer = Property(initial: [], then: read.catch { _ in .empty })
        let sorted = answer.map { $0.map(\.name).sorted() }
        let open = Command<String, String, Never> { name in
          let number = sorted.value.firstIndex(of: name) ?? 0
          return .just(mistake == .opensNumber ? answer.value[number].name : name)
        }
        let shown = Property(initial: "", then: open.values)
        return Assembly(
          view: ConsoleView(
            .list("fruits", sorted, line: { $0 }, .row("open", open)),
            .label("fruit", shown.map { mistake == .cutsName ? String($0.prefix { $0 != "&" }) : $0 })))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [fruits])
    }
  }

  private func explore(_ mistake: Mistake?, _ flow: String) async throws -> Found {
    let settings = ExplorationSettings(kinds: [.detours], runs: Effort.runs(short: 160, full: 400), seed: 1)
    return try await Found(Self.app(mistake), settings, in: folder, flow: flow)
  }

  @Test("an app without a mistake may get other data", arguments: [answered, stored])
  func none(_ flow: String) async throws {
    let found = try await explore(nil, flow)
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  private nonisolated static let rows: [(Mistake, String)] = [
    (.cutsName, "the screen is not as with '"),
    (.opensNumber, "' does something else if the data have the opposite order"),
  ]

  @Test("a mistake is found, and its flow passes once it is mended", arguments: rows, [answered, stored])
  func mistake(_ row: (mistake: Mistake, title: String), _ flow: String) async throws {
    let found = try await explore(row.mistake, flow)
    #expect(found.text.contains(row.title), "\(found.text)")
    #expect(found.flows.count == 1, "\(found.text)")
    #expect(found.commandCount <= 5, "\(found.flows)")
    for flow in found.flows.values {
      let file = try folder.write("found.flow", flow)
      let today = await Self.app(row.mistake).run(flow: file), mended = await Self.app().run(flow: file)
      #expect(!today.passed, "\(flow)")
      #expect(mended.passed, "\(mended.text)")
    }
  }
}
