import Foundation
import Home
import REPL
import Testing

/// Every recorded session of the sample apps, one test a file.
@Suite struct FlowTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Playground")
  static let names = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".flow") }.sorted()
  /// Those that ask a server.
  static let asking = names.filter { !$0.hasPrefix("Todo/") }

  // A folder that cannot be made: a flow that touched the user's data would fail.
  private let app = PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"))

  @Test("a flow passes", arguments: names)
  @MainActor func flow(_ name: String) async {
    let report = await app.run(flow: Self.folder.appendingPathComponent(name))
    #expect(report.passed, "\(report.text)")
  }

  @Test("a flow that asks a server passes over the real HTTP client, too", arguments: asking)
  @MainActor func live(_ name: String) async {
    let file = Self.folder.appendingPathComponent(name).path
    #expect(await app.main(["run", "--live", "--color=never", file]) == 0)
  }

  @Test("there are flows of every app") func flows() {
    for app in ["Todo", "Login", "Search", "Home"] {
      #expect(Self.names.contains { $0.hasPrefix("\(app)/Flows/") }, "\(app)")
    }
    #expect(Self.names.count >= 30)
  }
}
