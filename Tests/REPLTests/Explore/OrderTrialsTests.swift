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
}
