import Fixtures
import Signals
import Testing
import VIPER

@testable import REPL
@testable import REPLTools

/// A command of another screen, typed while an answer is under way.
@MainActor @Suite struct OrderTrialsTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A screen that counts on slowly, below one that counts on at once.
  private static func app(isWrong: Bool) -> ConsoleApp {
    ConsoleApp("count", home: "home") { session in
      let calls = session.calls.hermetic, count = MutableProperty(0), other = Route<Void, Never>("other")
      let home = Module(Route<Void, Never>("home"), opens: other) { router, _ in
        let slow = Command<Void, Void, CallFailure> {
          let seen = count.value
          return calls.call("count.add", .just(()), failure: CallFailure.init).doValue {
            count.value = (isWrong ? seen : count.value) + 1
          }
        }
        return Assembly(
          view: ConsoleView(
            .title("Home"), .label("count", count.map { "\($0)" }), .button("slow", slow),
            .alert("", slow.failures.map(\.text)),
            .button("other", Command<Void, Never, RouteError> { router.push(other) })))
      }
      let tick = Module(other) { router, _ in
        Assembly(
          view: ConsoleView(.title("Other"), .button("tick", Command.sync { count.value += 1 }), .back(router)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [home, tick])
    }
  }

  @Test("a command of another screen, typed before an answer, has its effect") func visit() async throws {
    let flow = "> :promises\n> :open home\n> other\n> tick\n> back\n> slow\n"
    let settings = ExplorationSettings(kinds: [.orders], runs: 60, seed: 1)
    let none = try await Found(Self.app(isWrong: false), settings, jobs: 2, in: folder, flow: flow)
    let found = try await Found(Self.app(isWrong: true), settings, jobs: 2, in: folder, flow: flow)
    #expect(none.text.hasSuffix("nothing found\n"), "\(none.text)")
    #expect(found.text.contains("The screen depends on when count.add"), "\(found.text)")
    let file = try folder.write("found.flow", found.flows.values.first ?? "")
    let today = await Self.app(isWrong: true).run(flow: file), mended = await Self.app(isWrong: false).run(flow: file)
    #expect(!today.passed, "\(found.flows)")
    #expect(mended.passed, "\(mended.text)")
  }

  enum Mistake: CaseIterable, Sendable {
    /// The results are those of the word that is in the field when the answer comes.
    case readsLater
    /// A page that is loading is cancelled by another screen.
    case stopsPage
  }

  /// Finds results, page by page, each on a screen of its own.
  private static func finder(_ mistake: Mistake? = nil) -> ConsoleApp {
    ConsoleApp("finder", home: "find") { session in
      let calls = session.calls.hermetic, results = Route<String, Never>("results"),
        result = Route<Void, Never>("result")
      @Sendable func call(_ name: String) -> Signal<Void, Never> {
        calls.call(name, .just(()), failure: CallFailure.init).catch { _ in .empty }
      }
      let find = Module(Route<Void, Never>("find"), opens: results) { router, _ in
        let word = MutableProperty("")
        let find = Command { () -> Signal<String, Never> in
          let asked = word.value
          return call("find.get").map { mistake == .readsLater ? word.value : asked }
        }
        find.values.observeValues { router.push(results, with: $0).start() }.stored(in: router.alive)
        return Assembly(view: ConsoleView(.title("Find"), .field("word", word), .button("find", find), .busy(find)))
      }
      let found = Module(results, opens: result) { router, word in
        let rows = MutableProperty(["\(word) 1"])
        let more = Command { call("find.more").doValue { rows.modify { $0.append("\(word) \($0.count + 1)") } } }
        let open = Command<String, Never, RouteError> { _ in
          if mistake == .stopsPage { more.cancel() }
          return router.push(result)
        }
        return Assembly(
          view: ConsoleView(
            .list("results", rows, line: { $0 }, .row("open", open)), .button("more", more), .busy(more), .back(router))
        )
      }
      let one = Module(result) { router, _ in Assembly(view: ConsoleView(.title("Result"), .back(router))) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [find, found, one])
    }
  }

  @Test("a mistake about an answer and another screen is found", arguments: [nil] + Mistake.allCases)
  func finder(_ mistake: Mistake?) async throws {
    let flow = "> :promises\n> :open find\n> word tea\n> find\n> more\n> open 1\n> back\n"
    let settings = ExplorationSettings(kinds: [.orders], runs: 60, seed: 1)
    let found = try await Found(Self.finder(mistake), settings, in: folder, flow: flow)
    let title =
      switch mistake {
      case nil: "nothing found\n"
      case .readsLater: "The screen depends on 'word 1', typed before find.get"
      case .stopsPage: "depends on when find.more"
      }
    #expect(found.text.contains(title), "\(found.text)")
    for flow in found.flows.values {
      let file = try folder.write("found.flow", flow)
      let today = await Self.finder(mistake).run(flow: file), mended = await Self.finder().run(flow: file)
      #expect(!today.passed, "\(flow)")
      #expect(mended.passed, "\(mended.text)")
    }
  }
}
