import Signals
import VIPER

@testable import REPL

extension ConsoleApp {
  /// An app of one screen, `home`.
  init(_ name: String, view: @escaping @MainActor @Sendable (Session, Router<Never>) -> AnyObject?) {
    self.init(name, home: "home") { session in
      // The session owns the navigator, which owns the module.
      let home = Module(Route<Void, Never>("home")) { [unowned session] router, _ in
        Assembly(view: view(session, router))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [home])
    }
  }
}

extension AppEnvironment {
  /// An environment whose clock stands still.
  static var still: AppEnvironment { .fixed(by: VirtualDate(VirtualTimeScheduler())) }
}

extension FlowRunner {
  /// The result of the flow with this text.
  func execute(_ text: String) async throws -> FlowResult { await execute(try FlowParser.parse(text)) }
}

extension FlowResult {
  /// The outputs of its steps.
  var outputs: [[String]] { phases.flatMap { $0.steps.map(\.output) } }
}
