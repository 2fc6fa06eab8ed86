import Effort
import Foundation
import Home
import REPL
import REPLTools
import SampleNetwork
import Signals
import Testing

/// Runs every recorded session of the sample apps, one test for each file.
@Suite struct FlowTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Playground")
  static let names = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".flow") && !$0.hasSuffix("always.flow") }.sorted()
  static let todo = names.filter { $0.hasPrefix("Todo/") }
  /// The flows that use a server.
  static let asking = names.filter { !$0.hasPrefix("Todo/") }

  /// The flows without requests, or with stubs for all of them.
  private static let silent: Set = [
    "Home/Flows/chinese.flow", "Home/Flows/home.flow", "Login/Flows/answers.flow", "Login/Flows/jump.flow",
    "Login/Flows/slow.flow", "Search/Flows/about.flow", "Search/Flows/empty-elements.flow", "Search/Flows/events.flow",
    "Search/Flows/failures.flow", "Search/Flows/message.flow", "Search/Flows/setting.flow",
  ]

  // This folder cannot be created, so a flow that used the user's data would fail.
  private let app = PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data"))

  @Test("a flow passes", arguments: names)
  @MainActor func flow(_ name: String) async {
    let report = await app.run(flow: Self.folder.appendingPathComponent(name))
    #expect(report.passed, "\(report.text)")
  }

  @Test("a flow with a server also passes with the real HTTP client", arguments: Effort.some(10, of: asking))
  @MainActor func live(_ name: String) async throws {
    let file = Self.folder.appendingPathComponent(name).path
    let direct = MutableProperty<[SampleRequest]>([]), wire = MutableProperty<[SampleRequest]>([])
    let app = PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data")) { request, isOnWire in
      (isOnWire ? wire : direct).modify { $0.append(request) }
    }
    let code = await app.main(["run", "--shard", "1/1", "--color=never", file])
    let asked = direct.value
    #expect(code == 0, "\(asked.count) requests")
    #expect(wire.value.isEmpty, "\(asked.count) requests")
    #expect(asked.isEmpty == Self.silent.contains(name), "\(asked.count) requests")
    direct.value = []
    #expect(await app.main(["run", "--shard", "1/1", "--live", "--color=never", file]) == 0)
    #expect(wire.value == asked)
    #expect(direct.value.isEmpty)
  }

  @Test("there are flows of every app") func apps() {
    #expect(Set(Self.names.map { $0.prefix { $0 != "/" } }) == ["Todo", "Login", "Search", "Home"])
  }
}
