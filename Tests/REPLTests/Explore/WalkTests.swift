import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// The arguments that walks type.
@MainActor @Suite struct WalkTests {
  enum Mistake: Sendable {
    /// A link with an unknown id shows `nil`.
    case unknownID
    /// In the first minute after midnight the hour is `nil`.
    case midnight
    /// Adding a name that is in the list shows `nil`.
    case sameName
    /// A name without a width, or with a combining character, becomes `nil`.
    case invisibleName, combinedName
    /// A percent sign in a link shows `nil`.
    case percent
    /// About a week after the screen was opened, or in the first hours of summer time, `nil` is shown.
    case week, summerTime
  }
  private struct Item: Codable, Hashable, Sendable { let id: String }
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A list of names, to which one is added, with the hour, a password, and the item of a link.
  private static func app(_ mistake: Mistake? = nil) -> ConsoleApp {
    ConsoleApp("names", home: "names?id=1") { session in
      let names = Module(Route<Item, Never>("names")) { router, item in
        let names = MutableProperty(["Earl Grey"]), name = MutableProperty(""), told = MutableProperty(""),
          password = MutableProperty("")
        let environment = router.environment, opened = environment.now()
        let add = Command<Void, Void, Never>.sync {
          let isWrong =
            switch mistake {
            case .sameName: names.value.contains(name.value)
            case .invisibleName: name.value == "\u{200B}"
            case .combinedName: name.value.unicodeScalars.contains("\u{301}")
            default: false
            }
          told.value = isWrong ? "nil" : ""
          names.modify { $0.append(name.value.count < 3 ? "short" : name.value) }
        }
        let tell = Command<Void, Void, Never>.sync {
          let parts = environment.calendar.dateComponents([.hour, .minute], from: environment.now())
          let isMidnight = parts.hour == 0 && parts.minute == 0
          let days = environment.calendar.dateComponents([.day], from: opened, to: environment.now()).day ?? 0
          let isWrong =
            switch mistake {
            case .midnight: isMidnight
            case .week: days >= 6
            case .summerTime: days < 1 && environment.calendar.timeZone.isDaylightSavingTime(for: environment.now())
            default: false
            }
          told.value = isWrong ? "nil" : "hour \(parts.hour ?? 0) of jasmine"
        }
        let found =
          ["1": "one", "2": "two"][item.id]
          ?? (mistake == .unknownID || mistake == .percent && item.id.contains("%") ? "nil" : "none")
        return Assembly(
          view: ConsoleView(
            .label("item", found), .list("names", names, line: { $0 }), .field("name", name),
            .field("password", password, secret: true), .button("add", add), .button("tell", tell), .label("", told)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [names])
    }
  }

  private func explore(_ mistake: Mistake?, runs: Int = 200) async throws -> Found {
    let flow =
      "> :promises\n> :never shows \"nil\"\n> :zone Europe/Berlin\n> :now 2014-03-29T12:00\n> :open names?id=1\n> name Milk\n> add\n"
      + "> :open names?id=jasmine\n"
    let settings = ExplorationSettings(kinds: [.walk], runs: runs, seed: 1)
    return try await Found(Self.app(mistake), settings, in: folder, flow: flow)
  }

  @Test("an app without a mistake gives no finding") func none() async throws {
    let found = try await explore(nil)
    #expect(found.text.hasSuffix("nothing found\n"), "\(found.text)")
  }

  private nonisolated static let rows: [(Mistake, String)] = [
    (.unknownID, "item: nil"), (.percent, "item: nil"), (.midnight, "'nil'"), (.week, "'nil'"), (.summerTime, "'nil'"),
    (.sameName, "'nil'"), (.invisibleName, "'nil'"), (.combinedName, "'nil'"),
  ]

  @Test(
    "walks type other ids in links, times about midnight, a week and summer time, unusual texts, and those of the screen",
    arguments: rows)
  func mistake(_ mistake: Mistake, _ shown: String) async throws {
    let found = try await explore(mistake)
    #expect(found.text.contains(shown), "\(found.text)")
    #expect(found.commandCount <= 7, "\(found.flows)")
    let file = try folder.write("found.flow", found.flows.values.first ?? "")
    let today = await Self.app(mistake).run(flow: file), mended = await Self.app().run(flow: file)
    #expect(!today.passed, "\(found.flows)")
    #expect(mended.passed, "\(mended.text)")
  }
}
