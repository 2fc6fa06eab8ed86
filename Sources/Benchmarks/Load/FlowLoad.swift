import Foundation
import REPL
import VIPER

/// Runs a flow of 20 steps many times.
@MainActor struct FlowLoad {
  private let app = ConsoleApp("counter", home: "counter") { session in
    try Navigator(stage: session.console, environment: session.environment, modules: [CounterApp.counter])
  }
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("load-\(UUID().uuidString).flow")

  init() throws {
    let steps = (1...19).map { "counter> increment\n  Count: \($0)\n" }.joined()
    try Data("> :open counter\n  Count: 0\n\(steps)".utf8).write(to: file)
  }

  func end() { try? FileManager.default.removeItem(at: file) }

  func callAsFunction(_ count: Int) async throws {
    for _ in 0..<count {
      let report = await app.run(flow: file)
      if !report.passed { throw LoadFailure(report.text) }
    }
  }
}
