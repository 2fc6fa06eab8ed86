import Foundation
import REPL
import Testing
import Todo

/// Every recorded session of the to-do list, one test a file.
@Suite struct FlowTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Playground/Todo/Flows")
  static let names = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".flow") }.sorted()

  @Test("a flow passes", arguments: names)
  @MainActor func flow(_ name: String) async {
    // A folder that cannot be made: a flow that touched the user's data would fail.
    let app = TodoApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"))
    let report = await app.run(flow: Self.folder.appendingPathComponent(name))
    #expect(report.passed, "\(report.text)")
  }

  @Test("there are flows") func flows() { #expect(Self.names.count >= 12) }
}
