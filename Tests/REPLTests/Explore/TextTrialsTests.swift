import Effort
import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// What other texts, equal texts, an invisible text and a typed secret may not change.
@MainActor @Suite struct TextTrialsTests {
  enum Mistake: CaseIterable, Sendable {
    /// A guest has the name up to an ampersand, as if it came from a link.
    case cutsName
    /// `leave` removes the first guest of that name.
    case removesNamesake
    /// Guests of the same name are one row.
    case joinsNamesakes
    /// A name may show nothing.
    case takesNobody
    /// A seat may show nothing. No flow types such a seat.
    case takesNoSeat
    /// The secret stays when the screen is closed.
    case keepsSecret
    /// A secret may begin with a blank.
    case trimsSecret
  }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let flow = """
    > :promises
    > :open guests
    > pass 1234
    > name \(" ")
    > add
    > seat B
    > name Ann
    > add
    > name Bob
    > add
    > leave 2
    > leave 1

    """

  /// The guests behind a door, in the order in which they came.
  private static func app(_ mistake: Mistake? = nil) -> ConsoleApp {
    ConsoleApp("guests", home: "door") { session in
      let kept = MutableProperty("")
      let guests = Module(Route<Void, Never>("guests")) { router, _ in
        let name = MutableProperty(""), seat = MutableProperty("A")
        let all = MutableProperty<[(name: String, order: String)]>([])
        let invisible = CharacterSet.whitespaces.union(mistake == .takesNobody ? [] : .controlCharacters)
        let pin = mistake == .keepsSecret ? kept : MutableProperty("")
        let refusal = Property.combineLatest(name, seat, pin) { name, seat, pin -> String? in
          let pin = mistake == .trimsSecret ? pin.trimmingCharacters(in: .whitespaces) : pin
          if pin != "1234" { return "the pin is wrong" }
          let unseen = mistake == .takesNoSeat ? [] : CharacterSet.whitespaces.union(.controlCharacters)
          if seat.trimmingCharacters(in: unseen).isEmpty { return "there is no seat" }
          return name.trimmingCharacters(in: invisible).isEmpty ? "there is no name" : nil
        }
        let add = Command<Void, Void, Never>.sync(unless: refusal) {
          let added = mistake == .cutsName ? String(name.value.prefix { $0 != "&" }) : name.value
          let orders = ["first", "second", "third", "last"]
          all.modify { $0.append((added, mistake == .joinsNamesakes ? "here" : orders[min($0.count, 3)])) }
        }
        let leave = Command<(name: String, order: String), Void, Never>.sync { guest in
          all.modify { all in
            let index = all.firstIndex { mistake == .removesNamesake ? $0.name == guest.name : $0 == guest }
            if let index { all.remove(at: index) }
          }
        }
        let shown = all.map { all in
          mistake != .joinsNamesakes
            ? all : all.indices.filter { all.map(\.name).firstIndex(of: all[$0].name) == $0 }.map { all[$0] }
        }
        return Assembly(
          view: ConsoleView(
            .field("name", name), .field("seat", seat),
            .field("pass", pin, secret: true), .button("add", add),
            .list("guests", shown, section: \.order, line: { "guest \($0.name)" }, .row("leave", leave))))
      }
      let door = Module(Route<Void, Never>("door")) { _, _ in Assembly(view: ConsoleView(.title("Door"))) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [guests, door])
    }
  }

  private func explore(_ mistake: Mistake?) async throws -> Found {
    let settings = ExplorationSettings(kinds: [.detours], runs: Effort.runs(short: 160, full: 160, all: 400), seed: 1)
    return try await Found(Self.app(mistake), settings, in: folder, flow: Self.flow)
  }

  @Test("an app without a mistake may get other texts")
  func none() async throws {
    let found = try await explore(nil)
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  private nonisolated static let rows: [(Mistake, String)] = [
    (.cutsName, "With 'Annzz&%+#' the screen is not the same as with 'Annzz'"),
    (.removesNamesake, "With 'Ann' twice the screen is not the same as with 'Annzz'"),
    (.joinsNamesakes, "leaves a row that was added twice and is shown once"),
    (.takesNobody, "'add' needs a text for 'name', and takes an invisible one (U+2060)"),
    (.takesNoSeat, "'add' needs a text for 'seat', and takes an invisible one (U+2060)"),
    (.trimsSecret, "'add' takes the 'pass' with a blank before it for the one without"),
    (.keepsSecret, "A secret is still in its field when the screen is opened again: 'pass: ***'"),
  ]

  @Test("a mistake is found, and its flow passes once it is mended", arguments: rows)
  func mistake(_ mistake: Mistake, _ title: String) async throws {
    let found = try await explore(mistake)
    #expect(found.text.contains(title), "\(found.text)")
    #expect(found.flows.count == 1, "\(found.text)")
    #expect(found.commandCount <= 9, "\(found.flows)")
    for flow in found.flows.values {
      let file = try folder.write("found.flow", flow)
      let today = await Self.app(mistake).run(flow: file), mended = await Self.app().run(flow: file)
      #expect(!today.passed, "\(flow)")
      #expect(mended.passed, "\(mended.text)")
    }
  }
}
