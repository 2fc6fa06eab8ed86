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
    /// `open` takes the first fruit of the same name.
    case opensTwin
    /// The screen of a fruit shows the kind of the first fruit of the same name.
    case looksAtTwin
    /// A message without a text is shown.
    case showsSilence
    /// The message of an answer is shown as it is.
    case repeatsSecret
    /// What a server says besides is shown, too.
    case showsPage
  }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private nonisolated static let answered = """
    > :promises
    > :stub fruits.get -> [{"name": "Apple"}, {"name": "Pear"}]
    > :open fruits
    > open 2

    """
  private nonisolated static let twins = """
    > :promises
    > :stub fruits.get -> [{"name": "Apple"}, {"name": "Pear", "kind": "red"}, {"name": "Pear", "kind": "green"}]
    > :open fruits
    > open 1
    > look 1
    > back

    """
  private nonisolated static let paid = """
    > :promises
    > :open fruits
    > pass secret
    > :stub fruits.pay -> {"message": "Thanks"}
    > pay

    -- fruits.json --
    []

    """
  private nonisolated static let stored = """
    > :promises
    > :open fruits
    > open 1

    -- fruits.json --
    [{"name": "Apple"}, {"name": "Pear"}]

    """

  /// Fruits of an answer or a file, in the order of their names, or in that of the data; and a screen of one fruit, with the next one.
  private static func app(_ mistake: Mistake? = nil, isSorted: Bool = true) -> ConsoleApp {
    ConsoleApp("fruits", home: "fruits") { session in
      struct Fruit: Codable {
        let name: String
        var kind: String?
        var text: String { name + (kind.map { " \($0)" } ?? "") }
      }
      struct Paid: Codable { let message: String }
      let calls = session.calls, look = Route<[String], Never>("fruit")
      let fruits = Module(Route<Void, Never>("fruits"), opens: look) { router, _ in
        let stored = try? session.files("fruits.json").map {
          try JSONDecoder().decode([Fruit].self, from: Data($0.utf8))
        }
        let read = session.calls.hermetic.call(
          "fruits.get", stored.map { Signal<[Fruit], CallFailure>.just($0) }, failure: CallFailure.init)
        let answer = Property(initial: [], then: read.catch { _ in .empty })
        let sorted = answer.map { isSorted ? $0.sorted { $0.text < $1.text } : $0 }
        let open = Command<Fruit, String, Never> { fruit in
          let number = sorted.value.firstIndex { $0.text == fruit.text } ?? 0
          let twin = answer.value.first { $0.name == fruit.name } ?? fruit
          return .just((mistake == .opensNumber ? answer.value[number] : mistake == .opensTwin ? twin : fruit).text)
        }
        let looks = Command<Fruit, Never, RouteError> { fruit in
          let twin = answer.value.first { $0.name == fruit.name } ?? fruit
          let shown = mistake == .looksAtTwin ? twin : fruit, all = sorted.value
          let next = all.drop { $0.text != shown.text }.dropFirst().first
          return router.push(look, with: [shown.kind ?? "none", next?.name ?? "-"])
        }
        let pass = MutableProperty("")
        let pay = Command { () -> Signal<String, CallFailure> in
          let call = calls.call(
            "fruits.pay", nil as Signal<String, CallFailure>?, decode: { String(decoding: $0, as: UTF8.self) },
            failure: CallFailure.init)
          return call.map { answer in
            guard let paid = try? JSONDecoder().decode(Paid.self, from: Data(answer.utf8)) else {
              return mistake == .showsPage ? answer : "it failed"
            }
            if paid.message.isEmpty, mistake != .showsSilence { return "paid" }
            return mistake == .repeatsSecret ? paid.message : paid.message.replacing(pass.value, with: "***")
          }
        }
        let shown = Property(initial: "", then: open.values)
        return Assembly(
          view: ConsoleView(
            .field("pass", pass, secret: true), .button("pay", pay), .alert("", pay.values),
            .list("fruits", sorted, line: \.text, .row("open", open), .row("look", looks)),
            .label("fruit", shown.map { mistake == .cutsName ? String($0.prefix { $0 != "&" }) : $0 })))
      }
      let fruit = Module(look) { router, lines in
        Assembly(
          view: ConsoleView(
            .label("kind", Property(constant: lines[0])), .label("next", Property(constant: lines[1])), .back(router)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [fruits, fruit])
    }
  }

  private func explore(_ mistake: Mistake?, _ flow: String, isSorted: Bool = true) async throws -> Found {
    let settings = ExplorationSettings(kinds: [.detours], runs: Effort.runs(short: 160, full: 160, all: 400), seed: 1)
    return try await Found(Self.app(mistake, isSorted: isSorted), settings, in: folder, flow: flow)
  }

  @Test("an app without a mistake may get other data", arguments: [answered, stored, paid, twins])
  func none(_ flow: String) async throws {
    for isSorted in [true, false] {
      let found = try await explore(nil, flow, isSorted: isSorted)
      #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
    }
  }

  private nonisolated static let rows: [(Mistake, [String], String)] = [
    (.cutsName, [answered, stored], "the screen is not the same as with '"),
    (.opensNumber, [answered, stored], "' does something else if the data have the opposite order"),
    (.opensTwin, [twins], "' does something else if the data have the opposite order"),
    (.looksAtTwin, [twins], "' does something else if the data have the opposite order"),
    (.showsSilence, [paid], "An alert shows nothing"),
    (.repeatsSecret, [paid], "A text that was typed into a secret field is shown"),
    (.showsPage, [paid], "An alert shows the text of a page"),
  ]

  @Test("a mistake is found, and its flow passes once it is mended", arguments: rows)
  func mistake(_ mistake: Mistake, _ flows: [String], _ title: String) async throws {
    // In the order of the data, the number is the right one.
    let isEither = [.opensTwin, .looksAtTwin].contains(mistake)
    for (flow, isSorted) in flows.flatMap({ flow in (isEither ? [true, false] : [true]).map { (flow, $0) } }) {
      let found = try await explore(mistake, flow, isSorted: isSorted)
      #expect(found.text.contains(title), "\(found.text)")
      #expect(found.flows.count == 1, "\(found.text)")
      #expect(found.commandCount <= 5, "\(found.flows)")
      for flow in found.flows.values {
        let file = try folder.write("found.flow", flow)
        let today = await Self.app(mistake, isSorted: isSorted).run(flow: file)
        let mended = await Self.app(isSorted: isSorted).run(flow: file)
        #expect(!today.passed, "\(flow)")
        #expect(mended.passed, "\(mended.text)")
      }
    }
  }
}
