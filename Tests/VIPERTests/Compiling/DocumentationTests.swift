import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

/// Compiles and runs the example of the overview.
@Suite struct DocumentationTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let articles = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
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
}
