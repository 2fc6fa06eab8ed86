import Foundation
import Home
import REPL
import Testing

/// What the README shows is what the project does.
@Suite struct ReadmeTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let root = here.deletingLastPathComponent().deletingLastPathComponent()

  /// The first block of a language.
  private func block(_ language: String, of document: String = "README.md") throws -> String {
    let text = try String(contentsOf: Self.root.appendingPathComponent(document), encoding: .utf8)
    let parts = text.components(separatedBy: "```\(language)\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "```").first)
  }

  @Test(
    "the session is what the program prints",
    arguments: ["README.md", "Playground/README.md", "Sources/REPL/REPL.docc/WritingAFlow.md"])
  @MainActor func session(_ document: String) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("README-\(UUID().uuidString).flow")
    try block("flow", of: document).write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let report = await PlaygroundApp.console(keepingIn: URL(fileURLWithPath: "/dev/null/data")).run(flow: file)
    #expect(report.passed, "\(report.text)")
  }

  @Test("the module is the one that is compiled here") func module() throws {
    let sample = try String(contentsOf: Self.here.appendingPathComponent("ReadmeSample.swift"), encoding: .utf8)
    #expect(sample == "import REPL\nimport Signals\nimport VIPER\n\n" + (try block("swift")))
  }

  @Test("the module runs") @MainActor func counting() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("counter-\(UUID().uuidString).flow")
    let flow = "> :open counter\n  Count: 0\ncounter> increment\n  Count: 1\n"
    try flow.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let report = await app.run(flow: file)
    #expect(report.passed, "\(report.text)")
  }
}
