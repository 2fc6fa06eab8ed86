import Foundation
import REPL
import ScreenTemplate
import Testing
import VIPER

/// Runs every flow of the module, in an app with this module only.
@MainActor @Suite struct __Name__FlowTests {
  private let app = ConsoleApp("__route__", home: "__route__") { session in
    try Navigator(
      stage: session.console, environment: session.environment, modules: __Name__Module.all(for: session))
  }

  @Test("a flow passes", arguments: ConsoleApp.flows(in: "../Flows"))
  func flow(_ file: URL) async throws { try await app.verify(flow: file) }
}
