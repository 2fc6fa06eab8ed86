import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

/// What the articles show is compiled and run, and what they name exists.
@Suite struct DocumentationTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let tests = here.deletingLastPathComponent()
  private static let articles = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/VIPER/VIPER.docc")

  private func article(_ name: String) throws -> String {
    try String(contentsOf: Self.articles.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func theExampleIsTheOneThatIsCompiledHere() throws {
    let example = Self.here.appendingPathComponent("DocumentationExample.swift")
    let parts = try article("VIPER.md").components(separatedBy: "```swift\n")
    let block = try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
    #expect(try String(contentsOf: example, encoding: .utf8) == "import Signals\nimport VIPER\n\n" + block)
  }

  @Test @MainActor func theExampleRuns() throws {
    let list = MutableProperty<ListPresenter?>(nil)
    let host = try PresenterHost(
      .list, environment: .fixed(on: VirtualTimeScheduler()), opens: .add, modules: [.answering(.add) { _ in "milk" }]
    ) { router, _ in
      let presenter = ListPresenter(router: router)
      list.value = presenter
      return presenter
    }
    host.presenter.add.execute()
    #expect(host.presenter.names.value == ["milk"])
    let adding = try PresenterHost(.add, environment: .fixed(on: VirtualTimeScheduler())) { router, _ in
      AddPresenter(router: router)
    }
    #expect(!adding.presenter.save.isEnabled.value)
    adding.presenter.name.value = "eggs"
    adding.presenter.save.execute()
    #expect(adding.results == ["eggs"])
    let navigator = try makeNavigator(stage: RecordingStage(), environment: .fixed(on: VirtualTimeScheduler()))
    navigator.open("/list/add").start()
    #expect(navigator.tree.value.description == "list#1\n  add#2 (modal) *")
  }

  @Test func everyFeatureHasATestThatExists() throws {
    let rows = try article("KnownFeatures.md").split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 30)
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path).filter {
      $0.hasSuffix("Tests.swift")
    }
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let shown = cells.last?.split(separator: "`").first?.split(separator: "/").map(String.init) ?? []
      guard cells.count == 4, shown.count == 2 else {
        Issue.record("no test in: \(row)")
        continue
      }
      let file = try #require(files.first { $0.hasSuffix("/\(shown[0]).swift") }, "no suite \(shown[0])")
      let source = try String(contentsOf: Self.tests.appendingPathComponent(file), encoding: .utf8)
      #expect(source.contains(/@Test[^\n]*\n?[^\n]*func/) && source.contains("func \(shown[1])("), "\(row)")
    }
  }
}
