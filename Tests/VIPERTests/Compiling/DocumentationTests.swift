import Foundation
import Signals
import Testing
import VIPER
import VIPERTesting

/// Compiles and runs the example of the overview.
@Suite struct DocumentationTests {
  @Test func theExampleIsTheOneThatIsCompiledHere() throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let article = here.appendingPathComponent("../../../Sources/VIPER/VIPER.docc/VIPER.md")
    let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n")
    let block = try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
    let example = try String(contentsOf: here.appendingPathComponent("DocumentationExample.swift"), encoding: .utf8)
    #expect(example == "import Signals\nimport VIPER\n\n" + block)
  }

  @Test @MainActor func theExampleRuns() throws {
    let navigator = try makeNavigator(stage: RecordingStage(), environment: .fixed(on: VirtualTimeScheduler()))
    #expect(navigator.following("/list/add") == "done: list#1/add#2")
  }
}
